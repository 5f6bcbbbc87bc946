import { type Report, ReportDefinition } from '@callboard/contract/reports'
import { emptyGuid } from '@callboard/contract/scalars'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DetailsReport } from '#web/features/report-view/DetailsReport.tsx'
import type { ReportState } from '#web/features/report-view/report-url.ts'
import { buildSession } from '../../../test/build-session.ts'
import { show } from '../../../test/show.tsx'

const state: ReportState = {
  period: { relative: 'last30Days' },
  compare: 'none',
  matchWeekdays: undefined,
  timeZone: undefined,
  values: {},
  view: 'table',
  sort: undefined,
  measure: undefined,
  across: undefined,
  columns: undefined,
  steps: [],
  page: 1,
}

it('leads to the call list in the order of the report, and says that the list has no limit', () => {
  const report: Report = {
    id: emptyGuid,
    name: 'Longest calls',
    description: '',
    kind: 'details',
    definition: ReportDefinition.parse({
      columns: ['startedAt', 'talkDuration'],
      sort: [{ field: 'talkDuration', desc: false }],
      limit: 1000,
    }),
    parameters: [],
    exportTypes: [],
    exportTypeIds: null,
    isActive: true,
    revision: 0,
  }
  show(<DetailsReport report={report} state={state} timeZone="UTC" />, {
    user: buildSession({ isAdmin: true }),
  })
  expect(screen.getByText(/first 1,000 calls, or look at all of them/)).toBeTruthy()
  const href = screen.getByRole('link', { name: 'Show the calls' }).getAttribute('href')
  expect(href).toMatch(/sort=talkDuration&desc=false/)
})
