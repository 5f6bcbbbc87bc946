import type { ExplainedContribution } from '@callboard/contract/change-explanation'
import { findField, groupedFields } from '@callboard/contract/field-names'
import { isNoneByOutcome, isOutcome } from '@callboard/contract/told-by-outcome'
import { z } from 'zod'
import type { Scope } from '../../access/rows/scope.ts'
import { Integer } from '../../db/calls/row-values.ts'
import type { Snapshot } from '../../db/calls/snapshots.ts'
import {
  addSums,
  changeOfWhole,
  contributionOf,
  ownFigures,
  subtractSums,
  type Sums,
  type WholeChange,
} from './contributions.ts'
import { numberOfExact, parseExact } from '../sql/exact-amount.ts'
import {
  type ExplainedCalls,
  explanationSql,
  type GroupedField,
  spanOf,
  wholeSql,
} from './explanation-sql.ts'
import { getField } from '../sql/fields.ts'
import type { Scalar } from '../sql/filters.ts'
import type { Measure } from '../sql/measures.ts'
import { type Reading, readOnce } from '../summary/read-once.ts'
import { fieldCell } from '../summary/result-rows.ts'

export interface ExplainedDimension {
  field: GroupedField
  addsUp: boolean
  score: number
  valueCount: number
  values: (ExplainedContribution & { value: Scalar })[]
  others: (ExplainedContribution & { count: number }) | undefined
}

export interface ExplainedChange extends WholeChange {
  /** Of money. */
  currency: string | undefined
  currencies: string[] | undefined
  dimensions: ExplainedDimension[]
}

export interface AskedChange extends ExplainedCalls {
  /** Those that whoever asks may see. */
  fields: readonly GroupedField[]
}

/** What made a figure change between two periods, by each of the fields: those that explain most come first, of what people ask by before others, and what became of calls last. */
export async function explainChange(
  scope: Scope,
  { fields, ...explained }: AskedChange,
  reading: Reading,
): Promise<ExplainedChange> {
  const { measure } = explained
  const sums = await readWhole(scope, explained, reading)
  const currency = measure.kind.type === 'money' ? (explained.currency ?? maxChanged(sums)) : undefined
  const whole = sums.get(currency ?? '') ?? nothing(measure)
  const change = changeOfWhole(measure, whole)
  const currencies = currency === undefined ? undefined : [...new Set([...sums.keys(), currency])].toSorted()
  if (change.change === null) return { ...change, currency, currencies, dimensions: [] }
  const explain = async (some: readonly GroupedField[]) =>
    await readDimensions(scope, { calls: { ...explained, currency }, fields: some, whole, reading })
  const asked = fields.filter((field) => canExplain(field, measure))
  const [together, apart] = await Promise.all([
    inTurn(batchesOf(asked, measure), explain),
    // One after the other: others have questions, too.
    inTurn(asked.filter(isReadApart), async (field) => await explain([field])),
  ])
  const dimensions = [...together, ...apart].flat()
  return {
    ...change,
    currency,
    currencies,
    dimensions: dimensions.toSorted(
      (one, other) =>
        Number(isOutcome(one.field)) - Number(isOutcome(other.field)) ||
        worthOf(other) - worthOf(one) ||
        groupedFields.indexOf(one.field) - groupedFields.indexOf(other.field),
    ),
  }
}

/** What people ask by first, as source and location, is what they can do something about. */
const commonWorth = 3

function worthOf({ field, score }: ExplainedDimension): number {
  return score * (findField(field)?.uses?.includes('common') === true ? commonWorth : 1)
}

/** Of figures that do not add up nobody asks what they are of each single caller. */
function canExplain(field: GroupedField, { kind }: Measure): boolean {
  return kind.ofParts !== null || findField(field)?.isOfCaller !== true
}

/**
 * Whether a field has a query of its own. A call with several values would be in several groups of all other fields, too;
 * and to tell which of them a group is of takes long where there are millions.
 */
