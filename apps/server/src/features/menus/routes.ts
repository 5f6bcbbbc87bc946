import * as endpoints from '@callboard/contract/menus'
import { route, type Routing } from '../../http/route.ts'
import { createMenu, deleteMenu, getMenu, listMenus, previewMenus, updateMenu } from './manage-menus.ts'
import { getUsableMenu, listUsableMenus } from './menus.ts'

export function routes(routing: Routing): void {
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

  route(routing, endpoints.createMenu, {
    access: 'admin',
    handler: async ({ caller, body }) => await createMenu(db, caller, body),
  })

  route(routing, endpoints.updateMenu, {
    access: 'admin',
    readAlso: async ({ caller, id }) => (id === undefined ? undefined : await getMenu(db, caller, id)),
    handler: async ({ caller, body }) => await updateMenu(db, caller, body),
  })

  route(routing, endpoints.deleteMenu, {
    access: 'admin',
    handler: async ({ caller, params }) => await deleteMenu(db, caller, params.id),
  })

  route(routing, endpoints.previewMenus, {
    access: 'admin',
    handler: async ({ body }) => await previewMenus(db, body),
  })
}
