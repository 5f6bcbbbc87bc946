import * as endpoints from '@callboard/contract/dashboard'
import { route, type Routing } from '../../http/route.ts'
import { deleteDashboard, getDashboard, updateDashboard } from './dashboard.ts'
import { deleteRoleDashboard, getRoleDashboard, updateRoleDashboard } from './role-dashboard.ts'

export function routes(routing: Routing): void {
  const { db } = routing

  route(routing, endpoints.getDashboard, {
    access: 'dashboard.view',
    handler: async ({ caller }) => await getDashboard(db, caller),
  })

  route(routing, endpoints.updateDashboard, {
    access: 'dashboard.view',
    handler: async ({ caller, body }) => await updateDashboard(db, caller, body),
  })

  route(routing, endpoints.deleteDashboard, {
    access: 'dashboard.view',
    handler: async ({ caller }) => await deleteDashboard(db, caller),
  })

  route(routing, endpoints.getRoleDashboard, {
    access: 'admin',
    handler: async ({ caller, params }) => await getRoleDashboard(db, caller, params.id),
  })

  route(routing, endpoints.updateRoleDashboard, {
    access: 'admin',
    handler: async ({ caller, params, body }) =>
      await updateRoleDashboard(db, caller, { ...body, id: params.id }),
  })

  route(routing, endpoints.deleteRoleDashboard, {
    access: 'admin',
    handler: async ({ caller, params }) => await deleteRoleDashboard(db, caller, params.id),
  })
}