function isReadApart(field: GroupedField): boolean {
  return isMultiple(field) || findField(field)?.kind === 'phone' || findField(field)?.isOfCaller === true
}

/** Six at a time where each group keeps its callers or durations: of all dimensions they would not fit into memory. */
function batchesOf(fields: readonly GroupedField[], { kind }: Measure): GroupedField[][] {
  const together = fields.filter((field) => !isReadApart(field))
  if (kind.ofParts !== null) return [together]
  return [...Map.groupBy(together, (field) => Math.floor(together.indexOf(field) / 6)).values()]
}

async function inTurn<T, R>(list: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const item of list) results.push(await work(item))
  return results
}

function isMultiple(field: GroupedField): boolean {
  return findField(field)?.kind === 'tags'
}

const Amount = z.union([z.string(), z.number()])
const WholeRow = z.object({
  currency: z.string(),
  a0: Amount.nullable(),
  b0: Amount,
  a1: Amount.nullable(),
  b1: Amount,
})

/** By currency; under '' if the measure is no money. */
async function readWhole(scope: Scope, calls: ExplainedCalls, reading: Reading): Promise<Map<string, Sums>> {
  const build = (at: Snapshot) => wholeSql(scope, calls, at)
  const rows = await readOnce({ span: spanOf(calls), build, row: WholeRow }, reading)
  return new Map(rows.map(({ currency, a0, b0, a1, b1 }) => [currency, sumsOf([a0, b0, a1, b1])]))
}

/** The currency whose sum changed most. */
function maxChanged(sums: ReadonlyMap<string, Sums>): string | undefined {
  const size = ({ now, earlier }: Sums) => Math.abs(Number((now.amount ?? 0n) - (earlier.amount ?? 0n)))
  return [...sums].toSorted(([, one], [, other]) => size(other) - size(one))[0]?.[0]
}

/** Of no calls. */
function nothing({ kind }: Measure): Sums {
  const amount = kind.whenNoCalls === 0 || kind.ofParts === 'mean' ? 0n : null
  return { now: { amount, count: 0n }, earlier: { amount, count: 0n } }
}

type RawSums = readonly (z.infer<typeof Amount> | null)[]

function sumsOf([a0 = null, b0 = null, a1 = null, b1 = null]: RawSums): Sums {
  const exact = (value: z.infer<typeof Amount> | null) => (value === null ? null : parseExact(value))
  return {
    now: { amount: exact(a1), count: exact(b1) ?? 0n },
    earlier: { amount: exact(a0), count: exact(b0) ?? 0n },
  }
}

/** Rank, key, sums, contribution. */
const Ranked = z.tuple([
  z.number(),
  z.string(),
  Amount.nullable(),
  Amount,
  Amount.nullable(),
  Amount,
  z.number(),
])
const DimensionRow = z.object({
  g: Integer,
  n: Integer,
  net: z.number(),
  gross: z.number(),
  weight: z.number(),
  up: z.array(Ranked),
  down: z.array(Ranked),
  none: z.array(Ranked),
})
type DimensionRow = z.infer<typeof DimensionRow>

interface Explaining {
  calls: ExplainedCalls
  fields: readonly GroupedField[]
  whole: Sums
  reading: Reading
}

async function readDimensions(
  scope: Scope,
  { calls, fields, whole, reading }: Explaining,
): Promise<ExplainedDimension[]> {
  if (fields.length === 0) return []
  const { measure } = calls
  const asked = { fields, contribution: contributionSql(measure, whole) }
  const build = (at: Snapshot) => explanationSql(scope, calls, { ...asked, at })
  const rows = await readOnce({ span: spanOf(calls), build, row: DimensionRow }, reading)
  return rows.flatMap((row) => {
    const field = fields[row.g]
    return field === undefined ? [] : [dimensionOf(field, row, { measure, whole })]
  })
}

