import { z } from 'zod'
import type { CallStore } from '../../../db/calls/call-store.ts'
import { instantParam } from '../../../db/calls/row-values.ts'
import { seenSql } from '../../../db/calls/snapshots.ts'

const Unended = z.object({ customerId: z.string(), sourceSystem: z.string(), externalCallId: z.string() })
export type UnendedCall = z.infer<typeof Unended>

/** Calls in progress of which nothing newer is known than this, the oldest first. */
export async function selectUnendedCalls(
  calls: CallStore,
  { quietSince, seen, limit }: { quietSince: Date; seen: number; limit: number },
): Promise<UnendedCall[]> {
  return await calls.query({
    sql: `SELECT customer_id AS customerId, source_system AS sourceSystem, external_call_id AS externalCallId
      FROM calls
      WHERE status = 'in-progress' AND ${seenSql}
        AND greatest(started_at, ifNull(phase_since, started_at)) < {quietSince:DateTime64(3, 'UTC')}
      ORDER BY started_at, id LIMIT {limit:UInt32}`,
    params: { quietSince: instantParam(quietSince), seen, limit },
    row: Unended,
    limits: { resultRows: limit, threads: 1 },
  })
}
