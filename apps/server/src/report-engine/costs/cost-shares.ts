import { type ExactAmount, parseExact } from '../sql/exact-amount.ts'

/** Days of the calendar, counted since 1970-01-01; `end` is exclusive. */
export interface DayRange {
  first: number
  end: number
}

/** What a number costs between two moments, in the calendar of its customer. */
export interface CostTime {
  /** Of a month. */
  cost: ExactAmount
  /** What shares are whole multiples of: cents, unless the cost is finer. */
  step: ExactAmount
  from: Moment
  until: Moment
}

/** A day and the part of it that has gone by. */
interface Moment {
  day: number
  partMs: number
  dayMs: number
}

const always: Moment = { day: -Infinity, partMs: 0, dayMs: 1 }
const never: Moment = { ...always, day: Infinity }

const cent = parseExact('0.01')

/** `from` and `until` are instants; null: always. */
export function costTime({
  monthlyCost,
  timeZone,
  from = null,
  until = null,
}: {
  monthlyCost: string
  timeZone: string
  from?: string | null | undefined
  until?: string | null | undefined
}): CostTime {
  const cost = parseExact(monthlyCost)
  return {
    cost,
    step: cost % cent === 0n ? cent : 1n,
    from: from === null ? always : momentOf(from, timeZone),
    until: until === null ? never : momentOf(until, timeZone),
  }
}

function momentOf(at: string, timeZone: string): Moment {
  const zoned = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone)
  const start = zoned.startOfDay()
  return {
    day: dayNumber(zoned.toPlainDate()),
    partMs: zoned.epochMilliseconds - start.epochMilliseconds,
    dayMs: start.add({ days: 1 }).epochMilliseconds - start.epochMilliseconds,
  }
}

export function dayNumber(day: Temporal.PlainDate): number {
  return Date.UTC(day.year, day.month - 1, day.day) / 86_400_000
}

/** A part of a month. */
interface MonthPart extends DayRange {
  monthStart: number
  monthDays: number
}

export function monthParts({ first, end }: DayRange): MonthPart[] {
  const parts: MonthPart[] = []
  for (let day = first; day < end;) {
    const date = new Date(day * 86_400_000)
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
    const monthStart = Date.UTC(year, month, 1) / 86_400_000
    const next = Date.UTC(year, month + 1, 1) / 86_400_000
    parts.push({ first: day, end: Math.min(next, end), monthStart, monthDays: next - monthStart })
    day = next
  }
  return parts
}

/**
 * What of a cost falls on days. A month is shared evenly over its days, so that the days
 * of a month come to what it costs, to the cent, however they are divided.
 */
export function costShare({ cost, step, from, until }: CostTime, parts: readonly MonthPart[]): ExactAmount {
  const units = cost / step
  let share = 0n
  for (const { first, end, monthStart, monthDays } of parts) {
    if (until.day < first || from.day >= end) continue
    const since = from.day < first ? { ...from, day: first, partMs: 0 } : from
    const to = until.day >= end ? { ...until, day: end, partMs: 0 } : until
    share += dueBy(units, to, { monthStart, monthDays }) - dueBy(units, since, { monthStart, monthDays })
  }
  return share * step
}

/** What is due by a moment of a month, rounded half up. */
function dueBy(
  units: bigint,
  { day, partMs, dayMs }: Moment,
  { monthStart, monthDays }: Pick<MonthPart, 'monthStart' | 'monthDays'>,
): bigint {
  const gone = BigInt(day - monthStart) * BigInt(dayMs) + BigInt(partMs)
  const whole = BigInt(monthDays) * BigInt(dayMs)
  return (2n * units * gone + whole) / (2n * whole)
}
