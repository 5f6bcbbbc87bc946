import { sql } from 'kysely'
import { z } from 'zod'
import type { StoredCalls } from '../../../db/calls/stored-calls.ts'
import { InstantValue } from '../../../db/calls/row-values.ts'
import type { Db, Transaction } from '../../../db/tables/schema.ts'
import { seenSql } from '../../../db/calls/snapshots.ts'
import { constantColumn } from '../../../report-engine/sql/constant-sql.ts'
import { isFree, type RecordingRow } from '../keeping/store.ts'

/**
 * Recordings whose original is to be destroyed: they were redacted by these rules, and by a transcript, or none came for one
 * that was there before `createdBefore` and need not have one. None is waited for.
 */
export async function selectDoneOriginals(
  db: Db,
  { rules, createdBefore, id }: { rules: number; createdBefore: Date; id?: string },
): Promise<RecordingRow[]> {
  return await db
    .selectFrom('recording')
    .innerJoin('customer', 'customer.id', 'recording.customer_id')
    .where('redacts_for_good', '=', true)
    .where('original_key', 'is not', null)
    .where('redaction_status', 'in', ['clean', 'redacted'])
    .where('rules_version', '=', rules)
    .where('speech_state', '!=', 'waiting')
    .where(
      sql<boolean>`(is_speech_checked OR (NOT requires_speech_check AND recording.created_at < ${createdBefore}))`,
    )
    .where(isFree('worked_until'))
    .$if(id !== undefined, (all) => all.where('recording.id', '=', id ?? ''))
    .selectAll('recording')
    .execute()
}

/** Undefined when it was deleted. */
export async function selectRecordedCall({ calls, snapshots }: StoredCalls, id: string) {
  const [call] = await calls.query({
    sql: `SELECT ${constantColumn('contactNumber')} AS contact_number, started_at, parent_call_id FROM calls WHERE id = {id:UUID} AND ${seenSql}`,
    params: { id, seen: await snapshots.published() },
    row: z.object({
      contact_number: z.string(),
      started_at: InstantValue,
      parent_call_id: z.string().nullable(),
    }),
    limits: { resultRows: 1 },
  })
  return call
}

export async function hasHold(db: Db, callIds: readonly string[]): Promise<boolean> {
  const held = await db.selectFrom('call_hold').where('id', 'in', callIds).select('id').executeTakeFirst()
  return held !== undefined
}

/** Forgets the original and what only it says; false when the recording was changed meanwhile. */
export async function deleteOriginal(
  transaction: Transaction,
  { id, revision }: Pick<RecordingRow, 'id' | 'revision'>,
): Promise<boolean> {
  const updated = await transaction
    .updateTable('recording')
    .set({ original_key: null, revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('redaction_status', 'in', ['clean', 'redacted'])
    .where('speech_state', '!=', 'waiting')
    .where(isFree('worked_until'))
    .returning('id')
    .executeTakeFirst()
  if (updated === undefined) return false
  const nothing = JSON.stringify([])
  await transaction
    .updateTable('recording_content')
    .set({
      peaks: nothing,
      key_tones: nothing,
      transcript: nothing,
      spans: sql`jsonb_path_query_array(spans, '$[*] ? (@.isLifted == false)')`,
    })
    .where('recording_id', '=', id)
    .execute()
  return true
}
