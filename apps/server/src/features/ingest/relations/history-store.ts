import { z } from 'zod'
import type { CallStore } from '../../../db/calls/call-store.ts'
import { Integer } from '../../../db/calls/row-values.ts'
import { openStatuses } from './relation-rules.ts'

const History = z.object({
  /** Inbound calls so far. */
  count: Integer,
  /** Start of the newest of them. */
  newest: z.string(),
  /** When one of them was answered last; before all calls when none was. */
  lastReached: z.string(),
  /** An arriving answered call may be the first that returns one of them. */
  isOpen: z.boolean(),
})
export type History = z.infer<typeof History>

/**
 * The inbound calls of these numbers to a customer so far. An arriving call that was answered at `answeredFrom` or later
 * may return those that ended from `openFrom` on. Starts tell nothing of that: somebody may wait for hours.
 */
export async function selectHistories(
  calls: CallStore,
  customerId: string,
  { numbers, openFrom, answeredFrom }: { numbers: readonly string[]; openFrom: string; answeredFrom: string },
): Promise<Map<string, History>> {
  const rows = await calls.query({
    sql: `SELECT caller_number AS callerNumber, count() AS count, toString(max(started_at)) AS newest,
        toString(maxIf(coalesce(answered_at, started_at), status = 'answered')) AS lastReached,
        toBool(countIf(status IN {open:Array(String)}
          AND coalesce(ended_at, started_at) >= {openFrom:DateTime64(3, 'UTC')}
          AND (isNull(returned_at) OR returned_at > {answeredFrom:DateTime64(3, 'UTC')})) > 0) AS isOpen
      FROM calls
      WHERE customer_id = {customer:UUID} AND caller_number IN {numbers:Array(String)}
        AND direction = 'inbound' AND isNull(parent_call_id) AND seen_to = 0
      GROUP BY caller_number`,
    params: { customer: customerId, numbers, open: [...openStatuses], openFrom, answeredFrom },
    row: History.extend({ callerNumber: z.string() }),
    limits: { resultRows: numbers.length, executionSeconds: 20 },
  })
  return new Map(rows.map(({ callerNumber, ...history }) => [callerNumber, history]))
}

/** When an outbound call to each of the numbers was answered last; without those that were never reached. */
export async function selectLastReached(
  calls: CallStore,
  customerId: string,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await calls.query({
    sql: `SELECT target_number, toString(max(coalesce(answered_at, started_at))) AS last_reached FROM calls
      WHERE customer_id = {customer:UUID} AND direction = 'outbound' AND status = 'answered'
        AND isNull(parent_call_id) AND target_number IN {numbers:Array(String)} AND seen_to = 0
      GROUP BY target_number`,
    params: { customer: customerId, numbers },
    row: z.object({ target_number: z.string(), last_reached: z.string() }),
    limits: { resultRows: numbers.length, executionSeconds: 20 },
  })
  return new Map(rows.map((row) => [row.target_number, row.last_reached]))
}
