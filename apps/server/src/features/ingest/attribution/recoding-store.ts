import type { MergedType } from '@callboard/contract/merged-types'
import { z } from 'zod'
import type { CallStore, QueryParams } from '../../../db/calls/call-store.ts'
import { InstantValue, Integer } from '../../../db/calls/row-values.ts'
import { seenSql } from '../../../db/calls/snapshots.ts'
import type { MergedCodes } from '../../../db/merged-entities.ts'
import { lightweight } from '../changes/snapshot-store.ts'
import type { ChangeToWrite } from '../changes/undoable-changes.ts'
import { countRows, current, olderSent } from './attribution-store.ts'

/** Calls of a customer that name codes of one type themselves. */
export interface CallsToRecode {
  customerId: string
  type: MergedType
  /** As their sources say them, or as the calls have them now. */
  codes: readonly string[]
  merged: MergedCodes
  /** Whose calls are attributed anew in the same change, and have their codes by that. */
  exceptNumbers: readonly string[]
}

/** The calls that would have another code, with the one that was sent and the one that they would have. */
function changedRows(type: MergedType, rows: string): string {
  // A code that its number gave is not the call's own.
  return `SELECT *, if(JSONHas(sent, '${type}'), JSONExtractString(sent, '${type}'), toString(${type})) AS sent_code,
      transform(sent_code, {from:Array(String)}, {into:Array(String)}, sent_code) AS next_code
    FROM calls
    WHERE customer_id = {customer:UUID} AND ${rows} AND NOT has(from_number, '${type}')
      AND NOT has({exceptNumbers:Array(String)}, toString(number))
      AND (${type} IN {codes:Array(String)} OR sent_code IN {codes:Array(String)})
      AND next_code != toString(${type})`
}

function paramsOf({ customerId, type, codes, merged, exceptNumbers }: CallsToRecode): QueryParams {
  return { customer: customerId, codes, exceptNumbers, ...merged.pairs(type) }
}

/** How many calls would be changed, and when the first and the last of them started. To be called while nothing is written. */
export async function countToRecode(calls: CallStore, recoded: CallsToRecode) {
  const params = paramsOf(recoded)
  return await countRows(calls, changedRows(recoded.type, current), { params, executionSeconds: 300 })
}

/** Brings a row with its new code for each call that it takes out; a row without its new one stays. */
export async function writeRecoded(
  calls: CallStore,
  { number, queryId }: ChangeToWrite,
  recoded: CallsToRecode,
): Promise<void> {
  const { type } = recoded
  const params = { ...paramsOf(recoded), change: number }
  const old = `${current} AND seen_from < {change:UInt64}`
  await calls.command({
    sql: `INSERT INTO calls
      SELECT * EXCEPT (sent_code, next_code)
        REPLACE (next_code AS ${type}, ${sentWith(type)} AS sent, {change:UInt64} AS seen_from)
      FROM (${changedRows(type, old)})`,
    params,
    queryId,
    settings: { max_partitions_per_insert_block: 0 },
    executionSeconds: 600,
  })
  await calls.command({
    sql: `UPDATE calls SET seen_to = {change:UInt64} WHERE customer_id = {customer:UUID} AND ${old}
        AND id IN (SELECT id FROM calls WHERE customer_id = {customer:UUID} AND seen_from = {change:UInt64})`,
    params: { customer: recoded.customerId, change: number },
    queryId,
    settings: lightweight,
    executionSeconds: 600,
  })
}

/** What was sent beside what the columns say: the code too, where the call gets another one. */
function sentWith(type: MergedType): string {
  return `concat('{', arrayStringConcat(arrayConcat(
    arrayMap(pair -> concat(toJSONString(tupleElement(pair, 1)), ':', tupleElement(pair, 2)),
      arrayFilter(pair -> tupleElement(pair, 1) != '${type}', JSONExtractKeysAndValuesRaw(if(sent = '', ${olderSent}, sent)))),
    if(next_code = sent_code, [], [concat('"${type}":', if(sent_code = '', 'null', toJSONString(sent_code)))])), ','), '}')`
}

const Example = z.object({
  call_id: z.string(),
  call_number: z.string(),
  started: InstantValue,
})

/** The calls that have a code at a snapshot, and the newest of them. */
export async function selectCallsWith(
  calls: CallStore,
  { customerId, type, code }: { customerId: string; type: MergedType; code: string },
  { seen, limit }: { seen: number; limit: number },
) {
  const params = { customer: customerId, code, seen }
  const where = `customer_id = {customer:UUID} AND ${type} = {code:String} AND ${seenSql}`
  const [[counted], examples] = await Promise.all([
    calls.query({
      sql: `SELECT count() AS calls FROM calls WHERE ${where}`,
      params,
      row: z.object({ calls: Integer }),
      limits: { executionSeconds: 30 },
    }),
    limit === 0
      ? []
      : calls.query({
          sql: `SELECT id AS call_id, number AS call_number, started_at AS started FROM calls WHERE ${where}
            ORDER BY started_at DESC, id LIMIT {limit:UInt32}`,
          params: { ...params, limit },
          row: Example,
          limits: { resultRows: limit, executionSeconds: 30 },
        }),
  ])
  return { calls: counted?.calls ?? 0, examples }
}
