import type { SavedReport } from '@callboard/contract/saved-reports'
import { describe, expect, it } from 'vitest'
import {
  isChanged,
  reportParams,
  reportSearch,
  type ReportState,
  runOf,
  valuesOf,
  viewOf,
} from '#web/features/report-view/report-url.ts'
import { leavingOut, outdatedParameters, withSavedValues } from '#web/features/report-view/shown-report.ts'
import { parseSearch, toQueryString, withParts } from '#web/lib/urls/url-state.ts'
import { buildParameter, buildReport } from '../../../test/build-report.ts'

const report = buildReport({
  name: 'Calls by day',
  definition: {
    dimensions: [{ field: 'time', grain: 'day' }],
    measures: ['calls'],
    filters: [],
    sort: [],
    compare: 'previousPeriod',
    chart: { type: 'bar' },
  },
  parameters: [
    buildParameter('dateRange', 'period', { relative: 'last30Days' }),
    buildParameter('compare', 'comparison', null),
    buildParameter('matchWeekdays', 'weekdays', null),
    buildParameter('source', 'list', []),
    buildParameter('status', 'list', ['answered']),
    buildParameter('minimumDuration', 'integer', null),
  ],
})

function read(query: string) {
  return parseSearch(reportSearch(report), new URLSearchParams(query))
}

function roundTrip(changes: Partial<ReportState>) {
  return read(toQueryString(reportParams(report, changes))).state
}

const defaults: ReportState = {
  period: { relative: 'last30Days' },
  compare: 'previousPeriod',
  timeZone: undefined,
  matchWeekdays: undefined,
  values: { status: ['answered'] },
  view: 'both',
  sort: undefined,
  measure: undefined,
  across: undefined,
  columns: undefined,
  steps: [],
  page: 1,
}

describe('the address of a report', () => {
  it('says nothing of what is as the report has it', () => {
    expect(read('').state).toEqual(defaults)
    expect(toQueryString(reportParams(report, defaults))).toBe('?period=last30Days')
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
    { measure: 'missed', across: 'answered' },
    { columns: ['time', 'calls:change', 'calls#'] },
    { page: 3 },
    {
      steps: [
        { field: 'time', grain: 'week', value: '2026-11-02' },
        { field: 'state', value: 'NY' },
        { field: 'state', value: null },
      ],
    },
    { values: { status: ['missed', 'busy'], source: ['Paid search', null] } },
    { values: { status: ['answered'], source: ['~odd', '~null', 'a,b:c&d'] } },
    { values: { status: ['answered'], minimumDuration: ['30'] } },
  ])('gives back %j', (changes) => {
    expect(roundTrip(changes)).toEqual({ ...defaults, ...changes })
  })

  it('tells a parameter that was emptied from one that was left as it is', () => {
    expect(roundTrip({ values: { status: [] } })?.values.status).toEqual([])
    expect(runOf(report, { ...defaults, values: { status: [] } }).parameters['status']).toEqual([])
  })

  it('reads another period in the days of its reader, whatever zone the address had', () => {
    const chosen = reportParams(report, { period: { relative: 'today' } })
    expect(withParts(new URLSearchParams('period=lastWeek&zone=America/Chicago'), chosen)).toBe(
      '?period=today',
    )
    expect(reportParams(report, { view: 'table' })).not.toHaveProperty('zone')
  })

  it('starts another selection or order at the first page', () => {
    expect(reportParams(report, { compare: 'none' })).toHaveProperty('page', undefined)
    expect(reportParams(report, { sort: undefined })).toHaveProperty('page', undefined)
    expect(reportParams(report, { steps: [] })).toHaveProperty('page', undefined)
    expect(reportParams(report, { period: { relative: 'today' } })).toHaveProperty('steps', undefined)
    expect(reportParams(report, { view: 'table' })).not.toHaveProperty('page')
  })

  it.each(['period=someday', 'from=2026-10-01', 'compare=lastWeek', 'page=0', 'view=map', 'steps=hour:x'])(
    'refuses %s',
    (query) => {
      expect(read(query).problem).toBeTypeOf('string')
    },
  )

  it('leaves parts of the address alone that the report does not ask for', () => {
    expect(read('campaign=Brand').state).toEqual(defaults)
  })
})

