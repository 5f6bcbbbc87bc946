import type { Insertable, Selectable } from 'kysely'
import type { EarlyRecordingTable } from '../../../db/tables/recording-tables.ts'
import type { Db } from '../../../db/tables/schema.ts'

export type EarlyRecording = Selectable<EarlyRecordingTable>

/** The one that waits for the call with the same bytes, if there is one. */
export async function insertEarly(db: Db, values: Insertable<EarlyRecordingTable>): Promise<EarlyRecording> {
  return await db
    .insertInto('early_recording')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['call_id', 'sha256']).doUpdateSet({ call_id: values.call_id }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Those that wait for a call, the oldest first. */
export async function selectEarlyOfCall(db: Db, callId: string): Promise<EarlyRecording[]> {
  return await db
    .selectFrom('early_recording')
    .where('call_id', '=', callId)
    .orderBy('id')
    .selectAll()
    .execute()
}

/** The calls that are waited for, each with its customer. */
export async function selectAwaitedCalls(db: Db) {
  return await db
    .selectFrom('early_recording')
    .select(['call_id', 'customer_id'])
    .groupBy(['call_id', 'customer_id'])
    .execute()
}

/** Takes one out, for whoever is the first to do so; false for all others. */
export async function deleteEarly(transaction: Db, id: string): Promise<boolean> {
  const deleted = await transaction
    .deleteFrom('early_recording')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Takes out all that wait since before. */
export async function deleteEarlyBefore(db: Db, before: Date): Promise<EarlyRecording[]> {
  return await db.deleteFrom('early_recording').where('at', '<', before).returningAll().execute()
}
