import { ReportDefinition } from '@callboard/contract/reports'
import { emptyGuid } from '@callboard/contract/scalars'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { DetailsReport } from '#web/features/report-view/DetailsReport.tsx'
import type { ReportState } from '#web/features/report-view/report-url.ts'
import { answerCalls } from '../../../test/answers.ts'
import { buildAnswer, buildReport } from '../../../test/build-report.ts'
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

const report = buildReport({
  id: emptyGuid,
  name: 'Longest calls',
  kind: 'details',
  definition: ReportDefinition.parse({
    columns: ['source', 'talkDuration'],
    sort: [{ field: 'talkDuration', desc: false }],
  }),
})

/** Answers with pages of two of the three rows there are. */
function answerRows() {
  const rows = [
    ['Radio', 30],
    ['Web', 40],
    ['Radio', 50],
  ]
  return answerCalls({
    'POST /api/reporting/runreport': ({ body }) => {
      const asked = JSON.stringify(body).includes('"number":2') ? rows.slice(2) : rows.slice(0, 2)
      const answer = buildAnswer({
        columns: [
          { name: 'source', label: 'Source', type: 'text', role: 'dimension' },
          { name: 'talkDuration', label: 'Talk time', type: 'duration', unit: 'seconds', role: 'dimension' },
        ],
        rows: asked,
        meta: { reportName: 'Longest calls', rowCount: 203, cursor: 'of-the-first' },
      })
      return { body: answer }
    },
  })
}

function showReport(sort?: ReportState['sort']) {
  const onChange = vi.fn<(changes: Partial<ReportState>) => void>()
  show(
    <DetailsReport
      report={report}
      state={{ ...state, sort }}
      timeZone="UTC"
      conditions={[]}
      onChange={onChange}
    />,
    { user: buildSession({ isAdmin: true }) },
  )
  return onChange
}

it('has the first rows of a report of calls, and asks for more of the same calls', async () => {
  const sent = answerRows()
  showReport()
  const table = await screen.findByRole('table', { name: 'Longest calls' })
  expect(table.getAttribute('aria-rowcount')).toBe('204')
  expect(await screen.findByText('2 of 203 loaded')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('End of the list')).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([
    expect.objectContaining({ page: { number: 1, size: 200 } }),
    expect.objectContaining({ page: { number: 2, size: 200 }, cursor: 'of-the-first' }),
  ])
})

it('is sorted by the engine, and leads to the call list in the same order', async () => {
  const sent = answerRows()
  const onChange = showReport({ column: 'talkDuration', desc: true })
  const link = await screen.findByRole('link', { name: 'Open in Call Details' })
  expect(link.getAttribute('href')).toMatch(/sort=talkDuration/)
  expect(sent[0]?.body).toMatchObject({ sort: [{ field: 'talkDuration', desc: true }] })
  await userEvent.click(screen.getByRole('columnheader', { name: /Source/ }))
  expect(onChange).toHaveBeenCalledWith({ sort: { column: 'source', desc: false } })
})
