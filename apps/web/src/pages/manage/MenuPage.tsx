import { createMenu, deleteMenu, getMenu, listMenus, type Menu, updateMenu } from '@callboard/contract/menus'
import { useQueryClient } from '@tanstack/react-query'
import { isStandard, itemsToSend, MenuForm, type MenuValues } from '#web/features/menus/MenuForm.tsx'
import { send } from '#web/lib/api.ts'
import { DeleteRecordButton } from '#web/records/DeleteRecordButton.tsx'
import { RecordPage } from '#web/records/RecordPage.tsx'

export function MenuPage() {
  const client = useQueryClient()

  async function save(menu: Menu | undefined, { slug, name, items }: MenuValues): Promise<Menu> {
    const body = { slug, name, items: itemsToSend(items) }
    const saved =
      menu === undefined
        ? await send(createMenu, { body })
        : await send(updateMenu, { body: { ...body, id: menu.id, revision: menu.revision } })
    // The side menu beside this page follows.
    void client.invalidateQueries({ queryKey: [listMenus.path] })
    return saved
  }

  return (
    <RecordPage<Menu>
      kind="menus"
      tableType="menu"
      listName="Menus"
      newTitle="Add menu"
      titleOf={({ name }) => name}
      renderDescription={({ slug }) => slug}
      load={(id, signal) => send(getMenu, { params: { id }, query: { all: 'true' } }, signal)}
      tabs={[
        {
          key: 'menu',
          label: 'Menu',
          render: (menu, { taken, reload }) => (
            <MenuForm
              menu={menu}
              save={async (values) => taken(await save(menu, values))}
              onReload={reload}
            />
          ),
        },
      ]}
      renderActions={(menu) =>
        !isStandard(menu) && (
          <DeleteRecordButton
            kind="menus"
            name={menu.name}
            explanation="Programs that ask for it find it no more."
            remove={async () => await send(deleteMenu, { params: { id: menu.id } })}
          />
        )
      }
    />
  )
}
