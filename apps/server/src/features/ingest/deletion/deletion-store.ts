import { directions } from '@callboard/contract/fields'
import { sql } from 'kysely'
import { z } from 'zod'
import type { CallStore } from '../../../db/calls/call-store.ts'
import { instantParam, Integer } from '../../../db/calls/row-values.ts'
import type { Transaction } from '../../../db/tables/schema.ts'
import { lightweight } from '../changes/snapshot-store.ts'

const FoundCall = z.object({
  id: z.string(),
  startedMs: Integer,
  direction: z.enum(directions),
  callerNumber: z.string(),
  targetNumber: z.string(),
  isLeg: z.boolean(),
})

const foundColumns = `id, toUnixTimestamp64Milli(started_at) AS startedMs, direction,
  caller_number AS callerNumber, target_number AS targetNumber, toBool(isNotNull(parent_call_id)) AS isLeg`

/** Legs of a call that is kept are kept with it. */
const isNotKept = `id NOT IN {kept:Array(UUID)} AND (isNull(parent_call_id) OR parent_call_id NOT IN {kept:Array(UUID)})`

/** The oldest calls of a customer before a time, but for those that are kept and their legs. To be called while nothing is written. */
export async function selectOldCalls(
  calls: CallStore,
  {
    customerId,
    before,
    kept,
    limit,
  }: { customerId: string; before: Date; kept: readonly string[]; limit: number },
): Promise<z.infer<typeof FoundCall>[]> {
  return await calls.query({
    sql: `SELECT ${foundColumns} FROM calls
      WHERE customer_id = {customer:UUID} AND started_at < {before:DateTime64(3, 'UTC')} AND seen_to = 0
        AND ${isNotKept}
      ORDER BY started_at LIMIT {limit:UInt64}`,
    params: { customer: customerId, before: instantParam(before), kept, limit },
    row: FoundCall,
    limits: { resultRows: limit, executionSeconds: 120 },
  })
}

/**
 * Those of some calls whose content is what it was, but for those that are kept and their legs, the oldest first. To be called
 * while nothing is written.
 */
export async function selectCallsAsKnown(
  store: CallStore,
  {
    customerId,
    calls,
    kept,
  }: {
    customerId: string
    calls: readonly { id: string; contentHash: string }[]
    kept: readonly string[]
  },
): Promise<z.infer<typeof FoundCall>[]> {
  // As texts: the engine would quote arrays one by one on the main thread.
  const pairs = calls.map(({ id, contentHash }) => `${id} ${contentHash}`).join(',')
  return await store.query({
    sql: `SELECT ${foundColumns} FROM calls
      WHERE customer_id = {customer:UUID} AND seen_to = 0 AND ${isNotKept}
        AND (id, content_hash) IN (
          SELECT toUUID(splitByChar(' ', pair)[1]), toUInt64(splitByChar(' ', pair)[2])
          FROM (SELECT arrayJoin(splitByChar(',', {pairs:String})) AS pair))
      ORDER BY started_at`,
    params: { customer: customerId, kept, pairs },
    row: FoundCall,
    limits: { resultRows: calls.length, executionSeconds: 120 },
  })
}

/** Takes them out of the table of calls, under the number of a change. */
export async function deleteCalls(
  calls: CallStore,
  given: {
    customerId: string
    ids: readonly string[]
    oldestMs: number
    newestMs: number
    number: number
    queryId: string
  },
): Promise<void> {
  await calls.command({
    sql: `UPDATE calls SET seen_to = {number:UInt64} WHERE customer_id = {customer:UUID}
      AND started_at BETWEEN {from:DateTime64(3, 'UTC')} AND {to:DateTime64(3, 'UTC')}
      AND id IN {ids:Array(UUID)} AND seen_to = 0`,
    params: {
      number: given.number,
      customer: given.customerId,
      from: instantParam(new Date(given.oldestMs)),
      to: instantParam(new Date(given.newestMs)),
      ids: given.ids,
    },
    queryId: given.queryId,
    settings: lightweight,
  })
}

export async function deleteAnnotations(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await transaction
    .deleteFrom('call_annotation')
    .where('id', '=', sql<string>`ANY(${[...ids]}::uuid[])`)
    .execute()
}

/** Of calls that were made of events nothing is left that they could be made of again. */
export async function deleteEvents(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await transaction
    .deleteFrom('source_call')
    .where('call_ids', '&&', sql<string[]>`${[...ids]}::uuid[]`)
    .execute()
}
