import { chartTypes } from './chart-types.ts'
import { type Cell, type ReportColumn, ReportDefinition, type RunReportAnswer } from '../reports.ts'
import { describe, expect, it } from 'vitest'
import type { ChartInput, ChartType } from './charted-answer.ts'
import { buildReportChart, chartProblem, suggestChart } from './report-chart.ts'
import { colorsOf } from '../colors.ts'
import { paletteOf } from './palette.ts'
import { axisLineHeight } from './series-drawing.ts'

const calls: ReportColumn = { name: 'calls', label: 'Calls', type: 'integer', role: 'measure' }

const empty: RunReportAnswer = {
  columns: [],
  rows: [],
  labels: {},
  totals: null,
  meta: {
    reportId: null,
    reportName: 'Calls',
    from: '2026-10-01T00:00:00.000Z',
    to: '2026-11-01T00:00:00.000Z',
    timeZone: 'UTC',
    filters: [],
    answerWithinSeconds: 20,
    rowCount: 0,
    generatedAt: '2026-11-01T00:00:00.000Z',
    elapsedMs: 1,
  },
}

function barsOf(first: ReportColumn, rows: Cell[][]) {
  return chartOf('bar', { columns: [first, calls], rows })?.drawing
}

const source: ReportColumn = { name: 'source', label: 'Source', type: 'text', role: 'dimension' }
const day: ReportColumn = { name: 'time', label: 'Day', type: 'time', role: 'dimension', grain: 'day' }

describe('the bars of a report', () => {
  it('lie where their labels are long, with a line for each', () => {
    const rows = Array.from({ length: 20 }, (_, index) => [`Google Business Profile ${index}`, index])
    const drawing = barsOf(source, rows)
    expect(drawing?.shown).toMatchObject({ isHorizontal: true })
    expect(drawing?.height).toBeGreaterThan(20 * 20)
  })

  it('have a line for each dimension beside them', () => {
    const location: ReportColumn = { name: 'location', label: 'Location', type: 'text', role: 'dimension' }
    const rows = Array.from({ length: 12 }, () => ['Google Business Profile', 'Main Street, Springfield', 1])
    const drawing = chartOf('bar', { columns: [source, location, calls], rows })?.drawing
    expect(drawing?.shown).toMatchObject({
      isHorizontal: true,
      points: { 0: { lines: ['Google Business Profile', 'Main Street, Springfield'] } },
    })
    expect(drawing?.height).toBeGreaterThan(12 * 2 * axisLineHeight)
  })

  it('stand where their labels are short, and over time', () => {
    expect(barsOf(source, [['Radio', 4]])?.shown).not.toHaveProperty('isHorizontal')
    expect(barsOf(day, [['2026-10-21', 4]])?.shown).not.toHaveProperty('isHorizontal')
  })
})

const answerRate: ReportColumn = { name: 'answerRate', label: 'Answer rate', type: 'ratio', role: 'measure' }

const ofCalls = { ...calls, measure: 'calls', view: 'figure' } as const

function chartOf(type: ChartType, changes: Partial<RunReportAnswer>, asked: Partial<ChartInput> = {}) {
  const answer = { ...empty, ...changes }
  return buildReportChart({ answer, type, measure: undefined, weekStartsOn: 1, ...asked })
}

describe('weeks that the period cuts', () => {
  const week: ReportColumn = { ...day, label: 'Week from', grain: 'week' }
  const rows = [
    ['2026-09-28', 12],
    ['2026-10-05', 30],
    ['2026-10-26', 31],
  ]

  it('are drawn lighter, say so, and are said once beside the chart', () => {
    const chart = chartOf('bar', { columns: [week, calls], rows })
    expect(chart?.note).toBe('the first and the last week in part')
    expect(chart?.drawing.table().body.map(({ title }) => title)).toEqual([
      'week of Sep 28, 2026 (4 of 7 days)',
      'week of Oct 5, 2026',
      'week of Oct 26, 2026 (6 of 7 days)',
    ])
    const [bars] = chart?.drawing.options(paletteOf(colorsOf(false))).series ?? []
    const light = { itemStyle: { opacity: 0.5 } }
    expect(bars?.['data']).toMatchObject([{ value: 12, ...light }, 30, { value: 31, ...light }])
  })

  it('are not told of a period of whole weeks, nor of days', () => {
    const meta = { ...empty.meta, from: '2026-09-28T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' }
    expect(chartOf('bar', { columns: [week, calls], rows, meta })?.note).toBe(undefined)
    const cut = { ...meta, to: '2026-10-05T10:30:00.000Z' }
    const days = chartOf('line', { columns: [day, calls], rows: [['2026-10-05', 3]], meta: cut })
    expect(days?.note).toBe(undefined)
    expect(days?.drawing.table().body[0]?.title).toBe('Mon, Oct 5, 2026 (until 10:30)')
  })
})

