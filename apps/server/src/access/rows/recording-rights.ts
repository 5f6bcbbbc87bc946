import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { type Caller, holds } from '../callers/caller.ts'
import type { RecordingTable } from '../../db/tables/recording-tables.ts'

/** Whether one may hear a version, once one has said why. */
export function mayHear(
  caller: Caller,
  recording: HearableRecording,
  { redacted }: { redacted: boolean },
): boolean {
  return findHearingError(caller, recording, { redacted, isReasonRequired: false }) === undefined
}

/** Why one may not; undefined when one may. */
export function findHearingError(
  caller: Caller,
  recording: HearableRecording,
  { redacted, isReasonRequired }: { redacted: boolean; isReasonRequired: boolean },
): AppError | undefined {
  const mayHearAll = holds(caller, 'recording.unredacted')
  if (redacted) {
    if (!isRedacted(recording))
      return new AppError('notAudible', 'This recording has no redacted version right now.')
    if (recording.requires_speech_check && !recording.is_speech_checked && !mayHearAll)
      return new AppError('notAudible', 'What was spoken has not been checked: there is no transcript yet.')
    return undefined
  }
  if (!mayHearAll) return new AppError('notAudible', 'You may hear the redacted version only.')
  if (recording.original_key === null)
    return new AppError('notAudible', 'The original was destroyed: only the redacted version is left.')
  if (isReasonRequired) return new AppError('reasonRequired', 'Say why you want to hear the original.')
  return undefined
}

function isRedacted({ redaction_status: status, redacted_key: key }: HearableRecording): boolean {
  return key !== null && (status === 'clean' || status === 'redacted')
}

/**
 * Whether words are looked for in what was said, or in what is left of it when it is masked. Where one has to say why one
 * wants an original, nobody does the first: a search asks for no reason, and is not recorded.
 */
export function mayReadOriginalWords(caller: Caller): boolean {
  return holds(caller, 'recording.unredacted') && caller.settings.recordingReason !== 'originals'
}

/** Of each call the oldest recording whose redacted version the caller may hear now; calls without one are not in it. */
export async function listAudibleRecordings(
  db: Db,
  caller: Caller,
  callIds: readonly string[],
): Promise<Map<string, string>> {
  if (callIds.length === 0) return new Map()
  const audible = new Map<string, string>()
  for (const recording of await selectHearableRecordings(db, callIds)) {
    const { id, call_id: callId } = recording
    if (!audible.has(callId) && mayHear(caller, recording, { redacted: true })) audible.set(callId, id)
  }
  return audible
}

/** What decides who may hear a recording, with what its customer says of that. */
type HearableRecording = Pick<
  Selectable<RecordingTable>,
  'redaction_status' | 'redacted_key' | 'original_key' | 'is_speech_checked'
> & { requires_speech_check: boolean }

/** Of these calls, the oldest first. */
async function selectHearableRecordings(
  db: Db,
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
