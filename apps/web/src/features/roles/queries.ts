import * as endpoints from '@callboard/contract/roles'
import type { z } from 'zod'
import { endpointQuery } from '#web/lib/endpoint-query.ts'
import { listSearchOf, searchBody } from '#web/lib/list-url.ts'
import { recordKind } from '#web/records/record-kind.ts'

export const RolesSearch = listSearchOf(endpoints.roleSorts, {})

export function rolesQuery(state: z.output<typeof RolesSearch>) {
  return endpointQuery('role', endpoints.searchRoles, { body: searchBody(state) })
}

export const roleKind = recordKind<endpoints.Role>('role', {
  nameOf: ({ name }) => name,
  query: (id) => endpointQuery('role', endpoints.getRole, { params: { id } }),
})

export const RoleHoldersSearch = listSearchOf(['userName', 'expiryDate'], {})

export function roleHoldersQuery(id: string, state: z.output<typeof RoleHoldersSearch>) {
  return endpointQuery('role', endpoints.searchRoleHolders, { params: { id }, body: searchBody(state) })
}
