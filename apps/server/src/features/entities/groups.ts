import type { EntityGroup } from '@callboard/contract/entity-groups'
import type { Kysely } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { change } from '../../db/change.ts'
import { insertRecord, updateRecord } from '../../db/records.ts'
import type { Database } from '../../db/schema.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import * as store from './group-store.ts'

export function entityGroupOf(row: store.EntityGroupRow): EntityGroup {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    entityCount: row.entity_count,
    userCount: row.user_count,
    isActive: row.is_active,
    revision: row.revision,
  }
}

/** Throws `notFound`. */
export async function getEntityGroup(db: Kysely<Database>, id: string): Promise<EntityGroup> {
  const row = await store.selectEntityGroup(db, id)
  if (row === undefined) throw notFound()
  return entityGroupOf(row)
}

interface AskedGroup {
  name?: string | undefined
  description?: string | undefined
  isActive?: boolean | undefined
}

export async function createEntityGroup(
  db: Kysely<Database>,
  caller: Caller,
  values: AskedGroup & { name: string },
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
  { id, revision, ...values }: AskedGroup & { id: string; revision?: number | undefined },
): Promise<EntityGroup> {
  return await change(db, actorOf(caller), async (transaction) => {
    await updateRecord(transaction, 'entityGroup', { id, revision, values })
    return await getEntityGroup(transaction, id)
  })
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
