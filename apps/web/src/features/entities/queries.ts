import type { EntityType } from '@callboard/contract/claims'
import * as endpoints from '@callboard/contract/entities'
import { Guid } from '@callboard/contract/scalars'
import type { z } from 'zod'
import { entityNouns } from '#web/features/entities/entity-words.ts'
import { send } from '#web/lib/api.ts'
import { entityTypeNames } from '@callboard/contract/claim-words'
import { endpointQuery } from '#web/lib/endpoint-query.ts'
import { listSearchOf, searchBody } from '#web/lib/list-url.ts'
import { entityKind, paths } from '#web/lib/paths.ts'
import { choiceLimit, entityLabel } from '#web/records/choices.ts'
import type { RecordKind } from '#web/records/record-kind.ts'
import type { RecordChoice } from '#web/records/record-choice.ts'

export const EntitiesSearch = listSearchOf(endpoints.entitySorts, { customer: Guid.optional() })

export function entitiesQuery(type: EntityType, state: z.output<typeof EntitiesSearch>) {
  const body = { ...searchBody(state), type, customerId: state.customer }
  return endpointQuery('entity', endpoints.searchEntities, { body })
}

export const entityCountsQuery = endpointQuery('entity', endpoints.countEntities, {})

export function entityKindOf(type: EntityType): RecordKind<endpoints.Entity> {
  return {
    type: 'entity',
    path: entityKind(type),
    above: [{ name: 'Entities', path: paths.manageEntities }],
    title: entityTypeNames[type],
    addLabel: `Add ${entityNouns[type]}`,
    nameOf: ({ name }) => name,
    query: (id) => endpointQuery('entity', endpoints.getEntity, { params: { id } }),
  }
}

/** Entities of every type that may be seen. */
export const entityChoice: RecordChoice = {
  key: ['entity'],
  search: async (keyword, signal) => {
    const { items } = await send(
      endpoints.searchEntities,
      { body: { keyword, pageSize: choiceLimit } },
      signal,
    )
    return items.map((entity) => ({ value: entity.id, label: entityLabel(entity) }))
  },
  nameOf: async (id, signal) => entityLabel(await send(endpoints.getEntity, { params: { id } }, signal)),
}
