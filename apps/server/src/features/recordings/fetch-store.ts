import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { RecordingFetchTable } from '../../db/recording-tables.ts'
import type { Database } from '../../db/schema.ts'

export type FetchRow = Selectable<RecordingFetchTable>

/** The ids of those that were not asked for before. */
export async function insertFetches(
  db: Kysely<Database>,
  rows: readonly Insertable<RecordingFetchTable>[],
): Promise<string[]> {
  const inserted = await db
    .insertInto('recording_fetch')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['call_id', 'url']).doNothing())
    .returning('id')
    .execute()
  return inserted.map(({ id }) => id)
}

export async function selectFetch(db: Kysely<Database>, id: string): Promise<FetchRow | undefined> {
  return await db.selectFrom('recording_fetch').where('id', '=', id).selectAll().executeTakeFirst()
}

/** Those of a call that did not come yet, the oldest first. */
export async function selectFetchesOfCall(db: Kysely<Database>, callId: string): Promise<FetchRow[]> {
  return await db
    .selectFrom('recording_fetch')
    .where('call_id', '=', callId)
    .where('state', '!=', 'fetched')
    .orderBy('id')
    .selectAll()
    .execute()
}

export async function updateFetch(
  db: Kysely<Database>,
  id: string,
  values: Updateable<RecordingFetchTable>,
): Promise<void> {
  await db
    .updateTable('recording_fetch')
    .set({ ...values, at: new Date() })
    .where('id', '=', id)
    .execute()
}
