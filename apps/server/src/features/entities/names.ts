import type { EntityType } from '@callboard/contract/claims'
import type { Kysely } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../db/schema.ts'
import { type CellNames, findEntityType } from '../../reporting/cell-names.ts'
import { listCodedCustomers } from '../customers/customers.ts'
import * as store from './names-store.ts'

/** Names by code of the entities of a type that a scope covers; of these codes, or of all. */
export async function listEntityNames(
  db: Kysely<Database>,
  { customerIds }: Scope,
  wanted: { type: EntityType; codes?: readonly string[] | undefined },
): Promise<ReadonlyMap<string, string>> {
  const rows = await store.selectEntityNames(db, customerIds, wanted)
  return new Map(rows.map((row) => [row.code, row.name]))
}

/** The names beside the customers and the codes of these fields in a file. */
export async function listCellNames(
  db: Kysely<Database>,
  scope: Scope,
  fields: readonly string[],
): Promise<CellNames> {
  const types = fields.flatMap((field) => findEntityType(field) ?? [])
  const [customers, ...entities] = await Promise.all([
    fields.includes('customer') ? listCodedCustomers(db, scope) : new Map<string, never>(),
    ...types.map(async (type) => [type, await listEntityNames(db, scope, { type })] as const),
  ])
  return { customers, entities: new Map(entities.filter(([, names]) => names.size > 0)) }
}

export async function listCodesByName(
  db: Kysely<Database>,
  { customerIds }: Scope,
  wanted: { type: EntityType; keyword: string },
): Promise<string[]> {
  return await store.selectCodesByName(db, customerIds, wanted)
}