describe('the run of a report', () => {
  it('matches weekdays as the address says, else as the server sees fit', () => {
    expect(runOf(report, { ...defaults, matchWeekdays: false }).parameters.matchWeekdays).toBe(false)
    expect(runOf(report, defaults).parameters).not.toHaveProperty('matchWeekdays')
  })

  it('holds the parameters as the server reads them', () => {
    const state: ReportState = {
      ...defaults,
      compare: 'none',
      values: { source: ['Radio', null], status: ['answered'], minimumDuration: ['30'] },
    }
    expect(runOf(report, state)).toEqual({
      reportId: report.id,
      steps: [],
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
    expect(runOf(report, { ...defaults, values: {} }).parameters).not.toHaveProperty('source')
  })
})

/** What a saved report shows at an address. */
function openSaved(saved: SavedReport, query = '') {
  const shown = withSavedValues(report, saved)
  const { state } = parseSearch(reportSearch(shown), new URLSearchParams(query))
  if (state === undefined) throw new Error(`${query} cannot be read`)
  const after = (changes: Partial<ReportState>) =>
    openSaved(saved, toQueryString(reportParams(shown, { ...changes })))
  return { shown, state, after, isChanged: isChanged(shown, state) }
}

describe('a saved report', () => {
  const savedWith = (parameters: SavedReport['parameters'], view: SavedReport['view'] = {}): SavedReport => ({
    id: '0193f0a0-0000-7000-8000-000000000012',
    savedReportId: '0193f0a0-0000-7000-8000-000000000012',
    reportId: report.id,
    reportName: report.name,
    name: 'Radio',
    parameters,
    view,
    userId: '0193f0a0-0000-7000-8000-000000000001',
    ownerName: 'Ada Byron',
    sharedWithGroupId: null,
    sharedWithGroupName: null,
    isRunnable: true,
    subscriptionCount: 0,
    createdAt: '2026-10-01T00:00:00.000Z',
    updatedAt: '2026-10-01T00:00:00.000Z',
    revision: 1,
  })

  const odd: ReportState = {
    period: { relative: 'lastWeek' },
    timeZone: undefined,
    compare: 'none',
    matchWeekdays: true,
    values: { source: ['Radio', null], status: [], minimumDuration: ['30'] },
    view: 'table',
    sort: { column: 'calls', desc: true },
    measure: 'missed',
    across: 'answered',
    columns: ['time', 'calls'],
    steps: [],
    page: 1,
  }

  it('opens as it was saved, whatever its report has by default', () => {
    const opened = openSaved(savedWith(valuesOf(report, odd), viewOf(odd)))
    expect(opened.state).toEqual(odd)
    expect(opened.isChanged).toBe(false)
    expect(runOf(opened.shown, opened.state)).toEqual({
      savedReportId: '0193f0a0-0000-7000-8000-000000000012',
      steps: [],
      parameters: {
        dateRange: { relative: 'lastWeek' },
        compare: null,
        matchWeekdays: true,
        source: ['Radio', null],
        status: [],
        minimumDuration: [30],
      },
    })
    const single = openSaved(savedWith({ source: null, minimumDuration: 5 }))
    expect(single.state.values).toEqual({ source: [null], status: ['answered'], minimumDuration: ['5'] })
  })

  it.each<Partial<ReportState>>([
    { period: { relative: 'today' } },
    { compare: 'previousPeriod' },
    { values: { ...odd.values, source: [] } },
    { values: { ...odd.values, status: ['answered'] } },
    { view: 'both' },
    { sort: undefined },
    { sort: { column: 'time', desc: false } },
    { measure: undefined },
    { across: undefined },
    { columns: undefined },
    { columns: ['time'] },
  ])('is changed by %j, which its address gives back', (changes) => {
    const opened = openSaved(savedWith(valuesOf(report, odd), viewOf(odd))).after(changes)
    expect(opened.state).toEqual({ ...odd, ...changes })
    expect(opened.isChanged).toBe(true)
  })

  it('is not changed by its pages', () => {
    const opened = openSaved(savedWith(valuesOf(report, odd), viewOf(odd))).after({ page: 2 })
    expect([opened.state.page, opened.isChanged]).toEqual([2, false])
  })

  it('runs without a value that its report does not ask for any more only where that is said', () => {
    const saved = savedWith({ campaign: ['Brand'], source: ['Radio'] })
    const outdated = outdatedParameters(report, saved)
    expect(outdated).toEqual(['campaign'])
    const { shown, state } = openSaved(saved)
    expect(runOf(shown, state).parameters).not.toHaveProperty('campaign')
    expect(runOf(leavingOut(shown, outdated), state).parameters).toMatchObject({
      campaign: [],
      source: ['Radio'],
    })
  })
})
