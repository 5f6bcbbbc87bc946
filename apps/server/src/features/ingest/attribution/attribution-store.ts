import {
  type AttributedField,
  attributedFields,
  factField,
  marketingFields,
} from '@callboard/contract/attributed-fields'
import { codedFields, isMergedType } from '@callboard/contract/merged-types'
import { placeFields } from '@callboard/contract/place-fields'
import { z } from 'zod'
import type { CallStore, QueryParams } from '../../../db/calls/call-store.ts'
import { InstantValue, Integer } from '../../../db/calls/row-values.ts'
import { seenSql } from '../../../db/calls/snapshots.ts'
import type { MergedCodes } from '../../../db/merged-entities.ts'
import { columnOfField } from '../../../db/tables/column-names.ts'
import { lightweight } from '../changes/snapshot-store.ts'
import type { ChangeToWrite } from '../changes/undoable-changes.ts'
import type { StandingOfNumber } from '../standings/standings-cache.ts'

/** All that some numbers of a customer stand for. */
export interface Attributing {
  customerId: string
  numbers: readonly string[]
  standings: readonly StandingOfNumber[]
  /** Source systems over which numbers win. */
  numberFirst: readonly string[]
  merged: MergedCodes
}

/** The years that the engine's instants have. */
const engineRangeMs = { from: Date.UTC(1900, 0, 1), until: Date.UTC(2299, 11, 31) } as const

const each = (piece: (field: AttributedField, column: string) => string, between = ', ') =>
  attributedFields.map((field) => piece(field, columnOfField(field))).join(between)

const listed = (names: readonly string[]) => `[${names.map((name) => `'${name}'`).join(', ')}]`

/** Of a call from before what was sent was kept: see `leaveOutFound` in `sent-fields.ts`. */
export const olderSent = `concat('{', arrayStringConcat(arrayFilter(part -> part != '', [
  if(number = tracking_number, '"number":null', ''),
  if(geo_source != 'source', '${Object.keys(placeFields)
    .map((name) => `"${name}":null`)
    .join(',')}', '')]), ','), '}')`

const standing = `SELECT tupleElement(one, 1) AS standing_number,
    fromUnixTimestamp64Milli(tupleElement(one, 2), 'UTC') AS standing_from,
    fromUnixTimestamp64Milli(tupleElement(one, 3), 'UTC') AS standing_until,
    tupleElement(one, 4) AS standing_id,
    ${attributedFields.map((field, at) => `tupleElement(one, ${at + 5}) AS standing_${field}`).join(', ')}
  FROM (SELECT arrayJoin(JSONExtract({standings:String},
    'Array(Tuple(String, Int64, Int64, String, ${attributedFields.map(() => 'String').join(', ')}))')) AS one)`

/** What the call's source said; `sent` has it where the column says something else. */
const raw = (field: AttributedField, column: string) => {
  if (field === factField) return `if(has(from_number, '${field}'), '', ${column})`
  const isOther = isMergedType(field) ? `JSONHas(sent, '${field}')` : `has(from_number, '${field}')`
  return `if(${isOther}, JSONExtractString(sent, '${field}'), toString(${column}))`
}

/** The same with the code that it was merged into. */
const said = (field: AttributedField) =>
  isMergedType(field)
    ? `transform(raw_${field}, {${field}From:Array(String)}, {${field}Into:Array(String)}, raw_${field})`
    : `raw_${field}`

const wins = (field: AttributedField) => (field === factField ? '0' : 'is_number_first')

const fromNumber = `arrayFilter(name -> name != '', [${each(
  (field) => `if(given_${field} != '' AND given_${field} != said_${field}
    AND (said_${field} = '' OR ${wins(field)}), '${field}', '')`,
)}])`

const next = (field: AttributedField) =>
  `if(has(next_from_number, '${field}'), given_${field}, said_${field})`

const isNothing = '00000000-0000-0000-0000-000000000000'

