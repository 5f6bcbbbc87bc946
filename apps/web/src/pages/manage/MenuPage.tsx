import * as endpoints from '@callboard/contract/menus'
import { menuBody, menuValues } from '#web/features/menus/menu-body.ts'
import { MenuForm } from '#web/features/menus/MenuForm.tsx'
import { isStandard, menuKind } from '#web/features/menus/queries.ts'
import { send } from '#web/lib/api.ts'
import { DeleteRecordButton } from '#web/records/DeleteRecordButton.tsx'
import { RecordPage } from '#web/records/RecordPage.tsx'

export function MenuPage() {
  return (
    <RecordPage
      kind={menuKind}
      formLabel="Menu"
      renderForm={(menu) => <MenuForm menu={menu} />}
      renderDescription={({ slug }) => slug}
      renderActions={(menu) =>
        !isStandard(menu) && (
          <DeleteRecordButton
            type="menu"
            name={menu.name}
            explanation="Programs that ask for it no longer find it."
            action={() => send(endpoints.deleteMenu, { params: { id: menu.id } })}
            undo={() => send(endpoints.createMenu, { body: menuBody(menuValues(menu)) })}
          />
        )
      }
    />
  )
}
