import type { Parameter, Report } from '@callboard/contract/reports'
import { describe, expect, it } from 'vitest'
import { reportParams, reportSearch, type ReportState, runOf } from '#web/features/reports/report-url.ts'
import { parseSearch, toQueryString } from '#web/lib/url-state.ts'

const parameter = (name: Parameter['name'], type: Parameter['type'], usual: unknown): Parameter => ({
  name,
  label: name,
  type,
  multiple: type === 'list',
  required: false,
  default: usual,
})

const report: Report = {
  id: '0e000000-0000-7000-8000-000000000001',
  name: 'Calls by day',
  description: '',
  kind: 'summary',
  definition: {
    dimensions: [{ field: 'time', grain: 'day' }],
    measures: ['calls'],
    filters: [],
    sort: [],
    compare: 'previousPeriod',
    chart: { type: 'bar' },
  },
  parameters: [
    parameter('dateRange', 'period', { relative: 'last30Days' }),
    parameter('compare', 'comparison', null),
    parameter('matchWeekdays', 'weekdays', null),
    parameter('source', 'list', []),
    parameter('status', 'list', ['answered']),
    parameter('minimumDuration', 'integer', null),
  ],
  exportTypes: [],
  exportTypeIds: null,
  isActive: true,
  revision: 1,
}

function read(query: string) {
  return parseSearch(reportSearch(report), new URLSearchParams(query))
}

function roundTrip(changes: Partial<ReportState>) {
  return read(toQueryString(reportParams(report, changes))).state
}

const usual: ReportState = {
  period: { relative: 'last30Days' },
  compare: 'previousPeriod',
  matchWeekdays: undefined,
  values: { status: ['answered'] },
  view: 'both',
  sort: undefined,
  measure: undefined,
  page: 1,
}

describe('the address of a report', () => {
  it('says nothing of what is as the report has it', () => {
    expect(read('').state).toEqual(usual)
    expect(toQueryString(reportParams(report, usual))).toBe('?period=last30Days')
  })

  it.each<Partial<ReportState>>([
    { period: { relative: 'today' } },
    { period: { from: '2026-10-01', to: '2026-10-08' } },
    { compare: 'none' },
    { compare: 'previousYear' },
    { matchWeekdays: true },
    { matchWeekdays: false },
    { view: 'chart' },
    { sort: { column: 'calls', desc: true } },
    { sort: { column: 'time', desc: false } },
    { measure: 'missed' },
    { page: 3 },
    { values: { status: ['missed', 'busy'], source: ['Paid search', null] } },
    { values: { status: ['answered'], source: ['~odd', '~null', 'a,b:c&d'] } },
    { values: { status: ['answered'], minimumDuration: ['30'] } },
  ])('gives back %j', (changes) => {
    expect(roundTrip(changes)).toEqual({ ...usual, ...changes })
  })

  it('tells a parameter that was emptied from one that was left as it is', () => {
    expect(roundTrip({ values: { status: [] } })?.values.status).toEqual([])
    expect(runOf(report, { ...usual, values: { status: [] } }).parameters['status']).toEqual([])
  })

  it('starts another selection or order at the first page', () => {
    expect(reportParams(report, { compare: 'none' })).toHaveProperty('page', undefined)
    expect(reportParams(report, { sort: undefined })).toHaveProperty('page', undefined)
    expect(reportParams(report, { view: 'table' })).not.toHaveProperty('page')
  })

  it.each(['period=someday', 'from=2026-10-01', 'compare=lastWeek', 'page=0', 'view=map'])(
    'refuses %s',
    (query) => {
      expect(read(query).problem).toBeTypeOf('string')
    },
  )

  it('leaves parts of the address alone that the report does not ask for', () => {
    expect(read('campaign=Brand').state).toEqual(usual)
  })
})

describe('the run of a report', () => {
  it('matches weekdays as the address says, else as the server sees fit', () => {
    expect(runOf(report, { ...usual, matchWeekdays: false }).parameters.matchWeekdays).toBe(false)
    expect(runOf(report, usual).parameters).not.toHaveProperty('matchWeekdays')
  })

  it('holds the parameters as the server reads them', () => {
    const state: ReportState = {
      ...usual,
      compare: 'none',
      values: { source: ['Radio', null], status: ['answered'], minimumDuration: ['30'] },
    }
    expect(runOf(report, state)).toEqual({
      reportId: report.id,
      parameters: {
        dateRange: { relative: 'last30Days' },
        compare: null,
        source: ['Radio', null],
        status: ['answered'],
        minimumDuration: [30],
      },
    })
  })

  it('leaves out what nobody chose', () => {
    expect(runOf(report, { ...usual, values: {} }).parameters).not.toHaveProperty('source')
  })
})