/** What is sent beside what the columns say, with what the columns say now. */
const nextSent = `concat('{', arrayStringConcat(arrayConcat(
    arrayMap(pair -> concat(toJSONString(tupleElement(pair, 1)), ':', tupleElement(pair, 2)), kept_sent),
    arrayMap(pair -> concat('"', tupleElement(pair, 1), '":',
        if(tupleElement(pair, 2) = '', 'null', toJSONString(tupleElement(pair, 2)))),
      arrayFilter(pair -> tupleElement(pair, 2) != tupleElement(pair, 3)
          AND NOT arrayExists(kept -> tupleElement(kept, 1) = tupleElement(pair, 1), kept_sent),
        arrayZip(${listed(attributedFields)}, [${each((field) => `raw_${field}`)}], [${each((field) => `next_${field}`)}])))), ','), '}')`

const extra = [
  ...attributedFields.flatMap((field) => [
    `raw_${field}`,
    `said_${field}`,
    `given_${field}`,
    `standing_${field}`,
    `next_${field}`,
  ]),
  'is_number_first',
  'is_standing',
  'next_from_number',
  'next_assignment_id',
  'next_by',
  'standing_number',
  'standing_from',
  'standing_until',
  'standing_id',
]

/** The calls of these numbers that would be attributed otherwise than they are, with what they would be. */
function changedRows(rows: string): string {
  return `SELECT *,
      ${each((field) => `${next(field)} AS next_${field}`)},
      if(is_standing, toUUIDOrNull(standing_id), NULL) AS next_assignment_id,
      multiIf(hasAny(next_from_number, ${listed(marketingFields)}), 'number',
        ${marketingFields.map((field) => `said_${field} != ''`).join(' OR ')}, 'source', 'none') AS next_by
    FROM (
      SELECT *, ${fromNumber} AS next_from_number
      FROM (
        SELECT *, ${each((field, column) => `${raw(field, column)} AS raw_${field}, ${said(field)} AS said_${field}`)},
          ${each((field) => `if(is_standing, standing_${field}, '') AS given_${field}`)}
        FROM (
          SELECT old.*, standing.*,
            has({numberFirst:Array(String)}, toString(old.source_system)) AS is_number_first,
            old.direction = 'inbound' AND standing.standing_id != ''
              AND standing.standing_until > old.started_at AS is_standing
          FROM (SELECT * FROM calls WHERE customer_id = {customer:UUID}
            AND number IN {numbers:Array(String)} AND ${rows}) AS old
          ASOF LEFT JOIN (${standing}) AS standing
            ON toString(old.number) = standing.standing_number AND old.started_at >= standing.standing_from
        )
      )
    )
    WHERE (${each((field) => `next_${field}`)}, next_from_number, next_by, ifNull(next_assignment_id, toUUID('${isNothing}')))
      != (${each((_, column) => `toString(${column})`)}, CAST(from_number, 'Array(String)'), toString(attributed_by),
        ifNull(number_assignment_id, toUUID('${isNothing}')))`
}

function paramsOf({ customerId, numbers, standings, numberFirst, merged }: Attributing): QueryParams {
  return {
    ...mergedParams(merged),
    customer: customerId,
    numbers,
    numberFirst,
    standings: JSON.stringify(
      standings.map(({ id, number, fromMs, untilMs, values }) => [
        number,
        Math.max(fromMs, engineRangeMs.from),
        Math.min(untilMs, engineRangeMs.until),
        id,
        ...attributedFields.map((field) => values[field]),
      ]),
    ),
  }
}

function mergedParams(merged: MergedCodes): QueryParams {
  const pairs = codedFields.flatMap((field) => {
    const { from, into } = merged.pairs(field)
    return [
      [`${field}From`, from],
      [`${field}Into`, into],
    ] as const
  })
  return Object.fromEntries(pairs)
}

export const current = 'seen_to = 0'

const Counted = z.object({ calls: Integer, first_ms: Integer, last_ms: Integer })

/** How many calls would be changed, and when the first and the last of them started. To be called while nothing is written. */
export async function countToAttribute(calls: CallStore, attributing: Attributing) {
  const params = paramsOf(attributing)
  return await countRows(calls, changedRows(current), { params, executionSeconds: 300 })
}

/** The same of what can be read at a snapshot. */
export async function countAt(calls: CallStore, attributing: Attributing, seen: number) {
  const params = { ...paramsOf(attributing), seen }
  return await countRows(calls, changedRows(seenSql), { params, executionSeconds: 30 })
}

