import { z } from 'zod'
import type { CallStore } from '../../db/calls/call-store.ts'
import { InstantValue } from '../../db/calls/row-values.ts'
import { seenSql, type Snapshots } from '../../db/calls/snapshots.ts'

export interface ReadingCalls {
  calls: CallStore
  snapshots: Snapshots
}

const CallState = z.object({ id: z.string(), contentHash: z.string(), isHeld: z.boolean() })

// The engine would quote an array of ten thousand ids one by one on the main thread.
const idList = `SELECT toUUID(arrayJoin(splitByChar(',', {ids:String})))`

/** Those of the calls that there are, as they are, and whether they, or the calls they are legs of, are held. */
export async function selectStates(
  { calls, snapshots }: ReadingCalls,
  { customerId, ids, held }: { customerId: string; ids: readonly string[]; held: readonly string[] },
) {
  if (ids.length === 0) return []
  return await calls.query({
    sql: `SELECT id, toString(content_hash) AS contentHash,
        toBool(id IN {held:Array(UUID)} OR ifNull(parent_call_id IN {held:Array(UUID)}, 0)) AS isHeld
      FROM calls WHERE customer_id = {customer:UUID} AND id IN (${idList}) AND ${seenSql}`,
    params: { customer: customerId, ids: ids.join(','), held, seen: await snapshots.published() },
    row: CallState,
    limits: { resultRows: ids.length, executionSeconds: 60 },
  })
}

/** What these calls are called at their source, and when they began. */
export async function selectNames(
  { calls, snapshots }: ReadingCalls,
  { customerId, ids }: { customerId: string; ids: readonly string[] },
) {
  if (ids.length === 0) return []
  return await calls.query({
    sql: `SELECT id, external_call_id AS externalCallId, started_at AS startedAt
      FROM calls WHERE customer_id = {customer:UUID} AND id IN {ids:Array(UUID)} AND ${seenSql}`,
    params: { customer: customerId, ids, seen: await snapshots.published() },
    row: z.object({ id: z.string(), externalCallId: z.string(), startedAt: InstantValue }),
    limits: { resultRows: ids.length, executionSeconds: 60 },
  })
}
