import type { Kysely } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../db/schema.ts'
import { findCustomerByCode, listCustomerNames } from './store.ts'

/** Names by id of the customers of a scope, in alphabetical order; of these ids, or of all. */
export async function customerNames(
  db: Kysely<Database>,
  scope: Scope,
  ids: readonly string[] | undefined,
): Promise<ReadonlyMap<string, string>> {
  const inScope = scope.customerIds
  const wanted =
    ids === undefined || inScope === undefined ? (ids ?? inScope) : ids.filter((id) => inScope.includes(id))
  const rows = await listCustomerNames(db, wanted)
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** A customer by the code that operators and programs use. */
export async function findCustomer(db: Kysely<Database>, code: string) {
  return await findCustomerByCode(db, code)
}
