import type { Insertable, Selectable, Updateable } from 'kysely'
import type { RecordingFetchTable } from '../../../db/tables/recording-tables.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { idsOf } from '../keeping/store.ts'

export type FetchRow = Selectable<RecordingFetchTable>

/** The ids of those that were not asked for before. */
export async function insertFetches(
  db: Db,
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

export async function selectFetch(db: Db, id: string): Promise<FetchRow | undefined> {
  return await db.selectFrom('recording_fetch').where('id', '=', id).selectAll().executeTakeFirst()
}

/** Those of a call that did not come yet, the oldest first. */
export async function selectFetchesOfCall(db: Db, callId: string): Promise<FetchRow[]> {
  return await db
    .selectFrom('recording_fetch')
    .where('call_id', '=', callId)
    .where('state', '!=', 'fetched')
    .orderBy('id')
    .selectAll()
    .execute()
}

/** Those that wait for a job which has never come to its end: the portal ended meanwhile. */
export async function selectLeftFetches(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('recording_fetch')
    .where('state', '=', 'waiting')
    .where('at', '<', before)
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** One that failed begins anew; undefined when it is not failed any more. */
export async function updateFailedFetch(db: Db, id: string): Promise<FetchRow | undefined> {
  return await db
    .updateTable('recording_fetch')
    .set({ state: 'waiting', attempts: 0, error: null, at: new Date() })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .returningAll()
    .executeTakeFirst()
}

export async function updateFetch(
  db: Db,
  id: string,
  values: Updateable<RecordingFetchTable>,
): Promise<void> {
  await db
    .updateTable('recording_fetch')
    .set({ ...values, at: new Date() })
    .where('id', '=', id)
    .execute()
}

export async function deleteFetchesOfCalls(transaction: Db, callIds: readonly string[]): Promise<void> {
  await transaction.deleteFrom('recording_fetch').where('call_id', '=', idsOf(callIds)).execute()
}
