import { callStatuses, directions } from '@callboard/contract/fields'
import { z } from 'zod'
import type { CallStore, CommandRequest } from '../../../db/calls/call-store.ts'
import { instantParam, Integer } from '../../../db/calls/row-values.ts'
import { seenSql } from '../../../db/calls/snapshots.ts'
import type { RelatedCall, Relation } from './relation-rules.ts'
import { lightweight } from '../changes/snapshot-store.ts'
import { withStaged } from '../changes/staged-store.ts'

const RelatedRow = z.object({
  number: z.string(),
  id: z.string(),
  version: Integer,
  direction: z.enum(directions),
  status: z.enum(callStatuses),
  startedMs: Integer,
  answeredMs: Integer.nullable(),
  endedMs: Integer.nullable(),
  priorCalls: Integer.nullable(),
  returnedMs: Integer.nullable(),
})

/**
 * All calls between a customer and these numbers at a snapshot, by number, start and id (as text, as the engine orders GUIDs in another
 * way). Not streamed: a stream is analysed on the main thread, which the list of numbers would block.
 */
export async function selectRelatedCalls(
  calls: CallStore,
  customerId: string,
  { numbers, seen }: { numbers: readonly string[]; seen: number },
): Promise<(RelatedCall & { number: string })[]> {
  return await calls.query({
    sql: `SELECT if(direction = 'inbound', caller_number, target_number) AS number, id, version,
        direction, status,
        toUnixTimestamp64Milli(started_at) AS startedMs, toUnixTimestamp64Milli(answered_at) AS answeredMs,
        toUnixTimestamp64Milli(ended_at) AS endedMs, prior_calls AS priorCalls,
        toUnixTimestamp64Milli(returned_at) AS returnedMs
      FROM calls
      WHERE customer_id = {customer:UUID} AND isNull(parent_call_id)
        AND ${seenSql}
        AND ((direction = 'inbound' AND caller_number IN {numbers:Array(String)})
          OR (direction = 'outbound' AND target_number IN {numbers:Array(String)}))
      ORDER BY number, startedMs, toString(id)`,
    params: { customer: customerId, numbers, seen },
    row: RelatedRow,
    limits: { resultRows: maxRelatedCalls, executionSeconds: 120 },
  })
}

// Some 200 bytes each; no caller has more.
const maxRelatedCalls = 1_000_000

/** As lines of TSV for `changeManyRelations`. */
export function encodeRelations(number: number, relations: readonly Relation[]): Buffer {
  const lines = relations.map(({ id, version, priorCalls, returnedMs }) => {
    const returnedAt = returnedMs === null ? '\\N' : instantParam(new Date(returnedMs))
    return `${number}\t${id}\t${version}\t${priorCalls ?? '\\N'}\t${returnedAt}\n`
  })
  return Buffer.from(lines.join(''))
}

/** Of one change, by whose number its statements are found and its rows are seen. */
export interface RelationChange {
  customerId: string
  number: number
  queryId: string
}

/** `changeRelations` for many calls of a customer at once, from a file. */
export async function changeManyRelations(
  calls: CallStore,
  change: RelationChange,
  path: string,
): Promise<void> {
  const staged = 'FROM relation_change WHERE number = {number:UInt64}'
  const changes = (column: string) =>
    `transform(id, (SELECT groupArray(id) ${staged} AND isNotNull(${column})),
      (SELECT groupArray(toInt64(assumeNotNull(${column}))) ${staged} AND isNotNull(${column})), toInt64(-1))`
  const file = { table: 'relation_change', number: change.number, path, format: 'TSV' } as const
  await withStaged(calls, file, async () => {
    await writeRelations(calls, change, {
      where: `id IN (SELECT id ${staged}) AND (id, version) IN (SELECT id, version ${staged})`,
      priors: changes('prior_calls'),
      returns: changes('returned_at').replace('toInt64(', 'toUnixTimestamp64Milli('),
      params: {},
    })
  })
}

/**
 * Changes the relations of those versions for which they were computed, so not of corrections that arrived meanwhile. A
 * call without prior calls is the first. Null is passed as -1.
 */
export async function changeRelations(
  calls: CallStore,
  change: RelationChange,
  relations: readonly Relation[],
): Promise<void> {
  const starts = relations.map((relation) => relation.startedMs)
  await writeRelations(calls, change, {
    where: `started_at BETWEEN {from:DateTime64(3, 'UTC')} AND {to:DateTime64(3, 'UTC')}
        AND id IN {ids:Array(UUID)}
        AND version = transform(id, {ids:Array(UUID)}, {versions:Array(UInt64)}, toUInt64(0))`,
    priors: `transform(id, {ids:Array(UUID)}, {priors:Array(Int64)}, toInt64(-1))`,
    returns: `transform(id, {ids:Array(UUID)}, {returns:Array(Int64)}, toInt64(-1))`,
    params: {
      from: instantParam(new Date(starts.reduce((one, other) => Math.min(one, other), Infinity))),
      to: instantParam(new Date(starts.reduce((one, other) => Math.max(one, other), -Infinity))),
      ids: relations.map((relation) => relation.id),
      versions: relations.map((relation) => relation.version),
      priors: relations.map((relation) => relation.priorCalls ?? -1),
      returns: relations.map((relation) => relation.returnedMs ?? -1),
    },
  })
}

/** Brings a row with the new relations for each one that it takes out; a row without its new one stays. */
async function writeRelations(
  calls: CallStore,
  { customerId, number, queryId }: RelationChange,
  changed: { where: string; priors: string; returns: string; params: NonNullable<CommandRequest['params']> },
): Promise<void> {
  const { where, priors, returns, params } = changed
  const these = `customer_id = {customer:UUID} AND ${where}`
  const old = `${these} AND seen_to = 0 AND seen_from < {number:UInt64}`
  const known = { customer: customerId, number }
  await calls.command({
    sql: `INSERT INTO calls SELECT * REPLACE (
          if(${priors} < 0, NULL, ${priors} = 0) AS first_time,
          if(${priors} < 0, NULL, ${priors}) AS prior_calls,
          if(${returns} < 0, NULL, fromUnixTimestamp64Milli(${returns}, 'UTC')) AS returned_at,
          {number:UInt64} AS seen_from)
        FROM (SELECT * FROM calls WHERE ${old}) WHERE seen_to = 0`,
    params: { ...params, ...known },
    queryId,
    settings: { max_partitions_per_insert_block: 0 },
  })
  const { priors: _priors, returns: _returns, ...ofRows } = params
  await calls.command({
    sql: `UPDATE calls SET seen_to = {number:UInt64}
        WHERE ${old} AND id IN (SELECT id FROM calls WHERE ${these} AND seen_from = {number:UInt64})`,
    params: { ...ofRows, ...known },
    queryId,
    settings: lightweight,
  })
}
