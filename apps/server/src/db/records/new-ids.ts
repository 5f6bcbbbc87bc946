import { sql } from 'kysely'
import type { Db } from '../tables/schema.ts'

/** Ids for new records, in ascending order. */
export async function newIds(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT uuidv7() AS id FROM generate_series(1, ${count}::integer)`.execute(db)
  return rows.map(({ id }) => id)
}
