import type { EntityGroup } from '@callboard/contract/entity-groups'
import type { Kysely } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { change } from '../../db/change.ts'
import type { Database } from '../../db/schema.ts'
import { updateRecord } from '../../db/update-record.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import {
  deleteLinks,
  findGroupRow,
  findUnknown,
  getGroupRow,
  type GroupRow,
  type GroupValues,
  insertGroup,
  insertLinks,
  type LinkKind,
} from './store.ts'

export function entityGroupOf(row: GroupRow): EntityGroup {
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

export async function describeEntityGroup(db: Kysely<Database>, id: string): Promise<EntityGroup> {
  const row = await findGroupRow(db, id)
  if (row === undefined) throw notFound()
  return entityGroupOf(row)
}

interface AskedGroup {
  name?: string | undefined
  description?: string | undefined
  isActive?: boolean | undefined
}

export async function makeEntityGroup(
  db: Kysely<Database>,
  caller: Caller,
  asked: AskedGroup & { name: string },
): Promise<EntityGroup> {
  return await change(db, actorOf(caller), async (transaction) => {
    const id = await insertGroup(transaction, { ...valuesOf(asked), name: asked.name })
    return entityGroupOf(await getGroupRow(transaction, id))
  })
}

/** Throws `notFound`, and `revisionConflict` when somebody changed the group since that revision. */
export async function changeEntityGroup(
  db: Kysely<Database>,
  caller: Caller,
  { id, revision, ...asked }: AskedGroup & { id: string; revision?: number | undefined },
): Promise<EntityGroup> {
  return await change(db, actorOf(caller), async (transaction) => {
    await updateRecord(transaction, 'entity_group', { id, revision, values: valuesOf(asked) })
    return entityGroupOf(await getGroupRow(transaction, id))
  })
}

interface Links {
  groupId: string
  kind: LinkKind
  ids: readonly string[]
}

/** Throws `notFound` without such a group, and `invalid` when one of the ids is none. */
export async function link(db: Kysely<Database>, caller: Caller, links: Links): Promise<void> {
  const { groupId, kind, ids } = links
  await change(db, actorOf(caller), async (transaction) => {
    if ((await findGroupRow(transaction, groupId)) === undefined) throw notFound()
    const unknown = await findUnknown(transaction, kind, ids)
    if (unknown !== undefined)
      throw new AppError('invalid', `There is no ${kind} ${unknown}.`, { field: `${kind}Ids` })
    await insertLinks(transaction, kind, { groupId, ids })
  })
}

/** Throws `notFound`, and removes nothing, where one of them is not in the group. */
export async function unlink(db: Kysely<Database>, caller: Caller, links: Links): Promise<void> {
  const { groupId, kind, ids } = links
  const each = [...new Set(ids)]
  await change(db, actorOf(caller), async (transaction) => {
    const count = await deleteLinks(transaction, kind, { groupId, ids: each })
    if (count < each.length) throw notFound()
  })
}

function valuesOf({ name, description, isActive }: AskedGroup): GroupValues {
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(isActive === undefined ? {} : { is_active: isActive }),
  }
}
