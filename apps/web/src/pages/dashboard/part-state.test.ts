import type { ParameterName, Report } from '@callboard/contract/reports'
import { describe, expect, it } from 'vitest'
import { DashboardSearch } from '#web/features/dashboard/dashboard-search.ts'
import type { ReportPart } from '#web/features/dashboard/DashboardParts.tsx'
import { runOf } from '#web/features/report-view/report-url.ts'
import { partNotes, partState } from '#web/pages/dashboard/part-state.ts'
import { buildParameter, buildReport } from '../../../test/build-report.ts'

const customer = '0193f0a0-0000-7000-8000-000000000003'
const group = '0193f0a0-0000-7000-8000-000000000005'
const asked = DashboardSearch.parse({
  period: 'lastMonth',
  compare: 'previousYear',
  customer: [customer],
  group: [group],
})

const part: ReportPart = {
  type: 'report',
  id: '0193f0a0-0000-7000-8000-000000000010',
  name: 'Calls by source',
  view: 'table',
  ownPeriod: false,
  width: 'half',
}

const types = { dateRange: 'period', compare: 'comparison', customer: 'list', entityGroup: 'list' } as const

function reportWith(...names: (keyof typeof types & ParameterName)[]): Report {
  return buildReport({
    id: part.id,
    parameters: names.map((name) =>
      buildParameter(name, types[name], name === 'dateRange' ? { relative: 'thisWeek' } : null),
    ),
  })
}

function shownOf(report: Report, changes: Partial<ReportPart> = {}) {
  const own = { ...part, ...changes }
  const shown = partState(own, report, asked)
  return {
    parameters: runOf(report, shown).parameters,
    notes: partNotes(own, report, { shown, asked, timeZone: 'UTC' }),
  }
}

describe('a report on the dashboard', () => {
  it('follows every filter that it has a parameter for', () => {
    expect(shownOf(reportWith('dateRange', 'compare', 'customer', 'entityGroup'))).toEqual({
      parameters: {
        dateRange: { relative: 'lastMonth' },
        compare: 'previousYear',
        customer: [customer],
        entityGroup: [group],
      },
      notes: [],
    })
  })

  it('says which filters it does not follow', () => {
    expect(shownOf(reportWith('dateRange'))).toEqual({
      parameters: { dateRange: { relative: 'lastMonth' } },
      notes: ['all customers', 'all entity groups'],
    })
    expect(shownOf(reportWith('customer', 'entityGroup')).notes).toEqual(['own period: last 30 days'])
  })

  it('keeps its own period and comparison where that was chosen', () => {
    expect(
      shownOf(reportWith('dateRange', 'compare', 'customer', 'entityGroup'), { ownPeriod: true }),
    ).toEqual({
      parameters: {
        dateRange: { relative: 'thisWeek' },
        compare: null,
        customer: [customer],
        entityGroup: [group],
      },
      notes: ['own period: this week'],
    })
  })
})
