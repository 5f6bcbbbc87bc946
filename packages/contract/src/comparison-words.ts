import { addDays, countDays, dayOf, type DaySpan, lastDayBefore } from './calendar.ts'
import { formatCount } from './format.ts'
import { joinWithAnd } from './format-names.ts'
import { formatDaySpan, formatInstantSpan, weekdayNames } from './format-time.ts'

interface InstantSpan {
  /** ISO instants; `to` is exclusive. */
  from: string
  to: string
}

/** A period and the one that it is compared with. */
export interface Compared {
  current: InstantSpan
  earlier: InstantSpan & { matchWeekdays: boolean }
  timeZone: string
}

/**
 * What a period is compared with, on screens, in files and emails: `the same 30 weekdays, Sep 19, 2026 – Oct 18, 2026`, or
 * `Oct 1, 2026 – Oct 22, 2026 (4 Sundays against 3; 3 Thursdays against 4)`.
 */
export function describeEarlier(compared: Compared): string {
  const { earlier, timeZone } = compared
  return withWeekdays(compared, formatInstantSpan(earlier.from, earlier.to, timeZone))
}

/** The same by its days alone: `the same 30 weekdays, Sep 19 – Oct 18`, `Oct 1 – Oct 22 (4 Sundays against 3)`. */
export function describeEarlierDays(compared: Compared, thisYear: string): string {
  return withWeekdays(compared, formatDaySpan(daysOf(compared.earlier, compared.timeZone), thisYear))
}

function withWeekdays(compared: Compared, span: string): string {
  const { earlier, current, timeZone } = compared
  if (earlier.matchWeekdays) return sameWeekdays(compared, span)
  const differences = compareWeekdays(daysOf(current, timeZone), daysOf(earlier, timeZone))
  return differences === undefined ? span : `${span} (${differences})`
}

/** Of two periods that meet, as of a week and the week before, nobody asks. */
function sameWeekdays({ current, earlier, timeZone }: Compared, span: string): string {
  const [now, then] = [daysOf(current, timeZone), daysOf(earlier, timeZone)]
  const count = countDays(then)
  if (addDays(then.lastDay, 1) === now.firstDay && count % daysOfWeek === 0) return span
  return `the same ${count === 1 ? 'weekday' : `${formatCount(count)} weekdays`}, ${span}`
}

/** Of longer periods one weekday more is next to nothing. */
const maxDays = 92
const daysOfWeek = 7

/** The weekdays of which a period has more or fewer than the other: `4 Sundays and Mondays against 3`. */
function compareWeekdays(now: DaySpan, then: DaySpan): string | undefined {
  if (countDays(now) > maxDays) return undefined
  const [countsNow, countsThen] = [countWeekdays(now), countWeekdays(then)]
  const differing = weekdayNames
    .map((name, at) => ({ name, now: countsNow[at] ?? 0, earlier: countsThen[at] ?? 0 }))
    .filter((one) => one.now !== one.earlier)
  if (differing.length === 0) return undefined
  if (countDays(now) < daysOfWeek && countDays(then) < daysOfWeek)
    return `${weekdaysOf(now)} against ${weekdaysOf(then)}`
  const alike = Map.groupBy(differing, (one) => `${one.now}/${one.earlier}`)
  return [...alike.values()]
    .flatMap((names) => {
      const [first] = names
      if (first === undefined) return []
      const many = joinWithAnd(names.map(({ name }) => (first.now === 1 ? name : `${name}s`)))
      return [`${first.now} ${many} against ${first.earlier}`]
    })

    .join('; ')
}

/** How many there are of each, from Monday. */
function countWeekdays(span: DaySpan): number[] {
  const days = countDays(span)
  const first = Temporal.PlainDate.from(span.firstDay).dayOfWeek - 1
  return weekdayNames.map((_, at) => {
    const until = (at - first + daysOfWeek) % daysOfWeek
    return Math.max(0, Math.ceil((days - until) / daysOfWeek))
  })
}

/** `Tuesday – Thursday` */
function weekdaysOf({ firstDay, lastDay }: DaySpan): string {
  const [first, last] = [firstDay, lastDay].map((day) => nameWeekday(day))
  return firstDay === lastDay ? `${first}` : `${first} – ${last}`
}

function nameWeekday(day: string): string {
  return weekdayNames[Temporal.PlainDate.from(day).dayOfWeek - 1] ?? ''
}

function daysOf({ from, to }: InstantSpan, timeZone: string): DaySpan {
  return { firstDay: dayOf(from, timeZone), lastDay: lastDayBefore(to, timeZone) }
}
