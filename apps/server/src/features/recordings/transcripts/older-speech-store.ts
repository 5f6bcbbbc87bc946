import type { OlderSpeech } from '@callboard/contract/speech-to-text'
import { sql } from 'kysely'
import { countRows } from '../../../db/records/list-page.ts'
import type { Db } from '../../../db/tables/schema.ts'

/** Without a transcript, and to be redacted by one. */
const isRedactable = sql<boolean>`(NOT is_speech_checked AND original_key IS NOT NULL
  AND redaction_status IN ('clean', 'redacted') AND duration IS NOT NULL AND transcript_by IS NULL)`

/** What the index `recording_unsent` holds, of customers who want it. */
const isUnsent = sql<boolean>`(speech_state = 'none' AND ${isRedactable}
  AND EXISTS (SELECT FROM customer WHERE id = customer_id AND uses_speech_to_text))`

/** How many there are, and the seconds of their sound; counted up to one more than the limit, those of the newest calls. */
export async function countUnsent(
  db: Db,
  limit: number,
): Promise<Pick<OlderSpeech, 'unsent' | 'seconds' | 'failed'>> {
  const { rows } = await sql<Pick<OlderSpeech, 'unsent' | 'seconds' | 'failed'>>`
    SELECT count(*) AS unsent, coalesce(sum(duration), 0)::float8 AS seconds,
      (SELECT count(*) FROM (SELECT FROM recording
        WHERE speech_state = 'failed' AND ${isRedactable} LIMIT ${limit}::integer + 1) AS counted) AS failed
      FROM (SELECT duration FROM recording WHERE ${isUnsent}
        ORDER BY call_started_at DESC LIMIT ${limit}::integer + 1) AS counted`.execute(db)
  const [row] = rows
  if (row === undefined) throw new TypeError('nothing was counted')
  return row
}

export async function selectSending(db: Db): Promise<Pick<OlderSpeech, 'isSending' | 'stoppedBy'>> {
  return await db
    .selectFrom('recording_rework')
    .select(['sends_to_speech as isSending', 'speech_stopped_by as stoppedBy'])
    .executeTakeFirstOrThrow()
}

/** False when it was so already. */
export async function updateSending(
  db: Db,
  { isSending, stoppedBy }: Pick<OlderSpeech, 'isSending' | 'stoppedBy'>,
): Promise<boolean> {
  const updated = await db
    .updateTable('recording_rework')
    .set({ sends_to_speech: isSending, speech_errors: 0, speech_stopped_by: stoppedBy })
    .where('sends_to_speech', '!=', isSending)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** As a change of a setting. */
export async function insertSendingChange(transaction: Db, isSending: boolean): Promise<void> {
  const changes = [{ field: 'isSending', from: !isSending, to: isSending }]
  await sql`SELECT write_change('setting', 'olderSpeech', 'Older recordings to speech to text', 'update',
    ${JSON.stringify(changes)}::jsonb)`.execute(transaction)
}

/** Counts what fails without a success in between, while older ones are sent; answers how many. */
export async function updateErrors(db: Db, { isError }: { isError: boolean }): Promise<number> {
  const row = await db
    .updateTable('recording_rework')
    .set({ speech_errors: isError ? sql`speech_errors + 1` : 0 })
    .where('sends_to_speech', '=', true)
    .returning('speech_errors')
    .executeTakeFirst()
  return row?.speech_errors ?? 0
}

/** Those that failed are sent again. */
export async function updateFailedUnsent(transaction: Db): Promise<void> {
  await transaction
    .updateTable('recording')
    .set({ speech_state: 'none', speech_error: null })
    .where('speech_state', '=', 'failed')
    .where(isRedactable)
    .execute()
}

/** Recordings of any age whose transcript could be made now. */
export async function countWaiting(db: Db): Promise<number> {
  return await countRows(
    db
      .selectFrom('recording')
      .where('speech_state', '=', 'waiting')
      .where((where) =>
        where.or([where('speech_not_before', 'is', null), where('speech_not_before', '<=', new Date())]),
      ),
  )
}

/** Of the newest calls so many have their transcripts made; answers their ids. */
export async function updateUnsent(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE recording SET speech_state = 'waiting', speech_error = NULL, speech_attempts = 0, speech_not_before = NULL
      WHERE id IN (SELECT id FROM recording WHERE ${isUnsent}
        ORDER BY call_started_at DESC LIMIT ${count} FOR UPDATE SKIP LOCKED)
      RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}
