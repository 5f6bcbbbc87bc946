import type { Span } from '@callboard/contract/period'
import type { Cell } from '@callboard/contract/reports'
import type { Comparison, Plan } from '../plan/plan.ts'
import { bucketsBeside, isByClock, type TimesOfPlan } from './earlier-parts.ts'
import { emptyFigures } from './figures.ts'
import { bucketsOf } from '../sql/time-buckets.ts'
import { daySeconds, hourSeconds, type OffsetStep, offsetsOf, startOfHour } from '../sql/zone-offsets.ts'

/**
 * The offsets by which the hours of an earlier period are told. Where clocks went back in it and not in the period
 * itself, the hour that came twice is one, and stands beside the one hour there is. Undefined: as they are.
 */
export function earlierHourOffsets(plan: Plan): readonly OffsetStep[] | undefined {
  const { comparison, span } = plan
  if (comparison === undefined || !isByClock(comparison)) return undefined
  const offsets = offsetsOf(comparison.span)
  const later = comparison.span.from.toPlainDate().until(span.from.toPlainDate()).days * daySeconds
  const repeatedNow = new Set(repeatedHours(offsetsOf(span)).map(({ first }) => first))
  const merged = repeatedHours(offsets).filter(({ first }) => !repeatedNow.has(first + later))
  if (merged.length === 0) return undefined
  return offsets.map((step) => {
    const repeated = merged.find(({ at }) => at === step.from)
    return repeated === undefined ? step : { ...step, from: repeated.end - repeated.offset }
  })
}

interface RepeatedHours {
  /** When clocks go back, in Unix seconds. */
  at: number
  /** What they go back to. */
  offset: number
  /** The hours that they show again, in local seconds; `end` is exclusive. */
  first: number
  end: number
}

function repeatedHours(offsets: readonly OffsetStep[]): RepeatedHours[] {
  return offsets.flatMap(({ from: at, offset }, index) => {
    const before = offsets[index - 1]
    if (before === undefined || before.offset <= offset) return []
    const end = startOfHour(at + before.offset + hourSeconds - 1)
    return [{ at, offset, first: startOfHour(at + offset), end }]
  })
}

export interface EarlierRow {
  /** Null if there was no such row. */
  cells: Cell[] | null
  /** What the row is compared with: of a row that there was not, as much as no calls are; null if its time has no earlier one. */
  compared: Cell[] | null
}

/**
 * The earlier figures of each row. Days and hours are matched by their date and by what clocks showed, all other dimensions by
 * their values. Of larger buckets the earlier rows are told by the bucket that they are compared with, and get the first day
 * of their own.
 */
export function alignEarlier(
  plan: Plan,
  { comparison, current, earlier }: { comparison: Comparison; current: Cell[][]; earlier: Cell[][] },
): EarlierRow[] {
  const width = plan.dimensions.length
  const timeAt = plan.dimensions.findIndex((dimension) => dimension.field === 'time')
  const keyOf = (cells: Cell[], placeOf: PlaceOf) =>
    JSON.stringify(
      cells
        .slice(0, width)
        .map((cell, at) => (at === timeAt && typeof cell === 'string' ? placeOf(cell) : cell)),
    )
  const beside = bucketsBeside(plan)
  const placeNow = placesIn(plan, plan.span, undefined)
  const placeThen = placesIn(plan, comparison.span, comparison)
  const byKey = new Map(earlier.map((cells) => [keyOf(cells, placeThen), cells]))
  let places: ReadonlySet<string> | undefined
  const hadTime = (time: Cell | undefined) => {
    places ??= new Set(bucketsOfTime(plan, comparison.span).map(placeThen))
    return typeof time !== 'string' || places.has(placeNow(time))
  }
  const firstDays = new Map(beside?.map(({ label, from }) => [label, from.toPlainDate().toString()]))
  const ownTime = (cells: Cell[]) =>
    beside === undefined ? cells : cells.map((cell, at) => (at === timeAt ? ownDay(cell) : cell))
  const ownDay = (cell: Cell) => (typeof cell === 'string' ? (firstDays.get(cell) ?? cell) : cell)
  return current.map((cells) => {
    const found = byKey.get(keyOf(cells, placeNow))
    const then = found === undefined ? null : ownTime(found)
    const isNothing = then === null && hadTime(cells[timeAt])
    return { cells: then, compared: isNothing ? [...cells.slice(0, width), ...emptyFigures(plan)] : then }
  })
}

/** The buckets of the earlier period beside which a bucket of the period stands. */
export function earlierBuckets(plan: TimesOfPlan, comparison: Comparison): PlacesOf {
  const placeNow = placesIn(plan, plan.span, undefined)
  const placeThen = placesIn(plan, comparison.span, comparison)
  const byPlace = Map.groupBy(bucketsOfTime(plan, comparison.span), placeThen)
  return (label) => byPlace.get(placeNow(label)) ?? []
}

type PlacesOf = (label: string) => string[]

/** Where a bucket stands, in words that are the same for those that are compared. */
type PlaceOf = (label: string) => string

function placesIn(plan: TimesOfPlan, span: Span, earlier: Comparison | undefined): PlaceOf {
  const time = plan.dimensions.find((dimension) => dimension.field === 'time')
  if (time === undefined || plan.comparison === undefined) return (label) => label
  if (bucketsBeside(plan) !== undefined) return (label) => label
  const isHour = time.grain === 'hour'
  if (!isByClock(plan.comparison)) return elapsedHours(span)
  const dayOf = earlier === undefined ? (day: string) => day : laterDays(earlier)
  if (!isHour) return dayOf
  const repeated = repeatedHours(offsetsOf(span))
  return (label) => {
    const local = Date.parse(`${label.slice(0, 19)}Z`) / 1000
    const offset = local - Date.parse(label) / 1000
    const isAgain = repeated.some((one) => one.offset === offset && one.first <= local && local < one.end)
    return `${dayOf(label.slice(0, 10))} ${label.slice(11, 13)}${isAgain ? ' again' : ''}`
  }
}

function elapsedHours({ from }: Span): PlaceOf {
  return (label) => String(Math.ceil(Math.max(0, Date.parse(label) - from.epochMilliseconds) / 3_600_000))
}

/** Those of the earlier period as its rows are told, or of the period itself. */
function bucketsOfTime(plan: TimesOfPlan, span: Span): string[] {
  const time = plan.dimensions.find(({ field }) => field === 'time')
  if (time?.grain === undefined || time.grain === null) return []
  const beside = span === plan.comparison?.span ? bucketsBeside(plan) : undefined
  if (beside !== undefined) return beside.map(({ label }) => label)
  return bucketsOf(span, time.grain, { weekStartsOn: plan.weekStartsOn, withSkipped: false }).map(
    ({ label }) => label,
  )
}

/** The day that a day of the earlier period is compared with; none for the last days of a longer month. */
function laterDays({ span: { back } }: Comparison): PlaceOf {
  const known = new Map<string, string>()
  return (day) => {
    const seen = known.get(day)
    if (seen !== undefined) return seen
    const earlier = Temporal.PlainDate.from(day)
    const later = earlier.add(back)
    const isCutShort = back.days === undefined && later.day !== earlier.day
    const place = isCutShort ? `${day} has no later day` : later.toString()
    known.set(day, place)
    return place
  }
}
