import { type Kysely, type Selectable, sql } from 'kysely'
import type { RecordingTable } from '../../db/tables/recording-tables.ts'
import type { Database } from '../../db/tables/schema.ts'

/** What decides who may hear a recording, with what its customer says of that. */
export type HearableRecording = Pick<
  Selectable<RecordingTable>,
  'redaction_status' | 'redacted_key' | 'original_key' | 'is_speech_checked'
> & { requires_speech_check: boolean }

/** Of these calls, the oldest first. */
export async function selectHearableRecordings(
  db: Kysely<Database>,
  callIds: readonly string[],
): Promise<(HearableRecording & { id: string; call_id: string })[]> {
  return await db
    .selectFrom('recording')
    .innerJoin('customer', 'customer.id', 'recording.customer_id')
    .where('call_id', '=', sql<string>`ANY(${[...callIds]}::uuid[])`)
    .select(['recording.id', 'call_id', 'redaction_status', 'redacted_key', 'original_key'])
    .select(['is_speech_checked', 'requires_speech_check'])
    .orderBy('recording.created_at')
    .orderBy('recording.id')
    .execute()
}
