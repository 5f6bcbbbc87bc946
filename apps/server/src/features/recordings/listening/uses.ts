import type { Body } from '@callboard/contract/endpoint'
import type { RecordingUse, searchRecordingUses } from '@callboard/contract/recording-uses'
import type { Caller } from '../../../access/callers/caller.ts'
import type { CallerReading } from '../../../access/rows/caller-reading.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { type ListPage, mapItems } from '../../../db/records/list-page.ts'
import { AppError } from '../../../lib/app-error.ts'
import { getVisibleRecording, type Listening } from './listening.ts'
import { type TicketRow, updateTicketUse } from '../keeping/store.ts'
import * as store from './uses-store.ts'

/** A player asks for many parts of a recording: within this time they are one playback. */
const onePlaybackMs = 10 * 60_000
const hourMs = 3_600_000

interface Use {
  caller: Caller
  /** Where the request comes from. */
  address: string
  recordingId: string
  kind: RecordingUse['kind']
}

/**
 * Records who hears what, before the first byte: throws `unavailable` when it cannot be recorded. Requests of a session
 * for the same within ten minutes are one use, and so is everything by one ticket.
 */
export async function recordUse(
  db: Db,
  { caller, address, recordingId, kind }: Use,
  { redacted, reason }: Pick<Listening, 'redacted' | 'reason'>,
): Promise<void> {
  const now = new Date()
  const use = {
    recording_id: recordingId,
    user_id: (caller.viewedBy ?? caller).userId,
    masked_user_id: caller.viewedBy === null ? null : caller.userId,
    session_id: caller.sessionId,
    is_redacted: redacted,
    kind,
    reason,
    address,
    at: now,
  }
  await orUnavailable(
    db.transaction().execute(async (transaction) => {
      const since = new Date(now.getTime() - onePlaybackMs)
      if (await store.hasUse(transaction, use, since)) return
      await insertUse(transaction, caller, use)
    }),
  )
}

/** The same by a ticket, once in its life. */
export async function recordTicketUse(
  db: Db,
  { caller, address }: Pick<Use, 'caller' | 'address'>,
  ticket: TicketRow,
): Promise<void> {
  const now = new Date()
  await orUnavailable(
    db.transaction().execute(async (transaction) => {
      if (!(await updateTicketUse(transaction, ticket.token_hash, now))) return
      await insertUse(transaction, caller, {
        recording_id: ticket.recording_id,
        user_id: (caller.viewedBy ?? caller).userId,
        masked_user_id: ticket.masked_user_id,
        session_id: ticket.session_id,
        is_redacted: ticket.is_redacted,
        kind: ticket.is_download ? 'download' : 'play',
        reason: ticket.reason,
        address,
        at: now,
      })
    }),
  )
}

/** Says so in the log when somebody plays more originals in an hour than is usual. */
async function insertUse(
  transaction: Db,
  { settings, log }: Caller,
  use: Parameters<typeof store.insertUse>[1],
): Promise<void> {
  await store.insertUse(transaction, use)
  if (use.is_redacted || use.kind === 'data') return
  const since = new Date(Date.now() - hourMs)
  const originals = await store.countOriginals(transaction, use.user_id, since)
  if (originals > settings.usualOriginalsPerHour)
    log.info(
      { unusualListening: use.user_id, originals },
      'more originals were played in an hour than is usual',
    )
}

async function orUnavailable(recorded: Promise<void>): Promise<void> {
  try {
    await recorded
  } catch (cause) {
    throw new AppError('unavailable', 'Who listens cannot be recorded at the moment, so nothing is played.', {
      cause,
    })
  }
}

/** Who used a recording, the newest first. */
export async function listUses(
  reading: CallerReading,
  { id, page, pageSize }: Body<typeof searchRecordingUses> & { id: string },
): Promise<ListPage<RecordingUse>> {
  const recording = await getVisibleRecording(reading, id)
  const uses = await store.selectUses(reading.db, recording.id, { page, pageSize })
  return mapItems(uses, (use) => ({ ...use, at: use.at.toISOString() }))
}