describe('calls without a value', () => {
  const zipcode: ReportColumn = { name: 'zipcode', label: 'ZIP code', type: 'text', role: 'dimension' }
  const rows = [
    [null, 1300],
    ['10001', 7],
    ['60601', 5],
  ]
  const comparison = {
    kind: 'previousPeriod' as const,
    matchWeekdays: false,
    from: '2026-09-01T00:00:00.000Z',
    to: '2026-10-01T00:00:00.000Z',
    totals: null,
    rows: [[null, 900], null, ['60601', 4]],
  }
  const meta = { ...empty.meta, rowCount: 3 }

  it('are left out of bars where they are more than all others, and the chart says so', () => {
    const chart = chartOf('bar', { columns: [zipcode, calls], rows, comparison, meta })
    expect(chart?.drawing.shown).toMatchObject({
      points: [{ label: '10001' }, { label: '60601' }],
      series: [{ values: [7, 5] }, { values: [null, 4] }],
    })
    expect(chart?.note).toBe('without “No ZIP code” (1,300)')
    expect(chart?.figureAt({ index: 1 })?.row).toEqual(['60601', 5])
  })

  it('stay where they are fewer, where one other row would be left, and in a pie', () => {
    const few = [[null, 12], ...rows.slice(1)]
    const columns = [zipcode, ofCalls]
    const pointsOf = (of: Cell[][]) => {
      return chartOf('bar', { columns, rows: of, meta })?.drawing.table().body.length
    }
    expect([few, rows.slice(0, 2), rows].map(pointsOf)).toEqual([3, 2, 2])
    expect(chartOf('pie', { columns, rows })?.drawing.shown).toMatchObject({
      slices: [{ value: 1300 }, {}, {}],
    })
  })
})

