import type { SavedReport } from '@callboard/contract/saved-reports'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { SaveReportModal } from '#web/features/report-view/SaveReportModal.tsx'
import { answerCalls } from '../../../test/answers.ts'
import { buildSession } from '../../../test/build-session.ts'
import { show } from '../../../test/show.tsx'

const me = buildSession({ claims: ['reporting.view', 'reporting.save'] })
const [north, south] = ['North', 'South'].map((name, at) => ({
  id: `01990000-0000-7000-8000-00000000001${at}`,
  name,
  description: '',
  isActive: true,
}))
const saved: SavedReport = {
  id: '01990000-0000-7000-8000-00000000000d',
  savedReportId: '01990000-0000-7000-8000-00000000000d',
  reportId: null,
  reportName: null,
  name: 'Leads',
  parameters: {},
  view: {},
  userId: me.id,
  ownerName: 'Zoë Łukasz',
  sharedWithGroupId: north?.id ?? '',
  sharedWithGroupName: 'North',
  isRunnable: true,
  subscriptionCount: 1,
  createdAt: '2026-03-10T12:00:00.000Z',
  updatedAt: '2026-03-10T12:00:00.000Z',
  revision: 1,
}

beforeEach(() => sessionStorage.clear())

it('another group is shown by its own name, with who loses the report and whose subscription stops', async () => {
  const nora = { userId: '01990000-0000-7000-8000-00000000000b', name: 'Nora' }
  const subscriptions = [
    {
      id: saved.id,
      name: 'Every Monday',
      userId: nora.userId,
      ownerName: 'Nora',
      recipients: [nora],
      stops: true,
    },
  ]
  answerCalls({
    [`GET /api/user/${me.id}/groups`]: { body: [north, south] },
    [`POST /api/reporting/savedreports/${saved.id}/sharing/check`]: {
      body: { losing: { readers: [nora], others: 2 }, subscriptions },
    },
  })
  show(
    <SaveReportModal
      title="Share Leads"
      initial={saved}
      saved={saved}
      save={async () => await Promise.resolve()}
      onClose={() => undefined}
    />,
    { user: me },
  )
  const field = await screen.findByLabelText('Share with a group')
  fireEvent.mouseDown(field)
  fireEvent.change(field, { target: { value: 'Sou' } })
  fireEvent.click(await screen.findByTitle('South'))
  await screen.findByText('North loses this report')
  await screen.findByText('Nora and 2 others no longer find it.')
  await screen.findByText(
    'The subscription “Every Monday” of Nora stops: nobody on its list gets it any longer.',
  )
  expect(field.closest('.ant-select')?.textContent).toBe('South')
})
