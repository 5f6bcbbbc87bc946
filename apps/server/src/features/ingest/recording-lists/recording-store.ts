import { CallRecording } from '@callboard/contract/call-parts'
import { entityTypes } from '@callboard/contract/claims'
import { callStatuses, directions } from '@callboard/contract/fields'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { CallStore } from '../../../db/calls/call-store.ts'
import type { Database } from '../../../db/tables/schema.ts'
import { selectCall } from '../../../report-engine/summary/call-columns.ts'

/** A recording that came, changed or was deleted since the table of calls was told of it. */
export interface PendingRecording {
  id: number
  recordingId: string
  callId: string
  customerId: string
}

/** The oldest of them, without those that were told. */
export async function selectPending(
  db: Kysely<Database>,
  { told, limit }: { told: readonly number[]; limit: number },
): Promise<PendingRecording[]> {
  return await db
    .selectFrom('recording_untold')
    .where('id', '!=', sql<number>`ALL(${[...told]}::bigint[])`)
    .select(['id', 'recording_id as recordingId', 'call_id as callId', 'customer_id as customerId'])
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** What was noted of a recording after these were read stays. */
export async function deletePending(
  db: Kysely<Database>,
  pending: readonly PendingRecording[],
): Promise<void> {
  const ids = pending.map(({ id }) => id)
  await db
    .deleteFrom('recording_untold')
    .where('id', '=', sql<number>`ANY(${ids}::bigint[])`)
    .execute()
}

const state = sql<string>`CASE redaction_status
  WHEN 'pending' THEN 'processing' WHEN 'failed' THEN 'failed' ELSE 'ready' END`

/** The recordings that the portal has of these calls, as the calls list them. */
export async function selectRecordingsOf(
  db: Kysely<Database>,
  callIds: readonly string[],
): Promise<Map<string, CallRecording[]>> {
  const rows = await db
    .selectFrom('recording')
    .where('call_id', '=', sql<string>`ANY(${[...callIds]}::uuid[])`)
    .select(['id', 'call_id', 'duration', 'channels', 'redaction_status'])
    .select(state.as('status'))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const recordings = rows.map(({ call_id: callId, duration, redaction_status: redactionStatus, ...row }) => ({
    callId,
    recording: { ...row, duration: duration === null ? null : Math.round(duration), redactionStatus },
  }))
  return new Map(
    Array.from(
      Map.groupBy(recordings, ({ callId }) => callId),
      ([callId, some]) => [callId, some.map(({ recording }) => CallRecording.parse(recording))],
    ),
  )
}

const listing = selectCall([
  'id',
  'customerId',
  'startedAt',
  'direction',
  'status',
  'recordings',
  'legalHold',
  ...entityTypes,
])
const code = z
  .string()
  .nullable()
  .transform((text) => text ?? '')

const ListingCall = z.object({
  id: z.string(),
  customerId: z.string(),
  startedAt: z.string(),
  direction: z.enum(directions),
  status: z.enum(callStatuses),
  recordings: z.array(CallRecording),
  legalHold: z.boolean(),
  codes: z.record(z.enum(entityTypes), code),
})
export type ListingCall = z.infer<typeof ListingCall>

/** The calls as the newest change left them. To be called while nothing is written. */
export async function selectListingCalls(
  calls: CallStore,
  { customerIds, ids }: { customerIds: readonly string[]; ids: readonly string[] },
): Promise<ListingCall[]> {
  const rows = await calls.query({
    sql: `SELECT ${listing.select} FROM calls
      WHERE customer_id IN {customers:Array(UUID)} AND id IN {ids:Array(UUID)} AND seen_to = 0`,
    params: { customers: customerIds, ids },
    row: listing.row,
    limits: { resultRows: ids.length, executionSeconds: 20 },
  })
  return rows.map((row) =>
    ListingCall.parse({
      ...row,
      codes: Object.fromEntries(entityTypes.map((type) => [type, row[type]])),
    }),
  )
}

/** The column of the table of calls that lists recordings. */
export const recordingColumns = { table: 'recording_change', columns: ['recordings'] } as const

/** As lines for `changeColumns`. */
export function encodeRecordings(
  number: number,
  changed: readonly { id: string; recordings: readonly CallRecording[] }[],
): Buffer {
  return Buffer.from(
    changed
      .map(
        ({ id, recordings }) => `${JSON.stringify({ number, id, recordings: JSON.stringify(recordings) })}\n`,
      )
      .join(''),
  )
}
