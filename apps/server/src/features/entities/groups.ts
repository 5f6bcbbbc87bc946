import type { Body } from '@callboard/contract/endpoint'
import type { Entity } from '@callboard/contract/entities'
import type * as endpoints from '@callboard/contract/entity-groups'
import type { EntityGroup, GroupUser } from '@callboard/contract/entity-groups'
import type { Kysely } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { change } from '../../db/change.ts'
import type { ListPage } from '../../db/list-page.ts'
import { insertRecord, updateRecord } from '../../db/records.ts'
import type { Database } from '../../db/schema.ts'
import { AppError, notFound, orNotFound } from '../../lib/app-error.ts'
import { listEntities } from './entities.ts'
import * as store from './group-store.ts'

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
