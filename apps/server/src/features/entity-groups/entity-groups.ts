import type { EntityType } from '@callboard/contract/claims'
import type { Body } from '@callboard/contract/endpoint'
import type { Entity } from '@callboard/contract/entities'
import type * as endpoints from '@callboard/contract/entity-groups'
import type { EntityGroup, GroupUser } from '@callboard/contract/entity-groups'
import { textLimits } from '@callboard/contract/limits'
import type { Kysely, Transaction } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { codesByType, type EntityCodes } from '../../access/entity-codes.ts'
import { change } from '../../db/change.ts'
import type { ListPage } from '../../db/list-page.ts'
import { insertRecord, updateRecord } from '../../db/records.ts'
import type { Database } from '../../db/schema.ts'
import { AppError, notFound, orNotFound } from '../../lib/app-error.ts'
import { listEntities } from '../entities/entities.ts'
import * as store from './store.ts'

export async function listEntityGroups(
  db: Kysely<Database>,
  search: Body<typeof endpoints.searchEntityGroups>,
): Promise<ListPage<EntityGroup>> {
  return await store.selectEntityGroups(db, search)
}

/** Throws `notFound`. */
export async function getEntityGroup(db: Kysely<Database>, id: string): Promise<EntityGroup> {
  return orNotFound(await store.selectEntityGroup(db, id))
}

export async function createEntityGroup(
  db: Kysely<Database>,
  caller: Caller,
  values: Body<typeof endpoints.createEntityGroup>,
): Promise<EntityGroup> {
  return await change(db, actorOf(caller), async (transaction) => {
    const id = await insertRecord(transaction, 'entityGroup', values)
    return await getEntityGroup(transaction, id)
  })
}

/** Throws `notFound`, and `revisionConflict` when somebody changed the group since that revision. */
export async function updateEntityGroup(
  db: Kysely<Database>,
  caller: Caller,
  { id, revision, ...values }: Body<typeof endpoints.updateEntityGroup>,
): Promise<EntityGroup> {
  return await change(db, actorOf(caller), async (transaction) => {
    await updateRecord(transaction, 'entityGroup', { id, revision, values })
    return await getEntityGroup(transaction, id)
  })
}

/** Throws `notFound` when there is no such group. */
export async function listGroupEntities(
  db: Kysely<Database>,
  caller: Caller,
  { groupId, ...search }: Body<typeof endpoints.searchGroupEntities> & { groupId: string },
): Promise<ListPage<Entity>> {
  await getEntityGroup(db, groupId)
  return await listEntities(db, caller, { ...search, groupId })
}

/** Throws `notFound` when there is no such group. */
export async function listGroupUsers(
  db: Kysely<Database>,
  { groupId, ...search }: Body<typeof endpoints.searchGroupUsers> & { groupId: string },
): Promise<ListPage<GroupUser>> {
  await getEntityGroup(db, groupId)
  return await store.selectGroupUsers(db, groupId, search)
}

/** Throws `notFound` when there is no such group, and `invalid` when one of the ids is unknown. */
export async function addGroupMembers(
  db: Kysely<Database>,
  caller: Caller,
  members: store.GroupMembers,
): Promise<undefined> {
  await change(db, actorOf(caller), async (transaction) => {
    await getEntityGroup(transaction, members.groupId)
    const unknown = await store.selectUnknownMember(transaction, members)
    if (unknown !== undefined) {
      const { kind } = members
      throw new AppError('invalid', `There is no ${kind} ${unknown}.`, { field: `${kind}Ids` })
    }
    await store.insertGroupMembers(transaction, members)
  })
}

/** Throws `notFound`, and removes nothing, when one of them is not in the group. */
export async function removeGroupMembers(
  db: Kysely<Database>,
  caller: Caller,
  members: store.GroupMembers,
): Promise<undefined> {
  await change(db, actorOf(caller), async (transaction) => {
    const count = await store.deleteGroupMembers(transaction, members)
    if (count < new Set(members.ids).size) throw notFound()
  })
}

/** Entity groups to choose from: an admin may choose any, anybody else those they are in. */
export async function listOwnEntityGroups(
  db: Kysely<Database>,
  caller: Caller,
): Promise<{ id: string; name: string }[]> {
  return await store.selectActiveEntityGroups(db, caller.isAdmin ? undefined : caller.userId)
}

/** The names of those of these groups that may be chosen. */
export async function listGroupNames(
  db: Kysely<Database>,
  caller: Caller,
  groupIds: readonly string[],
): Promise<string[]> {
  if (groupIds.length === 0) return []
  const groups = await listOwnEntityGroups(db, caller)
  return groups.filter(({ id }) => groupIds.includes(id)).map(({ name }) => name)
}

/**
 * The codes of entity groups by type; undefined without groups. Throws `invalid` for a group that is unknown or may not be
 * chosen; `field` is where it was given.
 */
export async function getGroupCodes(
  db: Kysely<Database>,
  caller: Caller,
  { groupIds, field }: { groupIds: readonly string[]; field: string },
): Promise<ReadonlyMap<EntityType, EntityCodes> | undefined> {
  if (groupIds.length === 0) return undefined
  const known = new Set((await listOwnEntityGroups(db, caller)).map((group) => group.id))
  const unknown = groupIds.find((id) => !known.has(id))
  if (unknown !== undefined) {
    throw new AppError('invalid', `The entity group ${unknown} is not there, or not active any more.`, {
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
