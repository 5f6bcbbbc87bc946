// Arithmetic with days of a time zone. A day is a text `YYYY-MM-DD`, an instant a `Temporal.Instant` or its text.
// `Temporal` is the runtime's own; where it has none, the program loads a polyfill when it starts (decision 0013).

/** What calendars are divided into, and how long each is. */
export const calendarUnits = {
  day: { days: 1 },
  week: { days: 7 },
  month: { months: 1 },
  quarter: { months: 3 },
  year: { years: 1 },
} as const
export type CalendarUnit = keyof typeof calendarUnits

/** The first day of the week, month, … that a day lies in. Weeks start on 1 Monday to 7 Sunday. */
export function startOfUnit(
  day: Temporal.PlainDate,
  unit: CalendarUnit,
  weekStartsOn: number,
): Temporal.PlainDate {
  switch (unit) {
    case 'day':
      return day
    case 'week':
      return day.subtract({ days: (day.dayOfWeek - weekStartsOn + 7) % 7 })
    case 'month':
      return day.with({ day: 1 })
    case 'quarter':
      return day.with({ day: 1 }).subtract({ months: (day.month - 1) % 3 })
    case 'year':
      return day.with({ day: 1, month: 1 })
  }
}

export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

/** Calendar days, both included. */
export interface DaySpan {
  firstDay: string
  lastDay: string
}

export function countDays({ firstDay, lastDay }: DaySpan): number {
  return Temporal.PlainDate.from(firstDay).until(lastDay).days + 1
}

export function dayOf(instant: Temporal.Instant | string, timeZone: string): string {
  return inZone(instant, timeZone).toPlainDate().toString()
}

/** The last day of a span that ends at an instant: the day of the moment before. */
export function lastDayBefore(end: Temporal.Instant | string, timeZone: string): string {
  return inZone(end, timeZone).subtract({ nanoseconds: 1 }).toPlainDate().toString()
}

/** The first moment of a day: midnight, or later where clocks skip it. */
export function startOfDay(day: string, timeZone: string): Temporal.Instant {
  return Temporal.PlainDate.from(day).toZonedDateTime(timeZone).toInstant()
}

export function isStartOfDay(instant: Temporal.Instant | string, timeZone: string): boolean {
  const at = inZone(instant, timeZone)
  return at.equals(at.startOfDay())
}

function inZone(instant: Temporal.Instant | string, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone)
}
