import type { EntityType } from '@callboard/contract/claims'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { codesByType, type EntityCodes } from '../../access/entity-codes.ts'
import type { Database } from '../../db/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import * as store from './names-store.ts'

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
