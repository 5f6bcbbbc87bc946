import { searchCustomers } from '@callboard/contract/customers'
import { type Entity, searchEntities } from '@callboard/contract/entities'
import { send } from '#web/lib/api.ts'
import { entityTypeNames } from '#web/lib/claim-words.ts'

const first = { pageSize: 20 }

export async function customerChoices(keyword: string, signal: AbortSignal) {
  const { items } = await send(searchCustomers, { body: { ...first, keyword } }, signal)
  return items.map(({ id, name, code }) => ({ value: id, label: `${name} (${code})` }))
}

/** Entities of every type that may be seen. */
export async function entityChoices(keyword: string, signal: AbortSignal) {
  const { items } = await send(searchEntities, { body: { ...first, keyword } }, signal)
  return items.map((entity) => ({ value: entity.id, label: entityLabel(entity) }))
}

/** `Oakland · OAK · Locations · Heron Dental` */
function entityLabel({ name, code, type, customerName }: Entity): string {
  return [...new Set([name, code, entityTypeNames[type], customerName ?? ''])]
    .filter((part) => part !== '')
    .join(' · ')
}
