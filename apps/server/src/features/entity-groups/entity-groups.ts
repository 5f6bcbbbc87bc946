import type { EntityType } from '@callboard/contract/claims'
import type { Body } from '@callboard/contract/endpoint'
import type { Entity } from '@callboard/contract/entities'
import type { searchGroupEntities } from '@callboard/contract/entity-groups'
import { textLimits } from '@callboard/contract/limits'
import type { Caller } from '../../access/callers/caller.ts'
import { codesByType, type EntityCodes } from '../../access/callers/entity-codes.ts'
import { memberRules, userMemberRules } from '../../access/member-rules.ts'
import { recordRules } from '../../access/record-rules.ts'
import type { ListPage } from '../../db/records/list-page.ts'
import { insertMembers } from '../../db/records/member-links.ts'
import { insertRecord } from '../../db/records/records.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { listEntities } from '../entities/entities.ts'
import * as store from './store.ts'

const plain = recordRules('entityGroup', store.entityGroups)
export const entityGroupRules = {
  search: plain.search,
  get: plain.get,
  create: plain.create,
  update: plain.update,
}
export const entityRules = memberRules({ link: store.entityLink, field: 'entityIds' }, plain.get)
export const userRules = userMemberRules({ link: store.userLink, field: 'userIds' }, plain.get)

/** Throws `notFound` when there is no such group. */
export async function listGroupEntities(
  db: Db,
  caller: Caller,
  { id, ...search }: Body<typeof searchGroupEntities> & { id: string },
): Promise<ListPage<Entity>> {
  await plain.get(db, caller, { id })
  return await listEntities(db, caller, { ...search, groupId: id })
}

/** Entity groups to choose from: an admin may choose any, anybody else those they are in. */
export async function listOwnEntityGroups(db: Db, caller: Caller): Promise<{ id: string; name: string }[]> {
  return await store.selectActiveEntityGroups(db, caller.isAdmin ? undefined : caller.userId)
}

/** The names of those of these groups that may be chosen. */
export async function listGroupNames(db: Db, caller: Caller, groupIds: readonly string[]): Promise<string[]> {
  if (groupIds.length === 0) return []
  const groups = await listOwnEntityGroups(db, caller)
  return groups.filter(({ id }) => groupIds.includes(id)).map(({ name }) => name)
}

/**
 * The codes of entity groups by type; undefined without groups. Throws `invalid` for a group that is unknown or may not be
 * chosen; `field` is where it was given.
 */
export async function getGroupCodes(
  db: Db,
  caller: Caller,
  { groupIds, field }: { groupIds: readonly string[]; field: string },
): Promise<ReadonlyMap<EntityType, EntityCodes> | undefined> {
  if (groupIds.length === 0) return undefined
  const known = new Set((await listOwnEntityGroups(db, caller)).map((group) => group.id))
  const unknown = groupIds.find((id) => !known.has(id))
  if (unknown !== undefined) {
    throw new AppError('invalid', `The entity group ${unknown} does not exist or is inactive.`, {
      field,
    })
  }
  return codesByType(await store.selectGroupEntities(db, groupIds))
}

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
  transaction: Transaction,
  { userId, customerId, entityIds }: Narrowed,
): Promise<{ id: string; name: string }> {
  const entities = await store.selectNamedEntities(transaction, entityIds)
  const unknown = entityIds.find((id) => !entities.some((entity) => entity.id === id))
  if (unknown !== undefined) throw invalid(`There is no entity ${unknown}.`)
  const other = entities.find((entity) => entity.customerId !== null && entity.customerId !== customerId)
  if (other !== undefined) throw invalid(`${other.name} belongs to another customer.`)
  const ids = entities.map(({ id }) => id)
  const group = (await store.selectGroupOf(transaction, ids)) ?? (await insertGroup(transaction, entities))
  await insertMembers(transaction, store.userLink, { groupId: group.id, ids: [userId] })
  return group
}

function invalid(description: string): AppError {
  return new AppError('invalid', description, { field: 'entityIds' })
}

async function insertGroup(transaction: Transaction, entities: readonly store.NamedEntity[]) {
  const name = nameOfGroup(entities.map((entity) => entity.name))
  const description = 'Made for an invitation.'
  const id = await insertRecord(transaction, 'entityGroup', { name, description })
  const ids = entities.map((one) => one.id)
  await insertMembers(transaction, store.entityLink, { groupId: id, ids })
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
