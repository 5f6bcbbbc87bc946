import { z } from 'zod'
import type { CallStore } from '../../../db/calls/call-store.ts'
import { Integer } from '../../../db/calls/row-values.ts'
import { seenSql } from '../../../db/calls/snapshots.ts'
import { openStatuses } from './relation-rules.ts'

/** The calls of a customer that began in a month. */
export type Slice = z.infer<typeof Slice>
const Slice = z.object({
  customerId: z.string(),
  /** YYYYMM. */
  month: z.int(),
  calls: Integer,
})

/** All slices of a snapshot, by customer and month. */
export async function selectSlices(calls: CallStore, seen: number): Promise<Slice[]> {
  return await calls.query({
    sql: `SELECT toString(customer_id) AS customerId, toYYYYMM(started_at) AS month, count() AS calls
      FROM calls WHERE ${seenSql} GROUP BY customerId, month ORDER BY customerId, month`,
    params: { seen },
    row: Slice,
    limits: { resultRows: 1_000_000, executionSeconds: 120 },
  })
}

/**
 * The numbers of a slice whose calls are not returned as the rule in `changedRelations` has it: found by the engine, as
 * a change of the setting touches few callers.
 */
export async function selectMisclassifiedNumbers(
  calls: CallStore,
  { customerId, month }: Slice,
  { returnedWithinMs, seen }: { returnedWithinMs: number; seen: number },
): Promise<string[]> {
  const rows = await calls.query({
    sql: `WITH open AS (
        SELECT caller_number AS number, coalesce(ended_at, started_at) AS ended,
          ifNull(returned_at, toDateTime64(0, 3, 'UTC')) AS stored
        FROM calls
        WHERE customer_id = {customer:UUID} AND toYYYYMM(started_at) = {month:UInt32}
          AND direction = 'inbound' AND status IN {open:Array(String)} AND isNull(parent_call_id)
          AND caller_number != '' AND ${seenSql}
      ), reached AS (
        SELECT if(direction = 'inbound', caller_number, target_number) AS number,
          coalesce(answered_at, started_at) AS at
        FROM calls
        WHERE customer_id = {customer:UUID} AND status = 'answered' AND isNull(parent_call_id)
          AND ${seenSql}
          AND at BETWEEN (SELECT min(ended) FROM open)
            AND (SELECT addMilliseconds(max(ended), {within:Int64}) FROM open)
          AND started_at <= (SELECT addMilliseconds(max(ended), {within:Int64}) FROM open)
          AND number IN (SELECT number FROM open)
      )
      SELECT DISTINCT open.number AS number
      FROM open ASOF LEFT JOIN reached ON open.number = reached.number AND reached.at >= open.ended
      WHERE stored != if(reached.at BETWEEN ended AND addMilliseconds(ended, {within:Int64}),
        reached.at, toDateTime64(0, 3, 'UTC'))`,
    params: { customer: customerId, month, open: [...openStatuses], within: returnedWithinMs, seen },
    row: z.object({ number: z.string() }),
    limits: { resultRows: 10_000_000, executionSeconds: 300 },
  })
  return rows.map(({ number }) => number)
}
