import { sql } from 'kysely'
import type { Db } from '../../../db/tables/schema.ts'
import type { Spoken } from './speech.ts'
import { isFree, type RecordingRow } from '../keeping/store.ts'

/** A transcript to be made, not before a time where its source may still send one. */
export interface AwaitedTranscript {
  id: string
  after?: Date | null
}

/** What a customer says of the transcripts of its recordings. */
export async function selectSpeechWishes(
  db: Db,
  customerId: string,
): Promise<{ uses_speech_to_text: boolean; requires_speech_check: boolean }> {
  return await db
    .selectFrom('customer')
    .where('id', '=', customerId)
    .select(['uses_speech_to_text', 'requires_speech_check'])
    .executeTakeFirstOrThrow()
}

/** Recordings that wait for their transcript and that nobody works on, the oldest first. */
export async function selectAwaiting(db: Db): Promise<AwaitedTranscript[]> {
  return await db
    .selectFrom('recording')
    .where('speech_state', '=', 'waiting')
    .where(isFree('speech_until'))
    .orderBy('created_at')
    .select(['id', 'speech_not_before as after'])
    .execute()
}

/**
 * Takes a recording that waits for its transcript; undefined when somebody else has, it does not wait any more, or its source may
 * still send one.
 */
export async function claimSpeech(db: Db, id: string, until: Date): Promise<RecordingRow | undefined> {
  return await db
    .updateTable('recording')
    .set({ speech_until: until })
    .where('id', '=', id)
    .where('speech_state', '=', 'waiting')
    .where(isFree('speech_until'))
    .where((where) =>
      where.or([where('speech_not_before', 'is', null), where('speech_not_before', '<=', new Date())]),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Keeps it for oneself for longer; false when nobody waits for its transcript any more. */
export async function updateSpeechClaim(db: Db, id: string, until: Date): Promise<boolean> {
  const updated = await db
    .updateTable('recording')
    .set({ speech_until: until })
    .where('id', '=', id)
    .where('speech_state', '=', 'waiting')
    .where('original_key', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** What was being written down by a process that is no more. */
export async function updateSpeechUnclaimed(db: Db): Promise<void> {
  await db
    .updateTable('recording')
    .set({ speech_until: null })
    .where('speech_until', 'is not', null)
    .execute()
}

export async function updateSentTo(db: Db, id: string, engine: string): Promise<void> {
  await db.updateTable('recording').set({ speech_sent_to: engine }).where('id', '=', id).execute()
}

/** What became of an attempt, or that none is made any more. */
export async function updateSpeech(
  db: Db,
  id: string,
  values: {
    speech_state: 'waiting' | 'failed' | 'none'
    speech_error: string | null
    speech_attempts: number
  },
): Promise<void> {
  await db
    .updateTable('recording')
    // Whoever works on it meanwhile has to know.
    .set({ ...values, speech_until: null, revision: sql`revision + 1` })
    .where('id', '=', id)
    .where('speech_state', '=', 'waiting')
    .execute()
}

/**
 * Keeps what was said, by which the recording is to be redacted again; false when nobody waits for it any more: one was
 * given meanwhile.
 */
export async function updateSpoken(
  db: Db,
  id: string,
  { turns, isComplete, engine }: Spoken & { engine: string },
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const updated = await transaction
      .updateTable('recording')
      .set({ redaction_status: 'pending', error: null, tried_at: null, revision: sql`revision + 1` })
      .set({
        speech_state: isComplete ? 'done' : 'incomplete',
        speech_error: null,
        speech_until: null,
        transcript_by: engine,
      })
      .where('id', '=', id)
      .where('speech_state', '=', 'waiting')
      .where('original_key', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (updated === undefined) return false
    await transaction
      .updateTable('recording_content')
      .set({ transcript: JSON.stringify(turns) })
      .where('recording_id', '=', id)
      .execute()
    return true
  })
}

/** A transcript that was given stays. */
const mayBeMade = sql<boolean>`(transcript_by IS NOT NULL OR EXISTS (SELECT FROM recording_content
  WHERE recording_id = recording.id AND transcript = '[]'))`

/** Has the transcript made, unless one was given, or the original is gone or cannot be read; false then. */
export async function updateSpeechWanted(db: Db, id: string): Promise<boolean> {
  const updated = await db
    .updateTable('recording')
    .set({ speech_state: 'waiting', speech_error: null, speech_attempts: 0, speech_not_before: null })
    .where('id', '=', id)
    .where('original_key', 'is not', null)
    .where('duration', 'is not', null)
    .where('speech_state', '!=', 'waiting')
    .where(mayBeMade)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}
