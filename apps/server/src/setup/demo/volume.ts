import type { Business } from './businesses.ts'
import { isHoliday } from './holidays.ts'
import { hourMs, type LocalClock, type LocalTime } from './local-clock.ts'
import { normal, placeOf, type Random, randomOf } from './random.ts'
import type { Trade, Week } from './trades.ts'

/** Whole hours, from before the oldest call to the end of the newest day. */
export interface Window {
  fromMs: number
  toMs: number
}

/**
 * When the calls of a business start, in order: by hour and weekday of its own clock, by season, growing over the
 * window, less on holidays, and no two days alike.
 */
export function arrivalsOf(
  business: Business,
  { seed, count, window, clock }: { seed: number; count: number; window: Window; clock: LocalClock },
): Float64Array {
  const ends = hourEnds(business, { seed, window, clock })
  const random = randomOf(seed, business.code, 'arrivals')
  const total = ends.at(-1) ?? 0
  const arrivals = Float64Array.from({ length: count }, () => {
    const hour = placeOf(random() * total, ends)
    return window.fromMs + Math.floor((hour + random()) * hourMs)
  })
  return arrivals.toSorted()
}

/** How busy a business is at an instant, against others. */
export function pullAt(business: Business, local: LocalTime): number {
  return (
    business.share *
    (ofWeekday(business.trade.pull, local.weekday)[local.hour] ?? 0) *
    holidayFactor(business, local)
  )
}

function hourEnds(
  business: Business,
  { seed, window, clock }: { seed: number; window: Window; clock: LocalClock },
): Float64Array {
  const hours = Math.round((window.toMs - window.fromMs) / hourMs)
  const ends = new Float64Array(hours)
  const moods = new Map<number, number>()
  const random = randomOf(seed, business.code, 'days')
  let sum = 0
  for (let hour = 0; hour < hours; hour++) {
    const local = clock(window.fromMs + hour * hourMs)
    let mood = moods.get(local.day)
    if (mood === undefined) {
      mood = moodOf(random) * seasonFactor(business.trade, local.day)
      moods.set(local.day, mood)
    }
    const growth = 1 + (0.22 * hour) / hours
    sum += pullAt(business, local) * mood * growth
    ends[hour] = sum
  }
  return ends
}

function moodOf(random: Random): number {
  return Math.exp(0.07 * normal(random))
}

function seasonFactor({ seasonPeak }: Trade, day: number): number {
  return 1 + 0.12 * Math.cos((2 * Math.PI * (day - seasonPeak)) / 365.25)
}

function holidayFactor({ trade, country }: Business, { day }: LocalTime): number {
  return isHoliday(day, country) ? trade.holidayFactor : 1
}

function ofWeekday<T>(week: Week<T>, weekday: number): T {
  if (weekday === 0) return week.sunday
  return weekday === 6 ? week.saturday : week.workday
}

/** From hour to hour; null where it is closed. Weekdays from 0 Sunday. */
export function openingHours({ hours }: Business['trade'], weekday: number) {
  return ofWeekday(hours, weekday)
}

export type Phase = 'open' | 'lunch' | 'after' | 'holiday'

/** Which rule for the time of day applies at a branch. */
export function phaseOf({ trade, country }: Business, local: LocalTime): Phase {
  if (isHoliday(local.day, country) && trade.holidayFactor < 1) return 'holiday'
  const hours = openingHours(trade, local.weekday)
  if (hours === null || local.hour < hours[0] || local.hour >= hours[1]) return 'after'
  return trade.hasLunchBreak && local.hour === 12 ? 'lunch' : 'open'
}
