import type { Kysely } from 'kysely'
import { type Caller, holds } from '../../access/caller.ts'
import { Scope } from '../../access/scope.ts'
import type { CallStore } from '../../db/call-store.ts'
import type { Database } from '../../db/schema.ts'
import type { Snapshots } from '../../db/snapshots.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { findVisibleCall } from '../../reporting/visible-calls.ts'
import * as store from './store.ts'

export interface Reading {
  db: Kysely<Database>
  calls: CallStore
  snapshots: Snapshots
  caller: Caller
  signal: AbortSignal
}

/** A reason holds for so long in the session that gave it: as long as the ticket that was given for it may. */
const reasonMs = 3_660_000

/** What a caller may hear of a version of a recording at this moment. */
export interface Listening {
  redacted: boolean
  isAudible: boolean
  /** Why not, when it is not audible. */
  error: AppError | undefined
  mayHearOriginal: boolean
  /** A reason has to be given first. */
  isReasonRequired: boolean
  /** The one that was given. */
  reason: string | null
}

/** A recording of a call that the caller may see. Throws `notFound`, the same for any other id. */
export async function getVisibleRecording(reading: Reading, id: string): Promise<store.HeardRecording> {
  const row = orNotFound(await store.selectRecording(reading.db, id))
  await requireVisibleCall(reading, row.call_id)
  return row
}

/** Throws `notFound`. */
export async function requireVisibleCall(reading: Reading, callId: string): Promise<void> {
  orNotFound(await findVisibleCall(await Scope.of(reading.db, reading.caller), callId, reading))
}

/**
 * Whether the caller may hear a version of a recording that they may see. Nothing else decides: whatever gives anything of
 * a recording asks here, at each request.
 */
export async function listeningTo(
  { db, caller }: Pick<Reading, 'db' | 'caller'>,
  recording: store.HeardRecording,
  { redacted }: { redacted: boolean },
): Promise<Listening> {
  const mayHearOriginal = mayHear(caller, recording, { redacted: false })
  const isAsked = mayHearOriginal && caller.settings.recordingReason === 'originals'
  const reason = mayHearOriginal ? await findReason(db, caller, recording.id) : undefined
  const isReasonRequired = isAsked && reason === undefined
  const error = findError(caller, recording, { redacted, isReasonRequired })
  return {
    redacted,
    isAudible: error === undefined,
    error,
    mayHearOriginal,
    isReasonRequired,
    reason: redacted ? null : (reason ?? null),
  }
}

/** Whether one may hear a version, once one has said why. */
export function mayHear(
  caller: Caller,
  recording: store.HeardRecording,
  { redacted }: { redacted: boolean },
): boolean {
  return findError(caller, recording, { redacted, isReasonRequired: false }) === undefined
}

async function findReason(db: Kysely<Database>, { sessionId }: Caller, recordingId: string) {
  const since = new Date(Date.now() - reasonMs)
  return await store.selectReason(db, { sessionId, recordingId, since })
}

function findError(
  caller: Caller,
  recording: store.HeardRecording,
  { redacted, isReasonRequired }: { redacted: boolean; isReasonRequired: boolean },
): AppError | undefined {
  const mayHearAll = holds(caller, 'recording.unredacted')
  if (redacted) {
    if (!isRedacted(recording))
      return new AppError('notAudible', 'There is no redacted version of this recording at the moment.')
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

function isRedacted({ redaction_status: status, redacted_key: key }: store.RecordingRow): boolean {
  return key !== null && (status === 'clean' || status === 'redacted')
}

/**
 * Whether words are looked for in what was said, or in what is left of it when it is masked. Where one has to say why one
 * wants an original, nobody does the first: a search asks for no reason, and is not recorded.
 */
export function mayReadOriginalWords(caller: Caller): boolean {
  return holds(caller, 'recording.unredacted') && caller.settings.recordingReason !== 'originals'
}
