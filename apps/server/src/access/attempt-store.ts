import { sql, type Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'

export interface FailureCounts {
  ofName: number
  ofAddress: number
}

export async function countFailures(
  db: Kysely<Database>,
  { folded, address, since }: { folded: string; address: string; since: Date },
): Promise<FailureCounts> {
  const row = await db
    .selectFrom('sign_in_failure')
    .where('at', '>', since)
    .select([
      sql<number>`count(*) FILTER (WHERE folded = ${folded})::int`.as('of_name'),
      sql<number>`count(*) FILTER (WHERE address = ${address})::int`.as('of_address'),
    ])
    .executeTakeFirstOrThrow()
  return { ofName: row.of_name, ofAddress: row.of_address }
}

export async function insertFailure(
  db: Kysely<Database>,
  failure: { folded: string; address: string; at: Date },
): Promise<number> {
  const row = await db.insertInto('sign_in_failure').values(failure).returning('id').executeTakeFirstOrThrow()
  return row.id
}

export async function deleteFailuresBefore(db: Kysely<Database>, before: Date): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('at', '<', before).execute()
}

export async function deleteFailure(db: Kysely<Database>, id: number): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('id', '=', id).execute()
}
