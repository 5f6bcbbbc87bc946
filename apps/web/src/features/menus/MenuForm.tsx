import { isClaim } from '@callboard/contract/claims'
import { type Menu, type MenuItem, menuSlugs } from '@callboard/contract/menus'
import { Form, Input } from 'antd'
import { ItemsEditor } from '#web/features/menus/ItemsEditor.tsx'
import type { EditedItem } from '#web/features/menus/menu-tree.ts'
import { RolePreview } from '#web/features/menus/RolePreview.tsx'
import { RecordForm } from '#web/records/RecordForm.tsx'
import { NameItem } from '#web/records/RecordItems.tsx'

export interface MenuValues {
  slug: string
  name: string
  items: EditedItem[]
}

const fields = ['slug', 'name', 'items'] as const

interface MenuFormProps {
  /** Undefined: a new one. */
  menu: Menu | undefined
  save: (values: MenuValues) => Promise<unknown>
  onReload?: (() => void) | undefined
}

export function MenuForm({ menu, save, onReload }: MenuFormProps) {
  return (
    <RecordForm<MenuValues>
      key={menu?.revision}
      name="menu"
      initialValues={valuesOf(menu)}
      fields={fields}
      save={save}
      isNew={menu === undefined}
      isWide
      saveLabel={menu === undefined ? 'Add menu' : 'Save'}
      onReload={onReload}
    >
      <NameItem />
      <Form.Item
        name="slug"
        label="Slug"
        extra={`What programs know it by. The side menu shows ${menuSlugs.join(', ')}.`}
        rules={[
          {
            required: true,
            pattern: /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
            message: 'Small letters and digits, with hyphens between.',
          },
        ]}
      >
        <Input maxLength={60} readOnly={isStandard(menu)} {...(isStandard(menu) && { variant: 'filled' })} />
      </Form.Item>
      <Form.Item name="items" noStyle>
        <ItemsEditor renderBelow={(items) => <RolePreview draft={draftOf(menu, items)} />} />
      </Form.Item>
    </RecordForm>
  )
}

function draftOf(menu: Menu | undefined, items: readonly EditedItem[]) {
  return { id: menu?.id, name: menu?.name ?? '', items: itemsToSend(items) }
}

/** As the server takes them: claims that are not known can only be dropped. */
export function itemsToSend(items: readonly EditedItem[]) {
  return items.map(({ claim, key, ...item }) => ({
    ...item,
    key: key.trim(),
    claim: claim !== null && isClaim(claim) ? claim : null,
  }))
}

/** One that the side menu shows. */
export function isStandard(menu: Pick<Menu, 'slug'> | undefined): boolean {
  return menuSlugs.some((slug) => slug === menu?.slug)
}

function valuesOf(menu: Menu | undefined): MenuValues {
  if (menu === undefined) return { slug: '', name: '', items: [] }
  const { slug, name, items } = menu
  return { slug, name, items: items.map(withoutChildren) }
}

function withoutChildren(item: MenuItem): EditedItem {
  const { children: _, ...rest } = item
  return rest
}
