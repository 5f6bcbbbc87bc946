import { sql, type Kysely } from 'kysely'
import type { Database } from '../tables/schema.ts'

/** Ids for new records, in ascending order. */
export async function newIds(db: Kysely<Database>, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT uuidv7() AS id FROM generate_series(1, ${count}::integer)`.execute(db)
  return rows.map(({ id }) => id)
}
