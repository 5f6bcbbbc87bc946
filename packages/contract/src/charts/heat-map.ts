import { fields } from '../call-fields.ts'
import type { ReportColumn } from '../reports.ts'
import { acrossOf } from '../answer-columns.ts'
import type { ChartedDefinition, ChartKind } from './chart-kind.ts'
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
import {
  type ChartOptions,
  type ChartPoint,
  type Drawing,
  fullTitle,
  itemTooltip,
  written,
} from './drawing.ts'
import type { Palette } from './palette.ts'

export interface HeatMapChart {
  columnsName: string
  /** From top to bottom. */
  rows: readonly ChartPoint[]
  columns: readonly ChartPoint[]
  /** One list per row. */
  values: readonly (readonly (number | null)[])[]
  /** What a cell says: `12 calls`. */
  format: (value: number) => string
}

const shades = [0.9, 0.3, 0.6, 0.2, 0.5, 1, 0.3, 0.7, 0.4, 0.2, 0.8, 0.5]

/** A measure by weekday and hour, or by the rows of a report and the values of its pivot. */
export const heatMap: ChartKind = {
  label: 'Heat map',
  picture: shades.map((opacity, index) => ({
    path: `M${4 + (index % 4) * 8} ${3 + Math.floor(index / 4) * 8}h7v7h-7z`,
    opacity,
  })),
  series: undefined,
  problem: needsDayAndHour,
  build: (input, of) => (input.answer.pivot === undefined ? weekOfHours(input, of) : rowsByPivot(input, of)),
}

function needsDayAndHour({ dimensions, pivot }: ChartedDefinition): string | undefined {
  if (pivot !== undefined) return undefined
  const has = (name: string) => dimensions.some(({ field }) => field === name)
  return has('dayOfWeek') && has('hourOfDay') ? undefined : 'Needs weekdays and hours as rows, or a pivot.'
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
    drawing: drawHeatMap({
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
    }),
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
    drawing: drawHeatMap({
      columnsName: answer.pivot?.label ?? '',
      rows: rows.map((row) => pointOf(answer, row)),
      columns: columns.map((column) => ({ label: acrossOf(answer, column) ?? column.label })),
      values: rows.map((row) => columns.map((column) => numberOrNull(row[answer.columns.indexOf(column)]))),
      format: cellFormat(of.chosen),
    }),
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

/** In pixels. */
const scaleHeight = 26

export function drawHeatMap(chart: HeatMapChart): Drawing<HeatMapChart> {
  const { columnsName, rows, columns, values } = chart
  return {
    shown: chart,
    height: Math.max(260, 60 + 26 * rows.length) + scaleHeight,
    options: (palette) => optionsOf(chart, palette),
    // The picture lies on its side: seven columns fit where twenty-four do not.
    table: () => ({
      head: [columnsName, ...rows.map(({ label }) => label)],
      body: columns.map((column, x) => ({
        title: fullTitle(column),
        cells: rows.map((_, y) => String(values[y]?.[x] ?? '–')),
      })),
    }),
    placeOf: (dataIndex) => placeOf(chart, dataIndex),
  }
}

function placeOf({ columns }: HeatMapChart, dataIndex: number): { row: number; index: number } {
  return { row: Math.floor(dataIndex / columns.length), index: dataIndex % columns.length }
}

function tooltipLines(chart: HeatMapChart, dataIndex: number): readonly string[] {
  const place = placeOf(chart, dataIndex)
  const row = chart.rows[place.row]
  const column = chart.columns[place.index]
  if (row === undefined || column === undefined) return []
  const value = written(chart.values[place.row]?.[place.index], chart.format)
  return [`${fullTitle(row)}, ${fullTitle(column)}`, value]
}

function optionsOf(chart: HeatMapChart, palette: Palette): ChartOptions {
  const { columns, rows, values } = chart
  const max = Math.max(1, ...values.flat().map((value) => value ?? 0))
  const axis = {
    type: 'category',
    axisTick: { show: false },
    axisLine: { show: false },
    splitArea: { show: false },
  } as const
  return {
    grid: {
      left: 0,
      right: 0,
      top: 0,
      bottom: scaleHeight,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    tooltip: itemTooltip(palette, (dataIndex) => tooltipLines(chart, dataIndex)),
    xAxis: {
      ...axis,
      data: columns.map(({ label }) => label),
      axisLabel: {
        color: palette.quietText,
        interval: columns.length > 12 ? 5 : 0,
        margin: 10,
        hideOverlap: true,
        width: 90,
        overflow: 'truncate',
      },
    },
    yAxis: {
      ...axis,
      data: rows.map(({ label }) => label),
      inverse: true,
      axisLabel: { color: palette.quietText, margin: 10 },
    },
    // Under the cells, from nothing to the greatest value.
    visualMap: {
      min: 0,
      max,
      dimension: 2,
      inRange: { color: [palette.heatLow, palette.answered] },
      orient: 'horizontal',
      right: 0,
      bottom: 0,
      padding: 0,
      itemWidth: 10,
      itemHeight: 96,
      text: [chart.format(max), '0'],
      textGap: 8,
      textStyle: { color: palette.quietText },
      calculable: false,
      hoverLink: false,
    },
    series: [
      {
        type: 'heatmap',
        data: values.flatMap((row, y) => row.map((value, x) => [x, y, value ?? '-'] as const)),
        itemStyle: { borderColor: palette.panel, borderWidth: 2, borderRadius: 3 },
        emphasis: { itemStyle: { borderColor: palette.text, borderWidth: 1 } },
      },
    ],
  }
}
