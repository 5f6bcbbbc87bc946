import * as endpoints from '@callboard/contract/roles'
import { route, type Routing } from '../../http/route.ts'
import { createRole, deleteRole, getRole, listRoleHolders, listRoles, updateRole } from './roles.ts'

export function routes(routing: Routing): void {
  const { db } = routing

  route(routing, endpoints.searchRoles, {
    access: 'admin',
    handler: async ({ body }) => await listRoles(db, body),
  })

  route(routing, endpoints.createRole, {
    access: 'admin',
    handler: async ({ caller, body }) => await createRole(db, caller, body),
  })

  route(routing, endpoints.getRole, {
    access: 'admin',
    handler: async ({ params }) => await getRole(db, params.id),
  })

  route(routing, endpoints.updateRole, {
    access: 'admin',
    handler: async ({ caller, params, body }) => await updateRole(db, caller, { ...body, id: params.id }),
  })

  route(routing, endpoints.deleteRole, {
    access: 'admin',
    handler: async ({ caller, params }) => await deleteRole(db, caller, params.id),
  })

  route(routing, endpoints.searchRoleHolders, {
    access: 'admin',
    handler: async ({ params, body }) => await listRoleHolders(db, { ...body, roleId: params.id }),
  })
}