/** By which values are ranked; the figures themselves are worked out exactly by `contributionOf`. */
function contributionSql({ kind, figure }: Measure, { now, earlier }: Sums): string {
  if (kind.ofParts === 'sum' || figure === 'distinct') return 'toFloat64(a1) - toFloat64(a0)'
  const [callsNow, callsThen] = [numberOfExact(now.count), numberOfExact(earlier.count)]
  if (kind.ofParts === null)
    return `ifNull((b0 / ${callsThen} + b1 / ${callsNow}) / 2 * (toFloat64(a1) - toFloat64(a0)), 0)`
  const middle = (Number(now.amount) / Number(now.count) + Number(earlier.amount) / Number(earlier.count)) / 2
  return `(toFloat64(a1) - b1 * ${middle}) / ${callsNow} - (toFloat64(a0) - b0 * ${middle}) / ${callsThen}`
}

function dimensionOf(
  field: GroupedField,
  row: DimensionRow,
  { measure, whole }: { measure: Measure; whole: Sums },
): ExplainedDimension {
  const addsUp = measure.kind.ofParts !== null && !isMultiple(field)
  const ranked = [
    ...row.up.filter(([rank]) => rank < 0),
    // The one that took most away comes last.
    ...row.down.filter(([rank]) => rank < 0).toReversed(),
  ]
  const known = new Set(ranked.map(([, key]) => key))
  const shown = [...ranked, ...row.none.filter(([, key]) => !known.has(key))].map(
    ([, key, a0, b0, a1, b1]) => ({ value: fieldCell(getField(field), key), sums: sumsOf([a0, b0, a1, b1]) }),
  )
  const figuresOf = (sums: Sums) =>
    addsUp ? contributionOf(measure, sums, whole) : ownFigures(measure, sums)
  const count = row.n - shown.length
  const rest = subtractSums(whole, addSums(shown.map(({ sums }) => sums)))
  const noFigures = { now: null, earlier: null, contribution: null, share: null }
  const values = shown.map(({ value, sums }) => ({ value, ...figuresOf(sums) }))
  // Those that are ranked come first.
  const revealing = ranked.filter((_, at) => {
    const value = values[at]
    return value !== undefined && !isNoneByOutcome(field, value, measure.figure === 'share')
  })
  return {
    field,
    addsUp,
    score: isForegone(measure, shown) ? 0 : scoreOf(row, revealing),
    valueCount: row.n,
    values,
    others: count === 0 ? undefined : { count, ...(addsUp ? figuresOf(rest) : noFigures) },
  }
}

/** Whether a share is all or nothing for each value, as that of the answered is for each status: that explains nothing. */
function isForegone({ figure }: Measure, shown: readonly { sums: Sums }[]): boolean {
  const periods = shown.flatMap(({ sums }) => [sums.now, sums.earlier])
  return figure === 'share' && periods.every(({ amount, count }) => amount === 0n || amount === count)
}

/**
 * How much of all movement the values that went the way of the whole explain, beyond what each would have moved had all
 * moved alike. Where everything moved alike, or is spread over many values, that is next to nothing.
 */
function scoreOf({ net, gross, weight }: DimensionRow, revealing: readonly z.infer<typeof Ranked>[]): number {
  if (gross === 0 || weight === 0) return 0
  const way = net < 0 ? -1 : 1
  const beyond = revealing.map(([, , a0, b0, a1, b1, contribution]) => {
    const [count, amount] = [Number(b0) + Number(b1), Number(a0) + Number(a1)]
    const expected = (net * (count === 0 ? amount : count)) / weight
    return Math.max(0, way * (contribution - expected))
  })
  // Where values took each other's place, little of the movement is change.
  const changed = net === 0 ? 1 : Math.abs(net) / gross
  return Math.min(1, (changed * beyond.reduce((sum, one) => sum + one, 0)) / gross)
}
