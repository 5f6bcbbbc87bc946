import type { Direction } from '@callboard/contract/fields'
import type { Caller } from '../../../access/callers/caller.ts'
import { findHearingError, mayHear } from '../../../access/rows/recording-rights.ts'
import { Scope } from '../../../access/rows/scope.ts'
import type { CallerReading } from '../../../access/rows/caller-reading.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { type AppError, orNotFound } from '../../../lib/app-error.ts'
import { findVisibleCall } from '../../../report-engine/sql/visible-calls.ts'
import * as store from '../keeping/store.ts'

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

/** With the direction of its call. */
export type VisibleRecording = store.HeardRecording & { direction: Direction }

/** A recording of a call that the caller may see. Throws `notFound`, the same for any other id. */
export async function getVisibleRecording(reading: CallerReading, id: string): Promise<VisibleRecording> {
  const row = orNotFound(await store.selectRecording(reading.db, id))
  const { direction } = await requireVisibleCall(reading, row.call_id)
  return { ...row, direction }
}

/** Throws `notFound`. */
export async function requireVisibleCall(
  reading: CallerReading,
  callId: string,
): Promise<{ direction: Direction }> {
  return orNotFound(await findVisibleCall(await Scope.of(reading.db, reading.caller), callId, reading))
}

/**
 * Whether the caller may hear a version of a recording that they may see. Nothing else decides: whatever gives anything of
 * a recording asks here, at each request.
 */
export async function listeningTo(
  { db, caller }: Pick<CallerReading, 'db' | 'caller'>,
  recording: store.HeardRecording,
  { redacted }: { redacted: boolean },
): Promise<Listening> {
  const mayHearOriginal = mayHear(caller, recording, { redacted: false })
  const isAsked = mayHearOriginal && caller.settings.recordingReason === 'originals'
  const reason = mayHearOriginal ? await findReason(db, caller, recording.id) : undefined
  const isReasonRequired = isAsked && reason === undefined
  const error = findHearingError(caller, recording, { redacted, isReasonRequired })
  return {
    redacted,
    isAudible: error === undefined,
    error,
    mayHearOriginal,
    isReasonRequired,
    reason: redacted ? null : (reason ?? null),
  }
}

async function findReason(db: Db, { sessionId }: Caller, recordingId: string) {
  const since = new Date(Date.now() - reasonMs)
  return await store.selectReason(db, { sessionId, recordingId, since })
}