/** How many rows a question finds, and when the first and the last of their calls started. */
export async function countRows(
  calls: CallStore,
  rows: string,
  { params, executionSeconds }: { params: QueryParams; executionSeconds: number },
) {
  const [found] = await calls.query({
    sql: `SELECT count() AS calls, toUnixTimestamp64Milli(min(started_at)) AS first_ms,
        toUnixTimestamp64Milli(max(started_at)) AS last_ms
      FROM (${rows})`,
    params,
    row: Counted,
    limits: { executionSeconds },
  })
  return { calls: found?.calls ?? 0, firstMs: found?.first_ms ?? 0, lastMs: found?.last_ms ?? 0 }
}

/** Of these numbers of a customer those that calls have. */
export async function selectCalled(
  calls: CallStore,
  { customerId, numbers }: { customerId: string; numbers: readonly string[] },
): Promise<Set<string>> {
  const found = await calls.query({
    sql: `SELECT DISTINCT toString(number) AS called FROM calls
      WHERE customer_id = {customer:UUID} AND number IN {numbers:Array(String)}`,
    params: { customer: customerId, numbers },
    row: z.object({ called: z.string() }),
    limits: { resultRows: numbers.length, executionSeconds: 30 },
  })
  return new Set(found.map(({ called }) => called))
}

const Example = z.object({
  call_id: z.string(),
  call_number: z.string(),
  started: InstantValue,
  before: z.array(z.string()),
  after: z.array(z.string()),
})

/** The newest calls that would be changed, with their values before and after in the order of `attributedFields`. */
export async function selectExamples(
  calls: CallStore,
  attributing: Attributing,
  { seen, limit }: { seen: number; limit: number },
): Promise<z.infer<typeof Example>[]> {
  return await calls.query({
    sql: `SELECT id AS call_id, number AS call_number, started_at AS started,
        [${each((_, column) => `toString(${column})`)}] AS before, [${each((field) => `next_${field}`)}] AS after
      FROM (${changedRows(seenSql)}) ORDER BY started_at DESC, id LIMIT {limit:UInt32}`,
    params: { ...paramsOf(attributing), seen, limit },
    row: Example,
    limits: { resultRows: limit, executionSeconds: 30 },
  })
}

/** Brings a row with its new values for each call that it takes out; a row without its new one stays. */
export async function writeAttribution(
  calls: CallStore,
  { number, queryId }: ChangeToWrite,
  attributing: Attributing,
): Promise<void> {
  const params = { ...paramsOf(attributing), change: number }
  const old = `${current} AND seen_from < {change:UInt64}`
  await calls.command({
    sql: `INSERT INTO calls
      SELECT * EXCEPT (${[...extra, 'kept_sent', 'next_sent'].join(', ')})
        REPLACE (${each((field, column) => `next_${field} AS ${column}`)}, next_from_number AS from_number,
          next_by AS attributed_by, next_assignment_id AS number_assignment_id, next_sent AS sent,
          {change:UInt64} AS seen_from)
      FROM (
        SELECT *, ${nextSent} AS next_sent
        FROM (
          SELECT *, arrayFilter(pair -> NOT (has(from_number, tupleElement(pair, 1))
                  OR has(${listed(codedFields)}, tupleElement(pair, 1)))
                OR (tupleElement(pair, 1) = '${factField}' AND tupleElement(pair, 2) != 'null'),
              JSONExtractKeysAndValuesRaw(if(sent = '', ${olderSent}, sent))) AS kept_sent
          FROM (${changedRows(old)})
        )
      )`,
    params,
    queryId,
    settings: { max_partitions_per_insert_block: 0 },
    executionSeconds: 600,
  })
  await calls.command({
    sql: `UPDATE calls SET seen_to = {change:UInt64}
      WHERE customer_id = {customer:UUID} AND number IN {numbers:Array(String)} AND ${old}
        AND id IN (SELECT id FROM calls WHERE customer_id = {customer:UUID} AND seen_from = {change:UInt64})`,
    params: { customer: attributing.customerId, numbers: attributing.numbers, change: number },
    queryId,
    settings: lightweight,
    executionSeconds: 600,
  })
}
