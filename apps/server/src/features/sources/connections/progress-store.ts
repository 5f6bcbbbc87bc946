import { z } from 'zod'
import type { CallStore } from '../../../db/calls/call-store.ts'
import { seenSql } from '../../../db/calls/snapshots.ts'

const maxCalls = 10_000

/** The external ids of calls of a source that are in progress. */
export async function selectCallsInProgress(
  calls: CallStore,
  { customerId, sourceSystem, seen }: { customerId: string; sourceSystem: string; seen: number },
): Promise<string[]> {
  const rows = await calls.query({
    sql: `SELECT external_call_id AS id FROM calls
      WHERE customer_id = {customer:UUID} AND source_system = {source:String} AND status = 'in-progress'
        AND ${seenSql} LIMIT {limit:UInt32}`,
    params: { customer: customerId, source: sourceSystem, seen, limit: maxCalls },
    row: z.object({ id: z.string() }),
    limits: { resultRows: maxCalls },
  })
  return rows.map(({ id }) => id)
}
