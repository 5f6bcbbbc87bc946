import { getReportUses, updateReport } from '@callboard/contract/manage-reports'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { FoundReport } from '#web/features/report-library/queries.ts'
import { ReportActivation } from '#web/features/report-library/ReportActivation.tsx'
import { ReportsOfSet } from '#web/features/report-library/ReportsOfSet.tsx'
import { answerCalls, changesOf, errorAnswer } from '../../../test/answers.ts'
import { press, show } from '../../../test/show.tsx'

const idOf = (place: number) => `01990000-0000-7000-8000-0000000000f${place}`
const report = { id: idOf(1), name: 'Calls by source', isActive: true }
const uses = `GET ${getReportUses.path.replace('{reportId}', report.id)}`
const put = `${updateReport.method} ${updateReport.path}`

const found = (changes: Partial<FoundReport>): FoundReport => ({
  ...report,
  description: '',
  kind: 'summary',
  definition: null,
  parameters: [],
  exportTypes: [],
  exportTypeIds: null,
  revision: 1,
  ...changes,
})

it.each([
  [
    { groupCount: 2, userCount: 7, savedReportCount: 1, subscriptionCount: 1 },
    '7 users of 2 groups no longer find it. 1 saved report of it can no longer be run. 1 subscription to them sends nothing. It stays in its sets and can be activated again.',
  ],
  [
    { groupCount: 0, userCount: 0, savedReportCount: 0, subscriptionCount: 0 },
    'No users see it now. It stays in its sets and can be activated again.',
  ],
])('asks before a report is taken away, and says what that means: %o', async (body, words) => {
  const calls = answerCalls({ [uses]: { body }, [put]: { body: {} } })
  show(<ReportActivation report={report} />)
  fireEvent.click(screen.getByLabelText('Deactivate Calls by source'))
  const question = within(await screen.findByRole('dialog', { name: 'Deactivate Calls by source?' }))
  expect(await question.findByText(words)).toBeTruthy()
  expect(changesOf(calls)).toEqual([])
  fireEvent.click(question.getByText('Deactivate'))
  await expect.poll(() => changesOf(calls)[0]?.body).toEqual({ id: report.id, isActive: false })
})

it('says that it does not know what a report is used for, and lets it be taken away all the same', async () => {
  answerCalls({ [uses]: errorAnswer('internal', 'The portal failed.', 500) })
  show(<ReportActivation report={report} />)
  fireEvent.click(screen.getByLabelText('Deactivate Calls by source'))
  expect(await screen.findByText('Could not load where this report is used.')).toBeTruthy()
})

it('gives a report back without a question', async () => {
  const calls = answerCalls({ [put]: { body: {} } })
  show(<ReportActivation report={{ ...report, isActive: false }} />)
  await press('Activate')
  await expect.poll(() => changesOf(calls)[0]?.body).toEqual({ id: report.id, isActive: true })
})

it('the reports of a set are shown in its order, inactive ones too, and one is taken out', async () => {
  const items = [found({ id: idOf(1), name: 'One' }), found({ id: idOf(2), name: 'Two', isActive: false })]
  answerCalls({ 'POST /api/reporting/search': { body: { items, total: 2, page: 1, pageSize: 200 } } })
  const onChange = vi.fn<(ids: string[]) => void>()
  show(<ReportsOfSet setId={idOf(9)} value={[idOf(2), idOf(1)]} onChange={onChange} />)
  await screen.findByText('Two')
  const list = screen.getByRole('list', { name: 'Reports in order' })
  const links = within(list).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(['Two', 'One'])
  fireEvent.click(screen.getByLabelText('Remove Two'))
  expect(onChange).toHaveBeenLastCalledWith([idOf(1)])
})
