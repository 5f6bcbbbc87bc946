import * as endpoints from '@callboard/contract/entities'
import { send } from '#web/lib/api/api.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { choiceLimit, entityAsChoice, entityLabel } from '#web/records/choices/choices.ts'
import type { RecordChoice } from '#web/records/choices/record-choice.ts'

export const entityCountsQuery = endpointQuery('entity', endpoints.countEntities, {})

/** Entities of every type that may be seen. */
export const entityChoice: RecordChoice = {
  key: ['entity'],
  search: async (keyword, signal) => {
    const { items } = await send(
      endpoints.searchEntities,
      { body: { keyword, pageSize: choiceLimit } },
      signal,
    )
    return items.map(entityAsChoice)
  },
  nameOf: async (id, signal) => entityLabel(await send(endpoints.getEntity, { params: { id } }, signal)),
}
