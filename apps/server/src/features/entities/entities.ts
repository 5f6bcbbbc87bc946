import type { EntityType } from '@callboard/contract/claims'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { codesByType, type EntityCodes } from '../../access/entity-codes.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../db/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { listCodesByName, listEntityGroups, listEntityNames, listGroupEntities } from './store.ts'

/** Names by code of entities of a type that a scope may know; of these codes, or of all. */
export async function entityNames(
  db: Kysely<Database>,
  scope: Scope,
  { type, codes }: { type: EntityType; codes: readonly string[] | undefined },
): Promise<ReadonlyMap<string, string>> {
  const rows = await listEntityNames(db, { type, codes, customerIds: scope.customerIds })
  return new Map(rows.map((row) => [row.code, row.name]))
}

export async function codesNamedLike(
  db: Kysely<Database>,
  scope: Scope,
  { type, keyword }: { type: EntityType; keyword: string },
): Promise<string[]> {
  return await listCodesByName(db, { type, keyword, customerIds: scope.customerIds })
}

/** Entity groups to choose from: an admin all, anybody else those they are in. */
export async function entityGroupsFor(
  db: Kysely<Database>,
  caller: Caller,
): Promise<{ id: string; name: string }[]> {
  return await listEntityGroups(db, caller.isAdmin ? undefined : caller.userId)
}

/** The codes of entity groups by type; a group that may not be chosen is refused as an unknown one. */
export async function codesOfGroups(
  db: Kysely<Database>,
  caller: Caller,
  groupIds: readonly string[],
): Promise<ReadonlyMap<EntityType, EntityCodes>> {
  const known = new Set((await entityGroupsFor(db, caller)).map((group) => group.id))
  const unknown = groupIds.find((id) => !known.has(id))
  if (unknown !== undefined) {
    throw new AppError('invalid', `There is no entity group ${unknown}.`, { field: 'parameters.entityGroup' })
  }
  return codesByType(await listGroupEntities(db, groupIds))
}
