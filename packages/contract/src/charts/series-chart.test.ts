import { expect, it } from 'vitest'
import type { ReportColumn, RunReportAnswer } from '../reports.ts'
import type { ChartInput } from './charted-answer.ts'
import { colorsOf } from '../colors.ts'
import { paletteOf } from './palette.ts'
import { buildReportChart } from './report-chart.ts'

const day: ReportColumn = { name: 'time', label: 'Day', type: 'time', role: 'dimension', grain: 'day' }
const calls = {
  name: 'calls',
  label: 'Calls',
  type: 'integer',
  role: 'measure',
  measure: 'calls',
  view: 'figure',
} as const satisfies ReportColumn
const change = {
  ...calls,
  name: 'calls:change',
  label: 'Calls, change',
  type: 'ratio',
  view: 'change',
} as const

const compared: RunReportAnswer = {
  columns: [day, calls, change],
  rows: [['2026-10-21', 4, 1]],
  labels: {},
  totals: null,
  comparison: {
    kind: 'previousPeriod',
    matchWeekdays: true,
    from: '2026-10-14T00:00:00.000Z',
    to: '2026-10-15T00:00:00.000Z',
    rows: [['2026-10-14', 2, null]],
    totals: null,
  },
  meta: {
    reportId: null,
    reportName: 'Calls',
    from: '2026-10-21T00:00:00.000Z',
    to: '2026-10-22T00:00:00.000Z',
    timeZone: 'UTC',
    filters: [],
    answerWithinSeconds: 20,
    rowCount: 1,
    generatedAt: '2026-11-01T00:00:00.000Z',
    elapsedMs: 1,
  },
}

function barsOf(answer: RunReportAnswer, asked: Partial<ChartInput> = {}) {
  return buildReportChart({ answer, type: 'bar', measure: undefined, weekStartsOn: 1, ...asked })
}

it('a chart of changes has no earlier period beside them, while that of the figures has', () => {
  const ofChange = barsOf(compared, { measure: 'calls:change' })
  expect(ofChange?.drawing.shown).toMatchObject({ series: [{ values: [1] }], previous: undefined })
  expect(ofChange?.hasLegend).toBe(false)
  const ofFigure = barsOf(compared)
  expect(ofFigure?.drawing.shown).toMatchObject({ series: [{ values: [4] }], previous: { values: [2] } })
  expect(ofFigure?.hasLegend).toBe(true)
})

it('an earlier period whose days stand beside other weekdays is called so', () => {
  const chartOf = (grain: ReportColumn['grain'], matchWeekdays: boolean) => {
    const comparison = compared.comparison && { ...compared.comparison, matchWeekdays }
    const columns = [{ ...day, grain }, calls]
    return barsOf({ ...compared, columns, ...(comparison && { comparison }) })?.drawing.shown
  }
  expect(chartOf('day', false)).toMatchObject({ previous: { name: 'Previous period, by date' } })
  expect(chartOf('day', true)).toMatchObject({ previous: { name: 'Previous period' } })
  expect(chartOf('month', false)).toMatchObject({ previous: { name: 'Previous period' } })
})

it('names beside lying bars have the room that the longest needs, up to a limit', () => {
  const source: ReportColumn = { name: 'source', label: 'Source', type: 'text', role: 'dimension' }
  const widthFor = (...names: string[]) => {
    const rows = names.map((name) => [name, 4])
    const { comparison: _, ...answer } = { ...compared, columns: [source, calls], rows }
    return barsOf(answer, { type: 'horizontalBar' })?.drawing.options(paletteOf(colorsOf(false)))['yAxis']
  }
  expect(widthFor('Radio', 'Website')).toMatchObject({ axisLabel: { width: 52 } })
  expect(widthFor('Radio', 'WEBSITE')).toMatchObject({ axisLabel: { width: 66 } })
  expect(widthFor('Radio', 'Website'.repeat(9))).toMatchObject({ axisLabel: { width: 160 } })
})

it('the axis under lying bars has as many figures as there is room for, evenly', () => {
  const source: ReportColumn = { name: 'source', label: 'Source', type: 'text', role: 'dimension' }
  const axisOf = (value: number, width: number) => {
    const { comparison: _, ...answer } = { ...compared, columns: [source, calls], rows: [['Website', value]] }
    return barsOf(answer, { type: 'horizontalBar', width })?.drawing.options(paletteOf(colorsOf(false)))[
      'xAxis'
    ]
  }
  expect(axisOf(20_200, 230)).toMatchObject({ interval: 25_000, min: 0, max: 25_000 })
  expect(axisOf(20_200, 330)).toMatchObject({ interval: 10_000, max: 30_000 })
  expect(axisOf(3, 330)).toMatchObject({ interval: 1, max: 3 })
  expect(axisOf(-3, 330)).not.toHaveProperty('interval')
  expect(axisOf(20_200, 900)).not.toHaveProperty('interval')
})

it('rows of two dimensions are in no one order: bars, as far as they fit, and never an area or a line', () => {
  const source: ReportColumn = { name: 'source', label: 'Source', type: 'text', role: 'dimension' }
  const pivot: ReportColumn = { name: 'status', label: 'Status', type: 'text', role: 'dimension' }
  const across = ['answered', 'missed'].map((value, at) => ({
    ...calls,
    name: `calls#${at}`,
    pivot: { value },
  }))
  const rows = Array.from({ length: 300 }, (_, at) => ['2026-10-21', `Source ${at}`, 1, 2, 3])
  const { comparison, ...plain } = compared
  const meta = { ...compared.meta, rowCount: 300 }
  const pivoted = { ...plain, pivot, columns: [day, source, ...across, calls], rows, meta }
  const chart = barsOf(pivoted, { type: 'stackedBar' })
  expect(chart?.drawing.shown).toMatchObject({
    shape: 'stackedBar',
    isHorizontal: true,
    points: { length: 66 },
  })
  expect(chart?.note).toBe('the first 66 of 300 rows')
  const earlier = comparison && { ...comparison, rows: [['2026-10-14', 'Radio', 2]] }
  const ofRows = { ...compared, columns: [day, source, calls], rows: [['2026-10-21', 'Radio', 4]] }
  const lying = barsOf({ ...ofRows, ...(earlier && { comparison: earlier }) }, { type: 'horizontalBar' })
  expect(lying?.drawing.shown).toMatchObject({ series: [{ values: [4] }, { values: [2], tone: 'previous' }] })
})
