import {
  createRole,
  deleteRole,
  getRole,
  searchRoleHolders,
  searchRoles,
  updateRole,
} from '@callboard/contract/roles'
import { pageOfRecords } from '../../db/list-page.ts'
import { route, type Routing } from '../../http/route.ts'
import { changeRole, describeRole, dropRole, makeRole, roleOf } from './roles.ts'
import { listHolderRows, listRoleRows } from './store.ts'

export function routes(routing: Routing): void {
  const { db } = routing

  route(routing, searchRoles, {
    access: 'admin',
    handler: async ({ body }) => pageOfRecords(await listRoleRows(db, body), body, roleOf),
  })

  route(routing, createRole, {
    access: 'admin',
    handler: async ({ caller, body }) => await makeRole(db, caller, body),
  })

  route(routing, getRole, {
    access: 'admin',
    handler: async ({ params }) => await describeRole(db, params.id),
  })

  route(routing, updateRole, {
    access: 'admin',
    handler: async ({ caller, params, body }) => await changeRole(db, caller, { ...body, id: params.id }),
  })

  route(routing, deleteRole, {
    access: 'admin',
    handler: async ({ caller, params }) => {
      await dropRole(db, caller, params.id)
      return undefined
    },
  })

  route(routing, searchRoleHolders, {
    access: 'admin',
    handler: async ({ params, body }) => {
      await describeRole(db, params.id)
      return pageOfRecords(await listHolderRows(db, { ...body, roleId: params.id }), body, (row) => ({
        userId: row.id,
        userName: row.user_name,
        firstName: row.first_name,
        lastName: row.last_name,
        startDate: row.start_at?.toISOString() ?? null,
        expiryDate: row.expires_at?.toISOString() ?? null,
      }))
    },
  })
}
