import { entityTypes } from '@callboard/contract/claims'
import { callPhases, directions } from '@callboard/contract/fields'
import { z } from 'zod'
import type { CallStore } from '../../db/calls/call-store.ts'
import { InstantValue, instantParam, TextOrNull } from '../../db/calls/row-values.ts'
import { seenSql } from '../../db/calls/snapshots.ts'

const codes = z.record(z.enum(entityTypes), z.string())

const StoredLiveCall = z
  .object({
    id: z.string(),
    customer_id: z.string(),
    direction: z.enum(directions),
    phase: z.enum(callPhases),
    phase_since: InstantValue,
    started_at: InstantValue,
    caller_number: TextOrNull,
    caller_name: TextOrNull,
    tracking_number: z.string(),
    target_number: TextOrNull,
    campaign: TextOrNull,
    source: TextOrNull,
    agent: TextOrNull,
    codes,
  })
  .transform((row) => ({
    id: row.id,
    customerId: row.customer_id,
    direction: row.direction,
    phase: row.phase,
    phaseSince: row.phase_since,
    startedAt: row.started_at,
    callerNumber: row.caller_number,
    callerName: row.caller_name,
    trackingNumber: row.tracking_number,
    targetNumber: row.target_number,
    campaign: row.campaign,
    source: row.source,
    agent: row.agent,
    codes: row.codes,
  }))
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
    sql: `SELECT id, customer_id, direction, ${phase} AS phase, ${phaseSince} AS phase_since, started_at, caller_number, caller_name,
        tracking_number, target_number, campaign, source, agent,
        map(${entityTypes.map((type) => `'${type}', toString(${type})`).join(', ')}) AS codes
      FROM calls
      WHERE status = 'in-progress' AND started_at >= {since:DateTime64(3, 'UTC')} AND ${seenSql}
        AND isNull(parent_call_id)`,
    params: { since: instantParam(since), seen },
    row: StoredLiveCall,
    signal,
  })
}
