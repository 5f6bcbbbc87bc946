import { z } from 'zod'
import type { CallStore } from '../../../db/calls/call-store.ts'
import { Integer } from '../../../db/calls/row-values.ts'
import { seenSql } from '../../../db/calls/snapshots.ts'
import { lightweight } from '../changes/snapshot-store.ts'
import type { ChangeToWrite } from '../changes/undoable-changes.ts'

/** A part of the calls of a customer, by a hash: of their ids, or of their callers. */
export interface CallsPart {
  customerId: string
  part: number
  parts: number
}

// One thread: others are asking for figures.
const limits = { executionSeconds: 120, memoryBytes: 1_000_000_000, threads: 1 }

/** How many versions of a call can be seen: one, or none of a call that was deleted. */
const wrongVersions = `SELECT id, countIf(seen_to NOT BETWEEN 1 AND {seen:UInt64}) AS visible, max(seen_to) AS taken_out
  FROM calls
  WHERE customer_id = {customer:UUID} AND seen_from <= {seen:UInt64} AND cityHash64(id) % {parts:UInt64} = {part:UInt64}
  GROUP BY id
  HAVING visible != 1 AND NOT (visible = 0 AND taken_out IN {deletions:Array(UInt64)})`

/** The snapshot that is looked at, and the numbers of the changes that deleted calls of the customer. */
export interface Look {
  seen: number
  deletions: readonly number[]
}

export async function countCalls(
  calls: CallStore,
  { customerId, seen }: { customerId: string; seen: number },
): Promise<number> {
  const [row] = await calls.query({
    sql: `SELECT count() AS n FROM calls WHERE customer_id = {customer:UUID} AND ${seenSql}`,
    params: { customer: customerId, seen },
    row: z.object({ n: Integer }),
    limits,
  })
  return row?.n ?? 0
}

export async function countWrongVersions(
  calls: CallStore,
  { customerId, ...part }: CallsPart,
  look: Look,
): Promise<{ seenTwice: number; hidden: number }> {
  const [row] = await calls.query({
    sql: `SELECT countIf(visible > 1) AS twice, countIf(visible = 0) AS hidden FROM (${wrongVersions})`,
    params: { customer: customerId, ...part, ...look },
    row: z.object({ twice: Integer, hidden: Integer }),
    limits,
  })
  return { seenTwice: row?.twice ?? 0, hidden: row?.hidden ?? 0 }
}

export async function selectWrongVersions(
  calls: CallStore,
  { customerId, ...part }: CallsPart,
  { limit, ...look }: Look & { limit: number },
): Promise<string[]> {
  const rows = await calls.query({
    sql: `SELECT id AS call FROM (${wrongVersions}) LIMIT {limit:UInt64}`,
    params: { customer: customerId, ...part, ...look, limit },
    row: z.object({ call: z.string() }),
    limits,
  })
  return rows.map(({ call }) => call)
}

/** Leaves the newest version of each call, as a copy; of one that is hidden, the one that was hidden last. */
export async function writeOneVersion(
  calls: CallStore,
  { number, queryId }: ChangeToWrite,
  { customerId, ids }: { customerId: string; ids: readonly string[] },
): Promise<void> {
  const rows = 'customer_id = {customer:UUID} AND id IN {ids:Array(UUID)} AND seen_from < {number:UInt64}'
  const params = { customer: customerId, ids, number }
  await calls.command({
    sql: `INSERT INTO calls SELECT * REPLACE ({number:UInt64} AS seen_from, toUInt64(0) AS seen_to)
      FROM (SELECT * FROM calls WHERE ${rows}
        ORDER BY seen_to = 0 DESC, version DESC, seen_from DESC, seen_to DESC LIMIT 1 BY id)`,
    params,
    queryId,
    settings: { max_partitions_per_insert_block: 0 },
  })
  await calls.command({
    sql: `UPDATE calls SET seen_to = {number:UInt64} WHERE ${rows} AND seen_to = 0`,
    params,
    queryId,
    settings: lightweight,
  })
}

/** A caller, and how many inbound calls there are: the same as before when none has arrived meanwhile. */
export type CallerOfCalls = z.infer<typeof CallerOfCalls>
const CallerOfCalls = z.object({ number: z.string(), calls: Integer })

/** Callers whose prior calls are not as `changedRelations` has them. */
export async function selectMiscountedCallers(
  calls: CallStore,
  { customerId, ...part }: CallsPart,
  seen: number,
): Promise<CallerOfCalls[]> {
  return await calls.query({
    sql: `SELECT caller_number AS number, count() AS calls
      FROM (
        SELECT caller_number, prior_calls, first_time,
          row_number() OVER (PARTITION BY caller_number ORDER BY started_at, toString(id)) - 1 AS earlier
        FROM calls
        WHERE customer_id = {customer:UUID} AND direction = 'inbound' AND isNull(parent_call_id) AND caller_number != ''
          AND cityHash64(caller_number) % {parts:UInt64} = {part:UInt64} AND ${seenSql}
      )
      GROUP BY caller_number
      HAVING countIf(isNull(prior_calls) OR assumeNotNull(prior_calls) != earlier
        OR isNull(first_time) OR assumeNotNull(first_time) != (earlier = 0)) > 0
      ORDER BY number LIMIT {limit:UInt64}`,
    params: { customer: customerId, ...part, seen, limit: callerBatchSize },
    row: CallerOfCalls,
    limits,
  })
}

/** More are found when these have been repaired. */
export const callerBatchSize = 50_000

/**
 * The calls of which changes up to one took out a version, and of which none can be seen, though no deletion took it out.
 * To be asked before what was taken out is deleted.
 */
export async function selectHiddenByChanges(
  calls: CallStore,
  {
    to,
    deletions,
    limit,
    ...part
  }: { to: number; deletions: readonly number[]; limit: number; part: number; parts: number },
): Promise<string[]> {
  const rows = await calls.query({
    sql: `SELECT id AS call FROM calls
      WHERE id IN (SELECT id FROM calls
        WHERE seen_to BETWEEN 1 AND {to:UInt64} AND cityHash64(id) % {parts:UInt64} = {part:UInt64})
      GROUP BY id
      HAVING countIf(seen_to = 0) = 0 AND max(seen_to) <= {to:UInt64} AND max(seen_to) NOT IN {deletions:Array(UInt64)}
      LIMIT {limit:UInt64}`,
    params: { to, deletions, limit, ...part },
    row: z.object({ call: z.string() }),
    limits,
  })
  return rows.map(({ call }) => call)
}

const TakenOut = z.object({ n: Integer, oldest: Integer })

/** How many rows changes up to one took out, and which was the first of these changes. */
export async function countTakenOut(calls: CallStore, to: number): Promise<{ rows: number; oldest: number }> {
  const [row] = await calls.query({
    sql: 'SELECT count() AS n, min(seen_to) AS oldest FROM calls WHERE seen_to BETWEEN 1 AND {to:UInt64}',
    params: { to },
    row: TakenOut,
    limits,
  })
  return { rows: row?.n ?? 0, oldest: row?.oldest ?? 0 }
}
