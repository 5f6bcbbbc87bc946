import { ReportDefinition } from '@callboard/contract/reports'
import { expect, it } from 'vitest'
import { copyOf, draftAsShown } from '#web/pages/own-report/copied-report.ts'
import { fittingView } from '#web/pages/own-report/fitting-view.ts'
import { buildParameter, buildReport } from '../../../test/build-report.ts'

const report = buildReport({
  description: 'Which advertising brings calls',
  definition: ReportDefinition.parse({
    dimensions: [{ field: 'source' }],
    measures: ['calls', 'calls:change'],
    compare: 'previousPeriod',
  }),
  parameters: [
    buildParameter('dateRange', 'period', { relative: 'last30Days' }),
    buildParameter('compare', 'comparison', null),
    buildParameter('matchWeekdays', 'weekdays', null),
    buildParameter('location', 'list', []),
  ],
  exportTypeIds: [],
  setIds: ['0e100000-0000-7000-8000-000000000001'],
})

const shownWith = (parameters: object) => draftAsShown(report, { parameters: { ...parameters }, view: {} })

it('begins with what is chosen on the page of the report, and is in no set', () => {
  const draft = shownWith({ dateRange: { relative: 'thisWeek' }, location: ['HH-BRX'] })
  expect(draft.parameters).toEqual([
    { name: 'dateRange', required: false, default: { relative: 'thisWeek' } },
    { name: 'compare', required: false, default: undefined },
    { name: 'location', required: false, default: ['HH-BRX'] },
  ])
  expect(draft).toMatchObject({ setIds: [], definition: report.definition })
  expect(copyOf(report, { parameters: {}, view: {} })).toMatchObject({
    name: 'Copy of Calls by source',
    description: '',
    exportTypeIds: null,
  })
})

it('compares as the page does, and without a comparison shows no changes', () => {
  const compared = shownWith({ compare: 'previousYear', matchWeekdays: false }).definition
  expect(compared).toMatchObject({ compare: 'previousYear', matchWeekdays: false })
  const plain = shownWith({ compare: null }).definition
  expect(plain.compare).toBe(undefined)
  expect(plain.measures).toEqual(['calls'])
})

it('is shown as before, without what names a column that it has no more', () => {
  const view = { view: 'table', sort: '-calls', measure: 'calls', columns: 'source,missed' }
  expect(fittingView(view, report.definition)).toEqual({ view: 'table', sort: '-calls', measure: 'calls' })
  const { definition } = shownWith({})
  expect(fittingView(view, { ...definition, measures: ['missed'] })).toEqual({
    view: 'table',
    columns: 'source,missed',
  })
})
