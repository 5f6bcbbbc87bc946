import type { BucketGrain, Span } from '@callboard/contract/period'
import { startOfUnit } from '@callboard/contract/calendar'
import { AppError } from '../../lib/app-error.ts'
import type { Bindings } from '../sql/bindings.ts'
import { type ExactAmount, formatExact } from '../sql/exact-amount.ts'
import { askedFields, columnOf } from '../sql/fields.ts'
import { costColumn } from '../sql/measures.ts'
import type { EarlierPart } from '../sql/time-buckets.ts'
import { costShare, type DayRange, dayNumber, monthParts } from './cost-shares.ts'
import { type CostColumn, costColumns, costValue, type NumberCosts, sameValue } from './number-costs.ts'

interface CostsWanted {
  costs: NumberCosts
  span: Span
  /** By which the costs are told apart in time; undefined where they are not. */
  grain: BucketGrain | undefined
  parts: readonly EarlierPart[] | undefined
  weekStartsOn: number
}

interface Rows {
  /** Of calls, and of costs as if they were calls: conditions with their values bound. */
  calls: string
  costs: string
  /** All that is asked of the rows. */
  asked: string
}

/** Calls, and beside them what numbers cost as rows of the same columns, so that whatever tells calls apart tells costs apart. */
export function callsAndCostsSql(
  { calls, costs, asked }: Rows,
  wanted: CostsWanted,
  bindings: Bindings,
): string {
  const named = new Set([calls, costs, asked].join(' ').match(/\b[a-z][a-z_0-9]*\b/g))
  const columns = [...columnsOfCalls.keys()].filter((column) => named.has(column) || alwaysRead.has(column))
  const namedColumns = costColumns.filter((column) => named.has(column))
  const ofCost: ReadonlyMap<string, string> = new Map([
    ...namedColumns.map((column, at) => [column, `tupleElement(cost_row, ${at + 4})`] as const),
    ['started_at', "fromUnixTimestamp64Milli(tupleElement(cost_row, 1), 'UTC')"],
    ['currency', 'tupleElement(cost_row, 2)'],
  ])
  const ofCosts = columns.map((column) => `${ofCost.get(column) ?? valueOf(column)} AS ${column}`)
  const rows = bindings.bind(JSON.stringify(costRows(wanted, namedColumns)), 'String')
  const type = `Array(Tuple(Int64, String, String${namedColumns.map((column) => `, ${column === 'customer_id' ? 'UUID' : 'String'}`).join('')}))`
  return [
    `(SELECT ${columns.join(', ')}, CAST(NULL, 'Nullable(Decimal(18, 4))') AS ${costColumn} FROM calls WHERE ${calls}`,
    `UNION ALL SELECT ${columns.join(', ')}, ${costColumn}`,
    `FROM (SELECT ${ofCosts.join(', ')}, toDecimal64(tupleElement(cost_row, 3), 4) AS ${costColumn}`,
    `FROM (SELECT arrayJoin(JSONExtract(${rows}, '${type}')) AS cost_row)) WHERE ${costs})`,
  ].join(' ')
}

/** The columns of calls that may be asked for, and what none is in each. */
const columnsOfCalls: ReadonlyMap<string, string> = new Map([
  ...[...askedFields].flatMap(([name, field]) => {
    if (field.column === null) return []
    const none = field.storedKind === 'text' ? "''" : field.storedKind === 'tags' ? '[]' : 'NULL'
    const key = field.keyColumn === undefined ? [] : [[field.keyColumn, '0'] as const]
    return [[columnOf(name, field), none] as const, ...key]
  }),
  ...['sounds', 'recording_states'].map((column) => [column, '[]'] as const),
])

const alwaysRead: ReadonlySet<string> = new Set(['started_at', 'currency'])

function valueOf(column: string): string {
  const same = sameValue(column)
  return same === undefined ? (columnsOfCalls.get(column) ?? 'NULL') : `'${same}'`
}

/** They are worked out in one go, while the process answers nobody else. */
const maxShares = 1_000_000

/** The millisecond at which it counts, its currency, its amount, then its columns. */
type CostRow = [number, string, string, ...string[]]

/** What the numbers cost by the columns and the buckets of time that are told apart. */
function costRows({ costs, ...wanted }: CostsWanted, columns: readonly CostColumn[]): CostRow[] {
  const ranges = dayRanges(wanted, costs.askedAt)
  if (ranges.length * costs.stored.length > maxShares)
    throw new AppError(
      'invalid',
      'Too many numbers cost something in so many times: take a larger time unit.',
      {
        field: 'definition.dimensions',
      },
    )
  return ranges.flatMap(({ atMs, first, end }) => {
    const parts = monthParts({ first, end })
    const sums = new Map<string, { values: string[]; sum: ExactAmount }>()
    for (const { cost, time } of costs.stored) {
      const share = costShare(time, parts)
      if (share === 0n) continue
      const values = [cost.currency, ...columns.map((column) => costValue(cost, column))]
      const key = JSON.stringify(values)
      const known = sums.get(key)
      if (known === undefined) sums.set(key, { values, sum: share })
      else known.sum += share
    }
    return [...sums.values()].map(({ values: [currency = '', ...values], sum }): CostRow => [
      atMs,
      currency,
      formatExact(sum),
      ...values,
    ])
  })
}

/** The days of each bucket of a span that have begun in it, and when the first of them did. */
function dayRanges(
  { span: { from, to }, grain, parts, weekStartsOn }: Omit<CostsWanted, 'costs'>,
  askedAt: Date,
): (DayRange & { atMs: number })[] {
  const endMs = Math.min(to.epochMilliseconds, askedAt.getTime() + 1)
  const bucketOf = (day: Temporal.PlainDate, ms: number) => {
    if (parts !== undefined) return parts.findLastIndex(({ fromMs }) => fromMs <= ms)
    return grain === undefined || grain === 'hour' ? 0 : dayNumber(startOfUnit(day, grain, weekStartsOn))
  }
  const ranges: (DayRange & { atMs: number; bucket: number })[] = []
  for (let day = from.toPlainDate(); ; day = day.add({ days: 1 })) {
    const { epochMilliseconds: ms } = day.toZonedDateTime(from.timeZoneId)
    if (ms >= endMs) return ranges
    if (ms < from.epochMilliseconds) continue
    const bucket = bucketOf(day, ms)
    const last = ranges.at(-1)
    const number = dayNumber(day)
    if (last === undefined || last.bucket !== bucket)
      ranges.push({ atMs: ms, first: number, end: number + 1, bucket })
    else last.end = number + 1
  }
}
