import {
  createMenu,
  deleteMenu,
  getMenu,
  listMenus,
  previewMenus,
  replaceMenu,
} from '@callboard/contract/menus'
import { route, type Routing } from '../../http/route.ts'
import { dropMenu, getWholeMenu, listWholeMenus, makeMenu, menusOfRole, putMenu } from './manage-menus.ts'
import { getMenuFor, listMenusFor } from './menus.ts'

export function routes(routing: Routing): void {
  const { db } = routing

  route(routing, listMenus, {
    access: 'signedIn',
    handler: async ({ caller, query }) =>
      query.all ? await listWholeMenus(db, caller) : await listMenusFor(db, caller),
  })

  route(routing, getMenu, {
    access: 'signedIn',
    handler: async ({ caller, params, query }) =>
      query.all ? await getWholeMenu(db, caller, params.id) : await getMenuFor(db, params.id, caller),
  })

  route(routing, createMenu, {
    access: 'admin',
    handler: async ({ caller, body }) => await makeMenu(db, caller, body),
  })

  route(routing, replaceMenu, {
    access: 'admin',
    handler: async ({ caller, body }) => await putMenu(db, caller, body),
  })

  route(routing, deleteMenu, {
    access: 'admin',
    handler: async ({ caller, params }) => {
      await dropMenu(db, caller, params.id)
      return undefined
    },
  })

  route(routing, previewMenus, {
    access: 'admin',
    handler: async ({ body }) => await menusOfRole(db, body),
  })
}