describe('the chart of a report', () => {
  const pivoted = {
    pivot: { name: 'direction', label: 'Direction', type: 'text', role: 'dimension' },
    columns: [
      source,
      { ...ofCalls, name: 'calls#0', pivot: { value: 'inbound' } },
      { ...ofCalls, name: 'calls#1', pivot: { isOthers: true, except: ['inbound'] } },
      ofCalls,
    ],
    rows: [
      ['Radio', 4, 1, 5],
      ['Print', 2, 0, 2],
    ],
  } satisfies Partial<RunReportAnswer>

  it('has a series for each value of a pivot, each leading to its own calls', () => {
    const chart = chartOf('stackedBar', pivoted)
    expect(chart?.drawing.shown).toMatchObject({
      series: [
        { name: 'Inbound', values: [4, 2] },
        { name: 'Others', values: [1, 0] },
      ],
    })
    expect(chart?.figureAt({ index: 1, series: 'Others' })?.column.name).toBe('calls#1')
  })

  it('stacks nothing that does not add up', () => {
    const rate = { ...answerRate, measure: 'answerRate', view: 'figure' } as const
    const columns = [
      source,
      { ...rate, name: 'answerRate#0', pivot: { value: 'inbound' } },
      { ...rate, name: 'answerRate#1', pivot: { value: 'outbound' } },
      rate,
    ]
    const rows = [['Radio', 0.5, 0.75, 0.6]]
    expect(chartOf('stackedBar', { ...pivoted, columns, rows })?.drawing.shown).toHaveProperty('shape', 'bar')
    expect(chartOf('area', { ...pivoted, columns, rows })?.drawing.shown).toHaveProperty('shape', 'line')
    expect(chartOf('area', pivoted)?.drawing.shown).toHaveProperty('shape', 'area')
  })

  it('is a heat map of rows and pivot', () => {
    const chart = chartOf('heatMap', pivoted)
    expect(chart?.drawing.shown).toMatchObject({
      values: [
        [4, 1],
        [2, 0],
      ],
    })
    expect(chart?.figureAt({ index: 0, row: 1 })).toMatchObject({ row: ['Print', 2, 0, 2] })
  })

  describe('with more values across than there are colours', () => {
    const hour = { name: 'hourOfDay', label: 'Hour of day', type: 'integer', role: 'dimension' } as const
    const across = Array.from({ length: 24 }, (_, index) => ({
      ...ofCalls,
      name: `calls#${index}`,
      pivot: { value: index },
    }))
    const byHour = {
      pivot: hour,
      columns: [day, ...across, ofCalls],
      rows: [['2026-10-21', ...across.keys(), 276]],
      meta: { ...empty.meta, rowCount: 1 },
    }

    it('draws all of them in a heat map', () => {
      const drawing = chartOf('heatMap', byHour)?.drawing
      expect(drawing?.shown).toMatchObject({
        values: [[...across.keys()]],
        columns: { 23: { label: '23:00' }, length: 24 },
      })
    })

    it.each([false, true])(
      'draws as series those that have a colour each, and the rest as one, dark: %s',
      (isDark) => {
        const palette = paletteOf(colorsOf(isDark))
        const chart = chartOf('stackedBar', byHour)
        const colors = chart?.drawing.legend?.(palette).map(({ color }) => color)
        expect(colors).toHaveLength(11)
        expect(new Set(colors).size).toBe(11)
        expect(chart?.note).toBe(undefined)
        const sum = Array.from({ length: 14 }, (_, at) => at + 10).reduce((all, one) => all + one, 0)
        expect(chart?.drawing.shown).toMatchObject({ series: { 10: { name: 'Others', values: [sum] } } })
      },
    )

    it('adds up nothing that does not add up: it says which values are left out', () => {
      const rates = across.map((column) => ({ ...column, measure: 'answerRate' as const }))
      const rate = { ...answerRate, measure: 'answerRate', view: 'figure' } as const
      const noteOf = (columns: ReportColumn[]) => chartOf('line', { ...byHour, columns })?.note
      expect(noteOf([day, ...rates, rate])).toBe(
        'the first 10 of 24 across (hour of day); the table and a heat map have all',
      )
      expect(noteOf([source, ...rates, rate])).toBe(
        'the first 10 of 24 across (hour of day); the table has all',
      )
      expect(chartOf('line', pivoted)?.note).toBeUndefined()
    })
  })

  it('draws one figure against another, without the rows that lack one', () => {
    const chart = chartOf('scatter', {
      columns: [source, calls, answerRate],
      rows: [
        ['Radio', 4, 0.5],
        ['Print', 2, null],
        ['TV', 3, 1],
      ],
    })
    expect(chart?.drawing.shown).toMatchObject({
      points: [
        { title: 'Radio', x: 0.5, y: 4 },
        { title: 'TV', x: 1, y: 3 },
      ],
    })
    expect(chart?.figureAt({ index: 1 })?.row).toEqual(['TV', 3, 1])
    expect(chartOf('scatter', { columns: [source, calls], rows: [['Radio', 4]] })).toBeUndefined()
  })

  it('draws what there is where there are none of the columns that the report names', () => {
    const answer = { columns: [source, calls], rows: [['Radio', 4]] }
    expect(chartOf('bar', answer, { measures: ['calls:change'] })?.chosen?.name).toBe('calls')
  })

  it('draws and offers the figures that the report names, in their order, and across the one that is asked for', () => {
    const columns = [source, calls, answerRate, { ...calls, name: 'missed', measure: 'missed' as const }]
    const rows = [['Radio', 4, 0.5, 1]]
    const named = chartOf('bar', { columns, rows }, { measures: ['missed', 'calls'] })
    expect(named?.choices.map(({ name }) => name)).toEqual(['missed', 'calls'])
    expect(named?.chosen?.name).toBe('missed')
    const across = (asked: { across?: string; measure?: string; measures?: string[] }) => {
      return chartOf('scatter', { columns, rows }, asked)?.drawing.shown
    }
    expect(across({ across: 'missed' })).toMatchObject({ points: [{ x: 1, y: 4 }] })
    expect(across({ measures: ['answerRate', 'missed'] })).toMatchObject({ points: [{ x: 1, y: 0.5 }] })
    expect(across({ measure: 'missed', across: 'missed' })).toMatchObject({ points: [{ x: 4, y: 1 }] })
  })

  it('puts the small slices of a pie together, with all that the limit left out', () => {
    const columns = [source, ofCalls]
    const rows = Array.from({ length: 10 }, (_, index) => [`Source ${index}`, index + 1])
    const others = { cells: [null, 7], except: [] }
    expect(chartOf('pie', { columns, rows, others })?.drawing.shown).toMatchObject({
      slices: {
        0: { label: 'Source 9', value: 10 },
        7: { label: 'Others', value: 1 + 2 + 3 + 7 },
        length: 8,
      },
    })
    const eight = chartOf('pie', { columns, rows: rows.slice(2), others })
    expect(eight?.drawing.shown).toMatchObject({ slices: { length: 8 } })
  })

  it('names the slices of a pie in its legend where there is no room beside them', () => {
    const columns = [source, ofCalls]
    const rows = Array.from({ length: 10 }, (_, index) => [`Source ${index}`, index + 1])
    expect(chartOf('pie', { columns, rows })?.hasLegend).toBe(false)
    const narrow = chartOf('pie', { columns, rows }, { width: 330 })
    const palette = paletteOf(colorsOf(false))
    expect(narrow?.hasLegend).toBe(true)
    const legend = narrow?.drawing.legend?.(palette) ?? []
    expect(legend).toHaveLength(8)
    expect(legend[0]).toMatchObject({ name: 'Source 9 18%', color: palette.series[0] })
    expect(legend[7]).toMatchObject({ name: 'Others 11%', color: palette.others })
  })

  it('says how many of the rows it draws', () => {
    const rows = Array.from({ length: 30 }, (_, index) => [`Source ${index}`, 1])
    const meta = { ...empty.meta, rowCount: 30 }
    expect(chartOf('horizontalBar', { columns: [source, calls], rows, meta })?.note).toBe(
      'the first 24 of 30 rows',
    )
    expect(chartOf('heatMap', { ...pivoted, rows: rows.map((row) => [...row, 0, 1]), meta })?.note).toBe(
      'the first 24 of 30 rows',
    )
    const part = chartOf('horizontalBar', { columns: [source, calls], rows, meta }, { maxHorizontalBars: 12 })
    expect(part?.drawing.shown).toMatchObject({
      points: { length: 12 },
      series: [{ values: { length: 12 } }],
    })
    expect(part?.note).toBe('the first 12 of 30 rows')
  })

  it('does not leave out one or two rows', () => {
    const pointsOf = (length: number, maxHorizontalBars?: number) => {
      const rows = Array.from({ length }, (_, index) => [`Source ${index}`, 1])
      const meta = { ...empty.meta, rowCount: length }
      const chart = chartOf('horizontalBar', { columns: [source, calls], rows, meta }, { maxHorizontalBars })
      return [chart?.drawing.table().body.length, chart?.note]
    }
    expect(pointsOf(25)).toEqual([25, undefined])
    expect(pointsOf(26)).toEqual([26, undefined])
    expect(pointsOf(27)).toEqual([24, 'the first 24 of 27 rows'])
    expect(pointsOf(14, 12)).toEqual([14, undefined])
  })

  it('is drawn of a single bucket as well', () => {
    expect(
      chartOf('area', { columns: [day, calls], rows: [['2026-10-21', 4]] })?.drawing.shown,
    ).toMatchObject({
      shape: 'area',
      points: [{ label: 'Oct 21' }],
    })
  })
})

