import { standardReports } from '@callboard/contract/reports'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ReportMenuCards } from '#web/features/report-view/menu/ReportMenuCards.tsx'
import { show } from '../../../../test/show.tsx'

it('lead to the pages of their reports; that of call details is the call list', () => {
  const set = {
    id: 'set',
    name: 'Standard reports',
    reports: [
      { id: standardReports.bySource, name: 'Calls by source', description: '' },
      { id: standardReports.callDetails, name: 'Call Details', description: '' },
    ],
  }
  show(
    <ReportMenuCards
      groups={[{ id: 'group', name: 'Analysts', sets: [set] }]}
      marks={{ isFavourite: () => false, lastRunAt: () => undefined, toggleFavourite: () => undefined }}
    />,
  )
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual([`/reports/${standardReports.bySource}`, '/reports/calldetails'])
})
