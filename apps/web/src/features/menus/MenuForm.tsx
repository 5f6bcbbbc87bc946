import { textLimits } from '@callboard/contract/limits'
import * as endpoints from '@callboard/contract/menus'
import { Form, Input } from 'antd'
import { ItemsEditor } from '#web/features/menus/ItemsEditor.tsx'
import { itemsToSend, menuBody, menuValues } from '#web/features/menus/menu-body.ts'
import type { EditedItem } from '#web/features/menus/menu-tree.ts'
import { isStandard, menuKind } from '#web/features/menus/queries.ts'
import { RolePreview } from '#web/features/menus/RolePreview.tsx'
import { send } from '#web/lib/api.ts'
import { RecordForm } from '#web/records/RecordForm.tsx'
import { NameItem } from '#web/records/RecordItems.tsx'

interface MenuFormProps {
  /** Undefined: a new one. */
  menu: endpoints.Menu | undefined
}

export function MenuForm({ menu }: MenuFormProps) {
  return (
    <RecordForm
      kind={menuKind}
      record={menu}
      name="menu"
      initialValues={menuValues(menu)}
      create={(values) => send(endpoints.createMenu, { body: menuBody(values) })}
      update={(values, { id, revision }) =>
        send(endpoints.updateMenu, { body: { ...menuBody(values), id, revision } })
      }
      isWide
    >
      <NameItem />
      <Form.Item
        name="slug"
        label="Slug"
        extra={`What programs know it by. The side menu shows ${endpoints.menuSlugs.join(', ')}.`}
        rules={[
          {
            required: true,
            pattern: /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
            message: 'Small letters and digits, with hyphens between.',
          },
        ]}
      >
        <Input
          maxLength={textLimits.menuSlug}
          readOnly={isStandard(menu)}
          {...(isStandard(menu) && { variant: 'filled' })}
        />
      </Form.Item>
      <Form.Item name="items" noStyle>
        <ItemsEditor renderBelow={(items) => <RolePreview draft={draftOf(menu, items)} />} />
      </Form.Item>
    </RecordForm>
  )
}

function draftOf(menu: endpoints.Menu | undefined, items: readonly EditedItem[]) {
  return { id: menu?.id, name: menu?.name ?? '', items: itemsToSend(items) }
}
