import * as endpoints from '@callboard/contract/menus'
import { Tag } from 'antd'
import { menuBody, menuValues } from '#web/features/menus/menu-body.ts'
import { isStandard, menusQuery } from '#web/features/menus/queries.ts'
import { send } from '#web/lib/api/api.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { listSearchOf } from '#web/lib/urls/list-url.ts'
import { DeleteRecordButton } from '#web/records/DeleteRecordButton.tsx'
import { columnsOf } from '#web/records/record-columns.tsx'
import { nameOfNamed, recordKind } from '#web/records/record-kind.ts'
import { recordPages } from '#web/records/record-pages.tsx'

const MenuForm = lazyExport(() => import('#web/features/menus/MenuForm.tsx'), 'MenuForm')

const column = columnsOf<endpoints.Menu>('menu')

export const pages = recordPages({
  kind: recordKind<endpoints.Menu>('menu', {
    nameOf: nameOfNamed,
    query: (id) => endpointQuery('menu', endpoints.getMenu, { params: { id }, query: { all: 'true' } }),
    body: endpoints.createMenu.body,
  }),
  list: {
    description: 'Items of the side menu and who sees them',
    hasInactive: false,
    search: listSearchOf(['name'], {}),
    query: menusQuery,
    columns: [
      column.name(240, {
        sorter: false,
        renderTags: (menu) => isStandard(menu) && <Tag>Side menu</Tag>,
      }),
      column.field('slug', 160),
      column.count('items', 80, { title: 'Items', priority: 1, of: ({ items }) => items.length }),
    ],
  },
  record: {
    renderForm: (menu) => <MenuForm menu={menu} />,
    renderDescription: ({ slug }) => slug,
    renderActions: (menu) =>
      !isStandard(menu) && (
        <DeleteRecordButton
          changes={['menu']}
          name={menu.name}
          explanation="Programs that use this menu will no longer find it."
          action={() => send(endpoints.deleteMenu, { params: { id: menu.id } })}
          undo={() => send(endpoints.createMenu, { body: menuBody(menuValues(menu)) })}
        />
      ),
  },
})
