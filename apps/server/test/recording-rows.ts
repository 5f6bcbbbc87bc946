import { randomUUID } from 'node:crypto'
import type { RedactionStatus } from '@callboard/contract/recordings'
import type { Db } from '#server/db/tables/schema.ts'

interface RowGiven {
  callId: string
  customerId: string
  callStartedAt?: string
  redactionStatus?: RedactionStatus
  duration?: number | null
  channels?: number | null
  isSpeechChecked?: boolean
  /** The engine that wrote down what was said; nobody's unless given. */
  transcriptBy?: string
  /** What was said, as heard by those with the right, and by all others. */
  said?: string
  masked?: string
}

/** A recording as the work on one leaves it, without its sound: for what is asked of many, in every state. */
export async function insertRecordingRow(
  db: Db,
  { callId, customerId, said = '', masked = said, ...given }: RowGiven,
): Promise<string> {
  const { redactionStatus = 'clean', duration = 12.4, channels = 2, isSpeechChecked = true } = given
  const id = randomUUID()
  const [original, redacted] = [`${id}-original`, `${id}-redacted`]
  await db
    .insertInto('recording_file')
    .values([{ key: original }, { key: redacted }])
    .execute()
  await db
    .insertInto('recording')
    .values({
      id,
      call_id: callId,
      customer_id: customerId,
      call_started_at: new Date(given.callStartedAt ?? '2026-03-10T15:00:00.000Z'),
      type: 'wav',
      bytes: 1,
      sha256: Buffer.from(id),
      original_key: original,
      redacted_key: redacted,
      redaction_status: redactionStatus,
      is_speech_checked: isSpeechChecked,
      transcript_by: given.transcriptBy ?? null,
      duration,
      channels,
    })
    .execute()
  const turns = (text: string) => JSON.stringify([{ speaker: 'caller', start: 0, end: 5, text }])
  await db
    .insertInto('recording_content')
    .values({ recording_id: id, transcript: turns(said), redacted_transcript: turns(masked) })
    .execute()
  return id
}

export async function updateRecordingRow(
  db: Db,
  id: string,
  redactionStatus: RedactionStatus,
): Promise<void> {
  await db.updateTable('recording').set({ redaction_status: redactionStatus }).where('id', '=', id).execute()
}

/** A recording that could not be fetched, of any customer. */
export async function insertFailedFetch(db: Db, callId: string): Promise<string> {
  const { id } = await db
    .insertInto('recording_fetch')
    .values((insert) => ({
      call_id: callId,
      customer_id: insert.selectFrom('customer').select('id').limit(1),
      call_started_at: new Date('2026-03-10T15:00:00.000Z'),
      url: 'nonsense',
      state: 'failed',
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
