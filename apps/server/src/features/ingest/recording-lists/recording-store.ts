import { CallRecording } from '@callboard/contract/call-parts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { CallStore } from '../../../db/calls/call-store.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { selectNewest, NotifiedCall } from '../changes/newest-calls.ts'

/** A recording that came, changed or was deleted since the table of calls was told of it. */
export interface PendingRecording {
  id: number
  /** Null for one that is still to be fetched. */
  recordingId: string | null
  callId: string
  customerId: string
}

/** The oldest of them, without those that were told. */
export async function selectPending(
  db: Db,
  { synced, limit }: { synced: readonly number[]; limit: number },
): Promise<PendingRecording[]> {
  return await db
    .selectFrom('recording_untold')
    .where('id', '!=', sql<number>`ALL(${[...synced]}::bigint[])`)
    .select(['id', 'recording_id as recordingId', 'call_id as callId', 'customer_id as customerId'])
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** What was noted of a recording after these were read stays. */
export async function deletePending(db: Db, pending: readonly PendingRecording[]): Promise<void> {
  const ids = pending.map(({ id }) => id)
  await db
    .deleteFrom('recording_untold')
    .where('id', '=', sql<number>`ANY(${ids}::bigint[])`)
    .execute()
}

const state = sql<string>`CASE redaction_status
  WHEN 'pending' THEN 'processing' WHEN 'failed' THEN 'failed' ELSE 'ready' END`

/** What a call tells of the recordings that the portal has of it, or waits for. */
export interface OwnRecordings {
  recordings: CallRecording[]
  /** `original`, `checked` and `unchecked` redacted versions, `fetching`, `notFetched`; each once. */
  sounds: string[]
}

export async function selectRecordingsOf(
  db: Db,
  callIds: readonly string[],
): Promise<Map<string, OwnRecordings>> {
  const fetches = await db
    .selectFrom('recording_fetch')
    .where('call_id', '=', sql<string>`ANY(${[...callIds]}::uuid[])`)
    .where('state', '!=', 'fetched')
    .select(['call_id as callId', 'state'])
    .execute()
  const rows = await db
    .selectFrom('recording')
    .where('call_id', '=', sql<string>`ANY(${[...callIds]}::uuid[])`)
    .select(['id', 'call_id', 'duration', 'channels', 'redaction_status'])
    .select(['original_key', 'redacted_key', 'is_speech_checked'])
    .select(state.as('status'))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const found = new Map<string, OwnRecordings>()
  const of = (callId: string) => {
    const own = found.get(callId) ?? { recordings: [], sounds: [] }
    found.set(callId, own)
    return own
  }
  for (const { call_id: callId, redaction_status: redactionStatus, duration, ...row } of rows) {
    const { id, status, channels } = row
    const own = of(callId)
    const seconds = duration === null ? null : Math.round(duration)
    own.recordings.push(CallRecording.parse({ id, status, duration: seconds, channels, redactionStatus }))
    if (row.original_key !== null) own.sounds.push('original')
    const isRedacted = redactionStatus === 'clean' || redactionStatus === 'redacted'
    if (isRedacted && row.redacted_key !== null)
      own.sounds.push(row.is_speech_checked ? 'checked' : 'unchecked')
  }
  for (const fetch of fetches)
    of(fetch.callId).sounds.push(fetch.state === 'failed' ? 'notFetched' : 'fetching')
  for (const own of found.values()) own.sounds = [...new Set(own.sounds)].toSorted()
  return found
}

const Sounds = z.array(z.string())
const ListingCall = NotifiedCall.extend({
  recordings: z.array(CallRecording),
  sounds: Sounds,
  legalHold: z.boolean(),
})
export type ListingCall = z.infer<typeof ListingCall>

/** To be called while nothing is written. */
export async function selectListingCalls(
  calls: CallStore,
  asked: { customerIds: readonly string[]; ids: readonly string[] },
): Promise<ListingCall[]> {
  const rows = await selectNewest(calls, asked, {
    fields: ['recordings', 'legalHold'],
    columns: { sounds: Sounds },
  })
  return rows.map((row) => ListingCall.parse(row))
}

/** The columns of the table of calls that tell of recordings. */
export const recordingColumns = { table: 'recording_change', columns: ['recordings', 'sounds'] } as const

/** As lines for `changeColumns`. */
export function encodeRecordings(
  number: number,
  changed: readonly { id: string; recordings: readonly CallRecording[]; sounds: readonly string[] }[],
): Buffer {
  return Buffer.from(
    changed
      .map(
        ({ id, recordings, sounds }) =>
          `${JSON.stringify({ number, id, recordings: JSON.stringify(recordings), sounds })}\n`,
      )
      .join(''),
  )
}
