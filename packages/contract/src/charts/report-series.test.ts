import { describe, expect, it } from 'vitest'
import { colorsOf } from '../colors.ts'
import type { Cell, ReportColumn, RunReportAnswer } from '../reports.ts'
import { ReportDefinition } from '../reports.ts'
import type { ChartInput, ChartType } from './charted-answer.ts'
import type { ChartOptions } from './drawing.ts'
import { paletteOf } from './palette.ts'
import { buildReportChart, chartProblem } from './report-chart.ts'
import { answerToDraw, drawnFigure, seriesOf } from './report-series.ts'

const palette = paletteOf(colorsOf(false))
const noOptions: ChartOptions = { series: [] }
const day: ReportColumn = { name: 'time', label: 'Day', type: 'time', role: 'dimension', grain: 'day' }
const campaign: ReportColumn = { name: 'campaign', label: 'Campaign', type: 'text', role: 'dimension' }
const calls = {
  name: 'calls',
  label: 'Calls',
  type: 'integer',
  role: 'measure',
  measure: 'calls',
  view: 'figure',
} as const satisfies ReportColumn
const rate = {
  ...calls,
  name: 'answerRate',
  label: 'Answer rate',
  type: 'ratio',
  measure: 'answerRate',
} as const

/** Of as many campaigns, and all others; each row has a figure for each. */
function answerOf(count: number, { figure = calls, rows }: { figure?: ReportColumn; rows: Cell[][] }) {
  const across = Array.from({ length: count }, (_, at) => ({
    ...figure,
    name: `${figure.name}#${at}`,
    pivot: { value: `Campaign ${at}` },
  }))
  const others = {
    ...figure,
    name: `${figure.name}#${count}`,
    pivot: { isOthers: true as const, except: [] },
  }
  const answer: RunReportAnswer = {
    columns: [day, campaign, calls, rate],
    rows: [['2026-10-05', 'Campaign 0', 1, 1]],
    labels: {},
    totals: null,
    series: {
      figure: figure === calls ? 'calls' : 'answerRate',
      columns: [day, ...across, others, figure],
      pivot: campaign,
      rows,
      rowCount: rows.length,
    },
    meta: {
      reportId: null,
      reportName: 'Calls',
      from: '2026-10-01T00:00:00.000Z',
      to: '2026-11-01T00:00:00.000Z',
      timeZone: 'UTC',
      filters: [],
      answerWithinSeconds: 20,
      rowCount: 230,
      generatedAt: '2026-11-01T00:00:00.000Z',
      elapsedMs: 1,
    },
  }
  return answer
}

function chartOf(type: ChartType, answer: RunReportAnswer, asked: Partial<ChartInput> = {}) {
  return buildReportChart({ answer, type, measure: undefined, weekStartsOn: 1, ...asked })
}

const days = (count: number, figures: readonly number[]) =>
  Array.from({ length: count }, (_, at): Cell[] => [
    new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
    ...figures,
    figures.reduce((sum, one) => sum + one, 0),
  ])

