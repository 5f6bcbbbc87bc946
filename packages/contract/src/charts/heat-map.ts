import { fields } from '../call-fields.ts'
import type { ReportColumn } from '../reports.ts'
import { acrossOf } from '../answer-columns.ts'
import {
  type ChartInput,
  describeFirst,
  drawnRows,
  formatOf,
  type MeasureChart,
  numberOrNull,
  pivotedColumns,
  pointOf,
  type ReportChart,
} from './charted-answer.ts'
import { formatCount } from '../format.ts'
import { formatHour, formatHourSpan, weekdayLabels, weekdayNames } from '../format-time.ts'

/** A measure by weekday and hour, or by the rows of a report and the values of its pivot. */
export function heatMap(input: ChartInput, of: MeasureChart): ReportChart | undefined {
  return input.answer.pivot === undefined ? weekOfHours(input, of) : rowsByPivot(input, of)
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)

function weekOfHours({ answer, weekStartsOn }: ChartInput, of: MeasureChart): ReportChart | undefined {
  const { chosen } = of
  const dayAt = answer.columns.findIndex(({ name }) => name === 'dayOfWeek')
  const hourAt = answer.columns.findIndex(({ name }) => name === 'hourOfDay')
  if (dayAt < 0 || hourAt < 0) return undefined
  const days = weekdayNames.map((_, index) => ((weekStartsOn - 1 + index) % 7) + 1)
  const rowOf = (day: number | undefined, hour: number | undefined) =>
    answer.rows.find((row) => row[dayAt] === day && row[hourAt] === hour)
  const index = answer.columns.indexOf(chosen)
  const whenNoCalls = chosen.type === 'integer' ? 0 : null
  return {
    ...of,
    data: {
      type: 'heatMap',
      columnsName: fields.hourOfDay.label,
      rows: days.map((day) => ({ label: weekdayLabels[day - 1] ?? '', title: weekdayNames[day - 1] ?? '' })),
      columns: hours.map((hour) => ({ label: formatHour(hour), title: formatHourSpan(hour) })),
      values: days.map((day) =>
        hours.map((hour) => {
          const row = rowOf(day, hour)
          return row === undefined ? whenNoCalls : numberOrNull(row[index])
        }),
      ),
      format: cellFormat(chosen),
    },
    figureAt({ index: hour, row: day }) {
      const row = rowOf(days[day ?? -1], hours[hour])
      return row === undefined ? undefined : { row, column: chosen }
    },
  }
}

function rowsByPivot({ answer }: ChartInput, of: MeasureChart): ReportChart {
  const columns = pivotedColumns(answer, of.chosen)
  const rows = drawnRows(answer)
  return {
    ...of,
    data: {
      type: 'heatMap',
      columnsName: answer.pivot?.label ?? '',
      rows: rows.map((row) => pointOf(answer, row)),
      columns: columns.map((column) => ({ label: acrossOf(answer, column) ?? column.label })),
      values: rows.map((row) => columns.map((column) => numberOrNull(row[answer.columns.indexOf(column)]))),
      format: cellFormat(of.chosen),
    },
    note: describeFirst(rows.length, answer),
    figureAt({ index, row: place }) {
      const row = rows[place ?? -1]
      const column = columns[index]
      return row === undefined || column === undefined ? undefined : { row, column }
    },
  }
}

function cellFormat(chosen: ReportColumn): (value: number) => string {
  const { format = formatCount } = formatOf(chosen)
  return (value) => `${chosen.label}: ${format(value)}`
}