function suiting(given: Parameters<typeof ReportDefinition.parse>[0]): string[] {
  const definition = ReportDefinition.parse(given)
  return chartTypes.filter((type) => chartProblem(type, definition) === undefined)
}

it('offers the charts that suit the rows and figures, and says why the others do not', () => {
  expect(suiting({ measures: ['calls'] })).toEqual(['none'])
  expect(suiting({ dimensions: [{ field: 'time' }], measures: ['value'] })).toEqual(['none'])
  expect(suiting({ dimensions: [{ field: 'time' }], measures: ['value:earlier'] })).toEqual(['none'])
  expect(suiting({ dimensions: [{ field: 'source' }], measures: ['value:change'] })).toEqual([
    'none',
    'bar',
    'horizontalBar',
  ])
  expect(suiting({ dimensions: [{ field: 'time' }], measures: ['calls'] })).toEqual([
    'none',
    'line',
    'area',
    'bar',
    'horizontalBar',
    'pie',
  ])
  expect(suiting({ dimensions: [{ field: 'source' }], measures: ['answered', 'missed'] })).toEqual([
    'none',
    'bar',
    'stackedBar',
    'horizontalBar',
    'pie',
    'scatter',
  ])
  expect(suiting({ dimensions: [{ field: 'state' }], measures: ['answerRate'] })).toEqual([
    'none',
    'bar',
    'horizontalBar',
    'map',
  ])
  expect(
    suiting({ dimensions: [{ field: 'dayOfWeek' }, { field: 'hourOfDay' }], measures: ['calls'] }),
  ).toEqual(['none', 'line', 'area', 'bar', 'stackedBar', 'horizontalBar', 'heatMap'])
  expect(
    suiting({ dimensions: [{ field: 'state' }], measures: ['calls'], pivot: { field: 'direction' } }),
  ).toEqual(['none', 'bar', 'stackedBar', 'horizontalBar', 'heatMap', 'pie', 'map'])
  const bySource = ReportDefinition.parse({ dimensions: [{ field: 'source' }], measures: ['calls'] })
  expect(chartProblem('map', bySource)).toBe('Needs states or counties as the first rows.')
})

it('suggests the chart that shows most', () => {
  const dimensions = [{ field: 'dayOfWeek' }, { field: 'hourOfDay' }]
  expect(suggestChart(ReportDefinition.parse({ dimensions, measures: ['calls'] }))).toBe('heatMap')
  expect(suggestChart(ReportDefinition.parse({ measures: ['calls'] }))).toBe('none')
})
