import { textLimits } from '@callboard/contract/limits'
import type { Transaction } from 'kysely'
import { insertRecord } from '../../db/records.ts'
import type { Database } from '../../db/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import * as store from './group-store.ts'

interface Narrowed {
  userId: string
  /** Whose calls the user sees. */
  customerId: string | null
  entityIds: readonly string[]
}

/**
 * Narrows what a user sees to the calls of these entities: by the active group that has just these, else by a new one.
 * Throws `invalid` for an entity that is unknown or of another customer, whose calls the user would not see anyway.
 */
export async function addToGroupOfEntities(
  transaction: Transaction<Database>,
  { userId, customerId, entityIds }: Narrowed,
): Promise<{ id: string; name: string }> {
  const entities = await store.selectNamedEntities(transaction, entityIds)
  const unknown = entityIds.find((id) => !entities.some((entity) => entity.id === id))
  if (unknown !== undefined) throw invalid(`There is no entity ${unknown}.`)
  const other = entities.find((entity) => entity.customerId !== null && entity.customerId !== customerId)
  if (other !== undefined) throw invalid(`${other.name} is of another customer.`)
  const ids = entities.map(({ id }) => id)
  const group = (await store.selectGroupOf(transaction, ids)) ?? (await insertGroup(transaction, entities))
  await store.insertGroupMembers(transaction, { groupId: group.id, kind: 'user', ids: [userId] })
  return group
}

function invalid(description: string): AppError {
  return new AppError('invalid', description, { field: 'entityIds' })
}

async function insertGroup(transaction: Transaction<Database>, entities: readonly store.NamedEntity[]) {
  const name = nameOfGroup(entities.map((entity) => entity.name))
  const description = 'Made for an invitation.'
  const id = await insertRecord(transaction, 'entityGroup', { name, description })
  await store.insertGroupMembers(transaction, {
    groupId: id,
    kind: 'entity',
    ids: entities.map((one) => one.id),
  })
  return { id, name }
}

/** `Clark Street, Lake View and 3 more`: as many names as fit. */
export function nameOfGroup(names: readonly string[]): string {
  for (let count = names.length; count > 0; count--) {
    const rest = names.length - count
    const name = names.slice(0, count).join(', ') + (rest === 0 ? '' : ` and ${rest} more`)
    if (name.length <= textLimits.recordName) return name
  }
  return `${names.length} entities`
}
