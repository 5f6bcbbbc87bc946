import { fields } from '@callboard/contract/call-fields'
import type { HeatMapChart } from '@callboard/contract/charts/heat-map'
import { formatCounted } from '@callboard/contract/format'
import { formatHour, formatHourSpan, weekdayLabels, weekdayNames } from '@callboard/contract/format-time'
import type { RunReportAnswer } from '@callboard/contract/reports'
import { numberOf, resultRows } from '#web/lib/reporting/report-answer.ts'

// Of a report of calls by `dayOfWeek` and `hourOfDay`.

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** 1 Monday to 7 Sunday, in the order of a week that starts on one of them. */
export function weekdaysFrom(weekStartsOn: number): number[] {
  return weekdayLabels.map((_, index) => ((weekStartsOn - 1 + index) % 7) + 1)
}

/** The cells of an hour of a weekday. */
export function findHour(answer: RunReportAnswer, day: number | undefined, hour: number) {
  return resultRows(answer).find(
    (row) => numberOf(row, 'dayOfWeek') === day && numberOf(row, 'hourOfDay') === hour,
  )?.cells
}

/** Weekdays, from the first day of the week, by hours. */
export function hoursChart(answer: RunReportAnswer, days: readonly number[]): HeatMapChart {
  const calls = new Map(
    resultRows(answer).map((row) => [
      `${numberOf(row, 'dayOfWeek')}-${numberOf(row, 'hourOfDay')}`,
      numberOf(row, 'calls') ?? 0,
    ]),
  )
  return {
    columnsName: fields.hourOfDay.label,
    rows: days.map((day) => ({ label: weekdayLabels[day - 1] ?? '', title: weekdayNames[day - 1] ?? '' })),
    columns: hours.map((hour) => ({ label: formatHour(hour), title: formatHourSpan(hour) })),
    values: days.map((day) => hours.map((hour) => calls.get(`${day}-${hour}`) ?? 0)),
    format: (count) => formatCounted(count, 'call'),
  }
}

export function summarizeHours(answer: RunReportAnswer): string {
  const rows = resultRows(answer)
  const busiest = rows.toSorted(
    (one, other) => (numberOf(other, 'calls') ?? 0) - (numberOf(one, 'calls') ?? 0),
  )[0]
  if (busiest === undefined) return 'No calls.'
  const day = weekdayNames[(numberOf(busiest, 'dayOfWeek') ?? 1) - 1] ?? ''
  const hour = formatHourSpan(numberOf(busiest, 'hourOfDay') ?? 0)
  return `Calls by weekday and hour. Most come on ${day}, ${hour}: ${formatCounted(numberOf(busiest, 'calls') ?? 0, 'call')}.`
}
