import { sql } from 'kysely'
import type { Db } from '../../../db/tables/schema.ts'
import type { RecordingRow } from './store.ts'

const bytes = sql<number>`coalesce(CASE WHEN original_key IS NOT NULL THEN bytes END, 0) + coalesce(redacted_bytes, 0)`

/** Of all files of recordings. */
export async function selectStoredBytes(db: Db): Promise<number> {
  const { sum } = await db
    .selectFrom('recording')
    .select(sql<number>`coalesce(sum(${bytes}), 0)::bigint`.as('sum'))
    .executeTakeFirstOrThrow()
  return sum
}

/**
 * The recording whose files are to be looked at next: first those with which something was wrong, then those that nobody has
 * looked at for the longest time. Undefined when all were since `before`.
 */
export async function selectUnchecked(db: Db, before: Date): Promise<RecordingRow | undefined> {
  const unchecked = db
    .selectFrom('recording')
    .where((where) => where.or([where('checked_at', 'is', null), where('checked_at', '<', before)]))
    .selectAll()
    .limit(1)
  const damaged = await unchecked.where('damage', 'is not', null).executeTakeFirst()
  return damaged ?? (await unchecked.orderBy(sql`checked_at NULLS FIRST`).executeTakeFirst())
}

/** Unless the recording was changed meanwhile, and its files with it. */
export async function updateChecked(
  db: Db,
  { id, revision }: Pick<RecordingRow, 'id' | 'revision'>,
  damage: string | null,
): Promise<void> {
  await db
    .updateTable('recording')
    .set({
      checked_at: new Date(),
      damage: sql`CASE revision WHEN ${revision} THEN ${damage} ELSE damage END`,
    })
    .where('id', '=', id)
    .execute()
}
