import { entityTypes } from '@callboard/contract/claims'
import { callPhases, directions } from '@callboard/contract/fields'
import { z } from 'zod'
import type { CallStore } from '../../db/calls/call-store.ts'
import { InstantValue, instantParam, TextOrNull } from '../../db/calls/row-values.ts'
import { seenSql } from '../../db/calls/snapshots.ts'

const codes = z.record(z.enum(entityTypes), z.string())

const StoredLiveCall = z.object({
  id: z.string(),
  customerId: z.string(),
  direction: z.enum(directions),
  phase: z.enum(callPhases),
  phaseSince: InstantValue,
  startedAt: InstantValue,
  callerNumber: TextOrNull,
  callerName: TextOrNull,
  trackingNumber: z.string(),
  targetNumber: TextOrNull,
  campaign: TextOrNull,
  source: TextOrNull,
  agent: TextOrNull,
  codes,
})
export type StoredLiveCall = z.infer<typeof StoredLiveCall>

/** Of calls from before phases were kept. */
const phase = `multiIf(phase != '', toString(phase), isNull(answered_at), 'ringing', 'talking')`
const phaseSince = 'coalesce(phase_since, answered_at, started_at)'

/** Calls of all customers that are in progress and began since then. */
export async function selectLiveCalls(
  calls: CallStore,
  { since, seen, signal }: { since: Date; seen: number; signal: AbortSignal },
): Promise<StoredLiveCall[]> {
  return await calls.query({
    sql: `SELECT id, customer_id AS customerId, direction, ${phase} AS phase, ${phaseSince} AS phaseSince,
        started_at AS startedAt, caller_number AS callerNumber, caller_name AS callerName,
        tracking_number AS trackingNumber, target_number AS targetNumber, campaign, source, agent,
        map(${entityTypes.map((type) => `'${type}', toString(${type})`).join(', ')}) AS codes
      FROM calls
      WHERE status = 'in-progress' AND started_at >= {since:DateTime64(3, 'UTC')} AND ${seenSql}
        AND isNull(parent_call_id)`,
    params: { since: instantParam(since), seen },
    row: StoredLiveCall,
    signal,
  })
}
