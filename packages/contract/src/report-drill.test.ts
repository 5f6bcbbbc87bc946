import { describe, expect, it } from 'vitest'
import {
  type AskedFigure,
  callsBehind,
  changeBehind,
  countedCallers,
  countedCalls,
  filterOthers,
} from './report-drill.ts'
import type { Filter } from './calls.ts'
import type { Cell, ReportColumn } from './reports.ts'

const dimension = (name: string, given: Partial<ReportColumn> = {}): ReportColumn => ({
  name,
  label: name,
  type: 'text',
  role: 'dimension',
  ...given,
})
const figure = (
  measure: NonNullable<ReportColumn['measure']>,
  given: Partial<ReportColumn> = {},
): ReportColumn => ({
  name: measure,
  label: measure,
  type: 'integer',
  role: 'measure',
  measure,
  view: 'figure',
  ...given,
})
const ofSource: Filter = { field: 'source', op: 'notNull', values: [] }
const meta = {
  from: '2026-03-01T05:00:00.000Z',
  to: '2026-04-01T04:00:00.000Z',
  timeZone: 'America/New_York',
  filters: [ofSource],
  generatedAt: '2026-04-02T00:00:00.000Z',
  answerWithinSeconds: 20,
}
const comparison = { from: '2026-02-01T05:00:00.000Z', to: '2026-03-01T05:00:00.000Z' }
const whole = { from: meta.from, to: meta.to }
const inbound: Filter = { field: 'direction', op: 'eq', values: ['inbound'] }

function asked(
  given: Partial<AskedFigure['answer']> & { row?: AskedFigure['row'] },
  column: AskedFigure['column'] = figure('calls'),
): AskedFigure {
  const { row, ...answer } = given
  return {
    answer: { columns: [dimension('campaign'), figure('calls')], meta, comparison, ...answer },
    row,
    column,
  }
}

describe('the calls behind a figure', () => {
  it('of the totals are all of the period, with the filters of the report and of the measure', () => {
    expect(callsBehind(asked({}))).toEqual({ period: whole, timeZone: meta.timeZone, filters: [ofSource] })
    expect(callsBehind(asked({}, figure('inbound')))?.filters).toEqual([ofSource, inbound])
    const twice = { ...meta, filters: [ofSource, inbound, ofSource] }
    expect(callsBehind(asked({ meta: twice }, figure('inbound')))?.filters).toEqual([ofSource, inbound])
  })

  it.each<[string, AskedFigure['row'], object]>([
    ['a row', ['spring', 4], { field: 'campaign', op: 'eq', values: ['spring'] }],
    ['the row without a value', [null, 4], { field: 'campaign', op: 'isNull', values: [] }],
    ['the others', 'others', { field: 'campaign', op: 'notIn', values: ['spring'] }],
  ])('of %s match its values too', (_what, row, filter) => {
    expect(callsBehind(asked({ row, others: { except: ['spring'] } }))).toMatchObject({
      period: whole,
      filters: [ofSource, filter],
    })
  })

  it('of a row of time lie in its bucket', () => {
    const columns = [
      dimension('time', { type: 'time', grain: 'week' }),
      dimension('campaign'),
      figure('calls'),
    ]
    const row: Cell[] = ['2026-03-09', 'spring', 4]
    expect(callsBehind(asked({ columns, row }))).toMatchObject({
      period: { from: '2026-03-09', to: '2026-03-16' },
      filters: [ofSource, { field: 'campaign', op: 'eq', values: ['spring'] }],
    })
    const byDay = [dimension('time', { type: 'time' }), figure('calls')]
    expect(callsBehind(asked({ columns: byDay, row: ['2026-03-09', 4] }))?.period).toEqual({
      from: '2026-03-09',
      to: '2026-03-10',
    })
  })

  it('of a column across match its value, or lie in its bucket, or are those of the rest', () => {
    const pivot = dimension('medium')
    const across = (value: ReportColumn['pivot']) => figure('calls', { pivot: value })
    expect(callsBehind(asked({ pivot }, across({ value: 'radio' })))?.filters.at(-1)).toEqual({
      field: 'medium',
      op: 'eq',
      values: ['radio'],
    })
    expect(
      callsBehind(asked({ pivot }, across({ isOthers: true, except: ['radio'] })))?.filters.at(-1),
    ).toEqual(filterOthers('medium', ['radio']))
    // The whole row beside them.
    expect(callsBehind(asked({ pivot }, figure('calls')))?.filters).toEqual([ofSource])
    const byWeek = dimension('time', { type: 'time', grain: 'week' })
    expect(callsBehind(asked({ pivot: byWeek }, across({ value: '2026-03-09' })))?.period).toEqual({
      from: '2026-03-09',
      to: '2026-03-16',
    })
    const rest = across({ isOthers: true, except: ['2026-03-02', '2026-03-09'] })
    expect(callsBehind(asked({ pivot: byWeek }, rest))).toMatchObject({
      period: { from: '2026-03-16', to: meta.to },
      filters: [ofSource],
    })
    const byDay = dimension('time', { type: 'time' })
    expect(callsBehind(asked({ pivot: byDay }, rest))?.period.from).toBe('2026-03-10')
  })

  it('of an earlier figure are those of the earlier period, which of a bucket only the engine knows', () => {
    const earlier = figure('calls', { view: 'earlier' })
    expect(callsBehind(asked({ row: ['spring', 4] }, earlier))?.period).toEqual(comparison)
    expect(callsBehind(asked({ comparison: undefined }, earlier))).toBe(undefined)
    const columns = [dimension('time', { type: 'time', grain: 'day' }), figure('calls')]
    expect(callsBehind(asked({ columns, row: ['2026-03-09', 4] }, earlier))).toBe(undefined)
  })

  it('are none of a column without a measure, and of an hour that clocks left out', () => {
    expect(callsBehind(asked({}, dimension('campaign')))).toBe(undefined)
    expect(callsBehind(asked({ row: ['spring', null] }))).toBe(undefined)
    expect(callsBehind(asked({ row: ['spring'] }))).toBe(undefined)
    expect(callsBehind(asked({ row: [null, 0] }))).not.toBe(undefined)
  })
})