describe('a chart of two dimensions', () => {
  const answer = answerOf(3, { rows: days(4, [5, 4, 3, 7]) })

  it.each(['line', 'area', 'bar', 'stackedBar'] as const)(
    'of the kind %s has a series for each value',
    (type) => {
      const chart = chartOf(type, answer)
      expect(chart?.drawing.shown).toMatchObject({
        shape: type,
        points: { length: 4 },
        series: [
          { name: 'Campaign 0', values: [5, 5, 5, 5] },
          { name: 'Campaign 1' },
          { name: 'Campaign 2' },
          { name: 'Others', tone: 'others', values: [7, 7, 7, 7] },
        ],
      })
      expect(chart?.hasLegend).toBe(true)
      expect(chart?.choices.map(({ name }) => name)).toEqual(['calls', 'answerRate'])
    },
  )

  it('leads to the calls of a value at a time', () => {
    const place = chartOf('line', answer)?.figureAt({ index: 1, series: 'Others' })
    expect(place?.row[0]).toBe('2026-01-02')
    expect(place?.column.pivot).toEqual({ isOthers: true, except: [] })
    expect(answerToDraw(answer)).toMatchObject({ pivot: campaign, totals: null, meta: { rowCount: 4 } })
  })

  it('draws what is left when a series is switched off, in the same colours', () => {
    const drawing = chartOf('stackedBar', answer)?.drawing
    const all = drawing?.options(palette).series ?? []
    const left = drawing?.options(palette, new Set(['Campaign 1'])).series ?? []
    expect(left.map(({ name }) => name)).toEqual(['Campaign 0', 'Campaign 2', 'Others', 'Total'])
    expect(left.slice(0, 3).map(({ color }) => color)).toEqual([0, 2, 3].map((at) => all[at]?.['color']))
  })

  it('tells the sum of a stack, of what is shown of it', () => {
    const drawing = chartOf('stackedBar', answer)?.drawing
    const sums = (hidden?: Set<string>) =>
      drawing?.options(palette, hidden).series.find(({ name }) => name === 'Total')?.['data']
    expect(sums()).toEqual([19, 19, 19, 19])
    expect(sums(new Set(['Others']))).toEqual([12, 12, 12, 12])
    expect(drawing?.table().head.slice(0, 3)).toEqual(['Day', 'Total', 'Campaign 0'])
    for (const type of ['line', 'bar'] as const)
      expect(chartOf(type, answer)?.drawing.shown).not.toHaveProperty('totalName')
  })

  it('is drawn as lines where its bars do not fit, and says so', () => {
    const many = answerOf(3, { rows: days(365, [5, 4, 3, 7]) })
    const grouped = chartOf('bar', many)
    expect(grouped?.drawing.shown).toMatchObject({ shape: 'line' })
    expect(grouped?.note).toBe('as lines: 1,460 bars do not fit')
    expect(chartOf('stackedBar', many)?.note).toBe('as areas: 365 bars do not fit')
    expect(chartOf('stackedBar', many, { width: 2000 })?.drawing.shown).toMatchObject({ shape: 'stackedBar' })
    expect(chartOf('stackedBar', answer, { width: 360 })?.note).toBe(undefined)
  })

  it('is small charts of one scale where what it draws cannot be stacked', () => {
    const rates = answerOf(3, { figure: rate, rows: days(4, [0.5, 0.4, 0.9, 0.2]) })
    const drawing = chartOf('area', rates, { width: 600 })?.drawing
    const { grid, yAxis, series } = drawing?.options(palette) ?? noOptions
    expect(grid).toHaveLength(4)
    expect(yAxis).toMatchObject([{ name: 'Campaign 0', max: 1 }, { max: 1 }, { max: 1 }, { max: 1 }])
    expect(series).toMatchObject([{ type: 'line', yAxisIndex: 0 }, {}, {}, { yAxisIndex: 3 }])
    expect(series.some((one) => 'stack' in one)).toBe(false)
    // Two beside each other.
    expect(drawing?.height).toBe(2 * 132)
    expect(chartOf('line', rates)?.drawing.options(palette).grid).not.toBeInstanceOf(Array)
  })

  it('is small charts of their own scales where most lines would lie on the ground', () => {
    const uneven = answerOf(3, { rows: days(4, [9000, 30, 20, 10]) })
    const chart = chartOf('line', uneven)
    expect(chart?.note).toBe('each with its own scale')
    const { yAxis } = chart?.drawing.options(palette) ?? noOptions
    expect(yAxis).toHaveLength(4)
    expect(JSON.stringify(yAxis)).not.toContain('"max"')
    expect(chartOf('stackedBar', uneven)?.note).toBe(undefined)
  })

  it('has a stack of it below the earlier period as a whole, and other shapes without', () => {
    const comparison = { kind: 'previousPeriod' as const, matchWeekdays: true, rows: [null], totals: null }
    const { from, to } = answer.meta
    const series = answer.series && { ...answer.series, earlier: [20, 18, null, 16] }
    const compared = { ...answer, comparison: { ...comparison, from, to }, ...(series && { series }) }
    const previous = { name: 'Previous period', values: [20, 18, null, 16] }
    for (const type of ['stackedBar', 'area'] as const)
      expect(chartOf(type, compared)?.drawing.shown).toMatchObject({ shape: type, previous })
    for (const type of ['bar', 'line'] as const)
      expect(chartOf(type, compared)?.drawing.shown).not.toMatchObject({ previous })
  })

  it('does not stack tags, of which a call has several', () => {
    const tagged = answerOf(3, { rows: days(4, [5, 4, 3, 7]) })
    const tag: ReportColumn = { ...campaign, name: 'tag', label: 'Tag' }
    const series = tagged.series && { ...tagged.series, pivot: tag }
    const drawing = chartOf('stackedBar', { ...tagged, ...(series && { series }) })?.drawing
    expect(drawing?.options(palette).series.some((one) => 'stack' in one)).toBe(false)
  })
})

