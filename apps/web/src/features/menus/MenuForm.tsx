import * as endpoints from '@callboard/contract/menus'
import { Form } from 'antd'
import { useState } from 'react'
import { ItemsEditor, openTree } from '#web/features/menus/ItemsEditor.tsx'
import { itemsToSend, menuBody, menuValues } from '#web/features/menus/menu-body.ts'
import type { EditedItem } from '#web/features/menus/menu-tree.ts'
import { isStandard } from '#web/features/menus/queries.ts'
import { RolePreview } from '#web/features/menus/RolePreview.tsx'
import { send } from '#web/lib/api/api.ts'
import { TextItem } from '#web/records/forms/FormItems.tsx'
import { RecordForm } from '#web/records/forms/RecordForm.tsx'

interface MenuFormProps {
  /** Undefined: a new one. */
  menu: endpoints.Menu | undefined
}

export function MenuForm({ menu }: MenuFormProps) {
  // Kept here, as what has been saved gets a form of its own.
  const [view, setView] = useState(openTree)
  const [roleId, setRoleId] = useState<string | null>(null)
  return (
    <RecordForm
      record={menu}
      initialValues={menuValues(menu)}
      create={(values) => send(endpoints.createMenu, { body: menuBody(values) })}
      update={(values, { id, revision }) =>
        send(endpoints.updateMenu, { body: { ...menuBody(values), id, revision } })
      }
      isWide
    >
      <TextItem name="name" />
      <TextItem
        name="slug"
        extra={`Used by programs. The side menu shows ${endpoints.menuSlugs.join(', ')}.`}
        missing={slugError}
        rules={[{ pattern: /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, message: slugError }]}
        input={isStandard(menu) ? { readOnly: true, variant: 'filled' } : {}}
      />
      <Form.Item name="items">
        <ItemsEditor
          view={view}
          onView={setView}
          renderBelow={(items) => (
            <RolePreview roleId={roleId} onRoleId={setRoleId} draft={draftOf(menu, items)} />
          )}
        />
      </Form.Item>
    </RecordForm>
  )
}

const slugError = 'Lowercase letters, digits and hyphens.'

function draftOf(menu: endpoints.Menu | undefined, items: readonly EditedItem[]) {
  return { id: menu?.id, name: menu?.name ?? '', items: itemsToSend(items) }
}
