import { sql } from 'kysely'
import type { Db } from '../../../db/tables/schema.ts'

/** Recordings that wait for the storage, those that were tried last at the end. */
export async function selectWaiting(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('recording')
    .where('redaction_status', '=', 'pending')
    .where('tried_at', 'is not', null)
    .orderBy('tried_at')
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Ends the work on a recording until the storage is back; one that is heard meanwhile does not say why. */
export async function updateWaiting(db: Db, id: string, why: string): Promise<void> {
  await db
    .updateTable('recording')
    .set({
      tried_at: new Date(),
      worked_until: null,
      error: sql`CASE redaction_status WHEN 'pending' THEN ${why} ELSE error END`,
    })
    .where('id', '=', id)
    .execute()
}
