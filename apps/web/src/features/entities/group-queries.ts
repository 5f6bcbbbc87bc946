import { entitySorts } from '@callboard/contract/entities'
import * as endpoints from '@callboard/contract/entity-groups'
import type { z } from 'zod'
import { endpointQuery } from '#web/lib/endpoint-query.ts'
import { listSearchOf, searchBody } from '#web/lib/list-url.ts'
import { recordKind } from '#web/records/record-kind.ts'

export const EntityGroupsSearch = listSearchOf(endpoints.entityGroupSorts, {})

export function entityGroupsQuery(state: z.output<typeof EntityGroupsSearch>) {
  return endpointQuery('entityGroup', endpoints.searchEntityGroups, { body: searchBody(state) })
}

export const entityGroupKind = recordKind<endpoints.EntityGroup>('entityGroup', {
  nameOf: ({ name }) => name,
  query: (id) => endpointQuery('entityGroup', endpoints.getEntityGroup, { params: { id } }),
})

export const GroupEntitiesSearch = listSearchOf(entitySorts, {})

export function groupEntitiesQuery(id: string, state: z.output<typeof GroupEntitiesSearch>) {
  const input = { params: { id }, body: searchBody(state) }
  return endpointQuery('entityGroup', endpoints.searchGroupEntities, input)
}

export const GroupUsersSearch = listSearchOf(endpoints.groupUserSorts, {})

export function groupUsersQuery(id: string, state: z.output<typeof GroupUsersSearch>) {
  const input = { params: { id }, body: searchBody(state) }
  return endpointQuery('entityGroup', endpoints.searchGroupUsers, input)
}
