import { z } from 'zod'
import type { StoredCalls } from '../../db/calls/stored-calls.ts'
import { instantParam, Integer } from '../../db/calls/row-values.ts'
import { seenSql } from '../../db/calls/snapshots.ts'

const OldCalls = z.object({ calls: Integer, held: Integer, oldest_ms: Integer })

/** The calls, with their legs. */
export async function selectWithLegs(
  { calls, snapshots }: StoredCalls,
  customerId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const legs = await calls.query({
    sql: `SELECT id FROM calls
      WHERE customer_id = {customer:UUID} AND parent_call_id IN {ids:Array(UUID)} AND ${seenSql}`,
    params: { customer: customerId, ids, seen: await snapshots.published() },
    row: z.object({ id: z.string() }),
    limits: { executionSeconds: 60 },
  })
  return [...ids, ...legs.map(({ id }) => id)]
}

/** Those of the calls that there are. */
export async function selectPresent(
  { calls, snapshots }: StoredCalls,
  customerId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const present = await calls.query({
    sql: `SELECT id FROM calls WHERE customer_id = {customer:UUID} AND id IN {ids:Array(UUID)} AND ${seenSql}`,
    params: { customer: customerId, ids, seen: await snapshots.published() },
    row: z.object({ id: z.string() }),
    limits: { executionSeconds: 60 },
  })
  return present.map(({ id }) => id)
}

/** The numbers that the calls came from. */
export async function selectCallerNumbers(
  { calls, snapshots }: StoredCalls,
  customerId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const numbers = await calls.query({
    sql: `SELECT DISTINCT assumeNotNull(caller_number) AS number FROM calls
      WHERE customer_id = {customer:UUID} AND id IN {ids:Array(UUID)} AND isNotNull(caller_number) AND ${seenSql}`,
    params: { customer: customerId, ids, seen: await snapshots.published() },
    row: z.object({ number: z.string() }),
    limits: { executionSeconds: 60 },
  })
  return numbers.map(({ number }) => number)
}

/** Calls of a customer that began before a time: those that are kept, and the others. */
export async function countOldCalls(
  { calls, snapshots }: StoredCalls,
  { customerId, before, kept }: { customerId: string; before: Date; kept: readonly string[] },
): Promise<{ count: number; held: number; oldest: Date | null }> {
  const isKept = '(id IN {kept:Array(UUID)} OR ifNull(parent_call_id IN {kept:Array(UUID)}, 0))'
  const [row] = await calls.query({
    sql: `SELECT countIf(NOT ${isKept}) AS calls, countIf(${isKept}) AS held,
        toUnixTimestamp64Milli(minIf(started_at, NOT ${isKept})) AS oldest_ms
      FROM calls
      WHERE customer_id = {customer:UUID} AND started_at < {before:DateTime64(3, 'UTC')} AND ${seenSql}`,
    params: {
      customer: customerId,
      before: instantParam(before),
      kept,
      seen: await snapshots.published(),
    },
    row: OldCalls,
    limits: { resultRows: 1, executionSeconds: 60 },
  })
  const { calls: count = 0, held = 0, oldest_ms: oldestMs = 0 } = row ?? {}
  return { count, held, oldest: count === 0 ? null : new Date(oldestMs) }
}