it('only counts count calls, only unique callers count callers, and neither do shares and changes', () => {
  expect(countedCalls(asked({}))?.period).toEqual(whole)
  expect(countedCallers(asked({}, figure('uniqueCallers')))?.period).toEqual(whole)
  expect(countedCalls(asked({}, { measure: 'calls' }))?.period).toEqual(whole)
  expect(countedCalls(asked({}, figure('calls', { view: 'earlier' })))?.period).toEqual(comparison)
  for (const column of [
    figure('calls', { view: 'share' }),
    figure('calls', { view: 'change' }),
    figure('uniqueCallers'),
  ])
    expect(countedCalls(asked({}, column))).toBe(undefined)
  expect(countedCallers(asked({}))).toBe(undefined)
  expect(countedCalls(asked({}, dimension('campaign')))).toBe(undefined)
})

describe('what made a figure change', () => {
  it('is asked within its row and its column across', () => {
    const pivot = dimension('medium')
    const column = figure('calls', { pivot: { value: 'radio' } })
    expect(changeBehind(asked({ row: ['spring', 4], pivot }, column))).toEqual({
      measure: 'calls',
      within: [
        { field: 'campaign', op: 'eq', values: ['spring'] },
        { field: 'medium', op: 'eq', values: ['radio'] },
      ],
      bucket: undefined,
    })
  })

  it('is asked of a bucket of time', () => {
    const columns = [dimension('time', { type: 'time', grain: 'week' }), figure('calls')]
    expect(changeBehind(asked({ columns, row: ['2026-03-09', 4] }))?.bucket).toEqual({
      grain: 'week',
      value: '2026-03-09',
    })
  })

  it('is not asked where nothing is compared, the figure has no change, or there is no such bucket', () => {
    expect(changeBehind(asked({ comparison: undefined }))).toBe(undefined)
    expect(changeBehind(asked({}, dimension('campaign')))).toBe(undefined)
    expect(changeBehind(asked({}, figure('waitingToday')))).toBe(undefined)
    expect(changeBehind(asked({ row: ['spring', null] }))).toBe(undefined)
    const columns = [dimension('time', { type: 'time', grain: 'auto' }), figure('calls')]
    expect(changeBehind(asked({ columns, row: ['2026-03-09', 4] }))).toBe(undefined)
  })
})
