import { listItem } from '../../access/menu-items.ts'
import { defineFeature } from '../../feature.ts'
import { getUsableMenu, listUsableMenus, searchMenus } from './menus.ts'
import * as endpoints from '@callboard/contract/menus'
import { routeTo } from '../../http/crud.ts'
import { route, type Routing } from '../../http/route.ts'
import { createMenu, deleteMenu, getMenu, listMenus, previewMenus, updateMenu } from './manage-menus.ts'

export const menusFeature = defineFeature({
  name: 'menus',
  menuItems: [listItem('menu', { group: 'portal', order: 10, ico: 'menu' })],
  routes,
  search: searchMenus,
})

function routes(routing: Routing): void {
  const { db } = routing

  route(routing, endpoints.listMenus, {
    access: 'signedIn',
    handler: async ({ caller, query }) =>
      query.all ? await listMenus(db, caller) : await listUsableMenus(db, caller),
  })

  route(routing, endpoints.getMenu, {
    access: 'signedIn',
    handler: async ({ caller, params, query }) =>
      query.all ? await getMenu(db, caller, params.id) : await getUsableMenu(db, params.id, caller),
  })

  routeTo(routing, endpoints.createMenu, { access: 'admin', rule: createMenu })

  routeTo(routing, endpoints.updateMenu, {
    access: 'admin',
    readAlso: async ({ caller, id }) => (id === undefined ? undefined : await getMenu(db, caller, id)),
    rule: updateMenu,
  })

  routeTo(routing, endpoints.deleteMenu, { access: 'admin', rule: deleteMenu })

  route(routing, endpoints.previewMenus, {
    access: 'admin',
    handler: async ({ body }) => await previewMenus(db, body),
  })
}
