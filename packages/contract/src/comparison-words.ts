import { addDays, countDays, dayOf, type DaySpan, lastDayBefore } from './calendar.ts'
import { formatCount, formatCounted } from './format.ts'
import { formatDaySpan, formatInstantSpan } from './format-time.ts'

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
 * What a period is compared with, on screens and in files: `Sep 19, 2026 – Oct 18, 2026, the same days of the week 5 weeks
 * earlier; Oct 19 – Oct 23, 2026, in neither period`.
 */
export function describeEarlier(compared: Compared): string {
  const { earlier, timeZone } = compared
  const span = formatInstantSpan(earlier.from, earlier.to, timeZone)
  if (!earlier.matchWeekdays) return span
  const weeks = weeksBefore(compared)
  const before = Number.isInteger(weeks) ? ` ${formatCounted(weeks, 'week')} earlier` : ''
  const leftOut = findLeftOut(compared)
  const without = leftOut === undefined ? '' : `; ${formatDaySpan(leftOut, '')}, in neither period`
  return `${span}, the same days of the week${before}${without}`
}

/** The same where there is little room: `the same 30 weekdays, Sep 19 – Oct 18`. */
export function describeEarlierDays(compared: Compared, thisYear: string): string {
  const span = daysOf(compared.earlier, compared.timeZone)
  const days = formatDaySpan(span, thisYear)
  const leftOut = findLeftOut(compared)
  return leftOut === undefined ? days : `the same ${formatCount(countDays(span))} weekdays, ${days}`
}

const daysOfWeek = 7

function weeksBefore({ current, earlier, timeZone }: Compared): number {
  const days = { firstDay: dayOf(earlier.from, timeZone), lastDay: dayOf(current.from, timeZone) }
  return (countDays(days) - 1) / daysOfWeek
}

/**
 * The days between the two periods that are in neither, because the earlier one was moved back to the same days of the week:
 * fewer than a week, and fewer than there are days in the period, which else is a part of a longer one.
 */
function findLeftOut({ current, earlier, timeZone }: Compared): DaySpan | undefined {
  if (!earlier.matchWeekdays) return undefined
  const between = {
    firstDay: addDays(lastDayBefore(earlier.to, timeZone), 1),
    lastDay: addDays(dayOf(current.from, timeZone), -1),
  }
  const count = countDays(between)
  const most = Math.min(daysOfWeek, countDays(daysOf(current, timeZone)))
  return count > 0 && count < most ? between : undefined
}

function daysOf({ from, to }: InstantSpan, timeZone: string): DaySpan {
  return { firstDay: dayOf(from, timeZone), lastDay: lastDayBefore(to, timeZone) }
}