describe('the series of a report', () => {
  const definitionOf = (given: object) =>
    ReportDefinition.parse({ measures: ['calls', 'answerRate'], chart: { type: 'line' }, ...given })

  it('lie along time, else along what has an order, else along the first rows', () => {
    const along = (...fields: string[]) => {
      const of = seriesOf(definitionOf({ dimensions: fields.map((field) => ({ field })) }))
      return of && [of.along.field, of.each.field]
    }
    expect(along('campaign', 'time')).toEqual(['time', 'campaign'])
    expect(along('campaign', 'hourOfDay', 'source')).toEqual(['hourOfDay', 'campaign'])
    expect(along('campaign', 'source')).toEqual(['campaign', 'source'])
    expect(along('time')).toBe(undefined)
  })

  it('of a report that has only changes are those of the figure that changed', () => {
    const dimensions = [{ field: 'time' }, { field: 'campaign' }]
    const changes = definitionOf({ dimensions, measures: ['value:change', 'missed:change'] })
    expect(seriesOf(changes)?.along.field).toBe('time')
    expect(drawnFigure(changes, undefined)).toBe('missed')
    expect(seriesOf(definitionOf({ dimensions, measures: ['value:change'] }))).toBe(undefined)
  })

  it('are none of a pivot, nor of charts that draw rows', () => {
    const dimensions = [{ field: 'campaign' }, { field: 'time' }]
    expect(seriesOf(definitionOf({ dimensions, pivot: { field: 'status' } }))).toBe(undefined)
    expect(seriesOf(definitionOf({ dimensions, chart: { type: 'horizontalBar' } }))).toBe(undefined)
    expect(seriesOf(definitionOf({ dimensions, measures: ['cost'] }))).toBe(undefined)
  })

  it('are of the figure that is asked for, if the chart draws it', () => {
    const definition = definitionOf({ dimensions: [{ field: 'campaign' }, { field: 'time' }] })
    expect(drawnFigure(definition, 'answerRate')).toBe('answerRate')
    expect(drawnFigure(definition, 'missed')).toBe('calls')
    expect(drawnFigure(definition, undefined)).toBe('calls')
  })

  it('suit lines and stacks of two kinds of rows, of which one follows another for a line', () => {
    const byTime = definitionOf({ dimensions: [{ field: 'campaign' }, { field: 'time' }] })
    const bySource = definitionOf({ dimensions: [{ field: 'campaign' }, { field: 'source' }] })
    expect([chartProblem('line', byTime), chartProblem('stackedBar', bySource)]).toEqual([
      undefined,
      undefined,
    ])
    expect(chartProblem('line', bySource)).toContain('Needs rows in time order')
  })
})
