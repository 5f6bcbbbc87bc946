import { z } from 'zod'
import type { CallStore } from '../../../db/calls/call-store.ts'
import { instantParam } from '../../../db/calls/row-values.ts'
import { seenSql } from '../../../db/calls/snapshots.ts'

const Unended = z
  .object({ customer_id: z.string(), source_system: z.string(), external_call_id: z.string() })
  .transform((row) => ({
    customerId: row.customer_id,
    sourceSystem: row.source_system,
    externalCallId: row.external_call_id,
  }))
export type UnendedCall = z.infer<typeof Unended>

/** Calls in progress of which nothing newer is known than this, the oldest first. */
export async function selectUnendedCalls(
  calls: CallStore,
  { quietSince, seen, limit }: { quietSince: Date; seen: number; limit: number },
): Promise<UnendedCall[]> {
  return await calls.query({
    sql: `SELECT customer_id, source_system, external_call_id FROM calls
      WHERE status = 'in-progress' AND ${seenSql}
        AND greatest(started_at, ifNull(phase_since, started_at)) < {quietSince:DateTime64(3, 'UTC')}
      ORDER BY started_at, id LIMIT {limit:UInt32}`,
    params: { quietSince: instantParam(quietSince), seen, limit },
    row: Unended,
    limits: { resultRows: limit, threads: 1 },
  })
}
