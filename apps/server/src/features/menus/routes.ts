import { getMenu, listMenus } from '@callboard/contract/menus'
import { route, type Routing } from '../../http/route.ts'
import { getMenuFor, listMenusFor } from './menus.ts'

export function menuRoutes(routing: Routing): void {
  route(routing, listMenus, {
    access: 'signedIn',
    handler: async ({ caller }) => await listMenusFor(routing.db, caller),
  })

  route(routing, getMenu, {
    access: 'signedIn',
    handler: async ({ caller, params }) => await getMenuFor(routing.db, params.id, caller),
  })
}
