import { type Entity, getEntity, searchEntities } from '@callboard/contract/entities'
import { send } from '#web/lib/api.ts'
import { entityTypeNames } from '#web/lib/claim-words.ts'
import type { ChoiceOf } from '#web/records/FoundSelect.tsx'

/** Entities of every type that may be seen. */
export const entityChoice: ChoiceOf = {
  kind: 'entities',
  search: async (keyword, signal) => {
    const { items } = await send(searchEntities, { body: { keyword, pageSize: 20 } }, signal)
    return items.map((entity) => ({ value: entity.id, label: entityLabel(entity) }))
  },
  nameOf: async (id, signal) => entityLabel(await send(getEntity, { params: { id } }, signal)),
}

/** `Oakland · OAK · Locations · Heron Dental` */
function entityLabel({ name, code, type, customerName }: Entity): string {
  return [...new Set([name, code, entityTypeNames[type], customerName ?? ''])]
    .filter((part) => part !== '')
    .join(' · ')
}
