import type { CheckedRecipient } from '@callboard/contract/sending'
import type { Subscription } from '@callboard/contract/subscriptions'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { SendForm } from '#web/features/subscriptions/sending/SendForm.tsx'
import { answerCalls, type Sent } from '../../../../test/answers.ts'
import { buildReport } from '../../../../test/build-report.ts'
import { buildSession } from '../../../../test/build-session.ts'
import { findButton, press, show } from '../../../../test/show.tsx'

const report = buildReport()
const unsaved = { reportId: report.id, parameters: {}, view: {} }
const north = { groupId: '01990000-0000-7000-8000-00000000000a', name: 'North' }
const me = buildSession({ claims: ['reporting.view', 'reporting.save'] })

const recipient = (userId: string, name: string): CheckedRecipient => ({
  userId,
  email: null,
  name,
  reason: null,
  remedy: null,
})
const self = recipient(me.id, 'Zoë Łukasz')
const nora = recipient('01990000-0000-7000-8000-00000000000b', 'Nora Whitlock')
const lacksIt = { ...nora, reason: 'None of the groups of Nora Whitlock has this report.' }
const inNorth = { ...lacksIt, remedy: { share: north } }
const rightless = { ...nora, reason: 'Nora Whitlock does not have the rights that this report needs.' }

const isShared = ({ body }: Sent) => JSON.stringify(body).includes(north.groupId)

/** What was sent, once the form is open and the recipients are checked: as it is, and as it is when it is shared with North. */
function open(asIs: CheckedRecipient[], whenShared = asIs, hasMailServer = true) {
  const calls = answerCalls({
    'POST /api/reporting/send': { status: 201, body: { subscription } },
    'POST /api/reporting/send/check': (sent) => ({
      body: {
        recipients: isShared(sent) ? whenShared : asIs,
        otherMembers: 0,
        outsideDomains: [],
        hasMailServer,
      },
    }),
  })
  show(
    <SendForm of={{ report, unsaved }} name="Calls by source" report={report} onClose={() => undefined} />,
    { user: me },
  )
  return () => calls.filter(({ path }) => path === '/api/reporting/send')
}

const subscription: Subscription = {
  id: '01990000-0000-7000-8000-00000000000c',
  savedReportId: '01990000-0000-7000-8000-00000000000d',
  savedReportName: 'Calls by source',
  userId: me.id,
  ownerName: 'Zoë Łukasz',
  name: 'Calls by source',
  schedule: { frequency: 'weekly', time: '08:00', timeZone: 'America/New_York', daysOfWeek: [1] },
  exportTypeIds: [],
  recipients: [{ userId: me.id, name: 'Zoë Łukasz', email: null, state: 'active', reason: null }],
  subject: '',
  emailTemplateId: null,
  condition: null,
  isActive: true,
  pausedReason: null,
  nextRunAt: null,
  lastRunAt: null,
  lastStatus: null,
  isEditable: true,
  revision: 1,
}

beforeEach(() => sessionStorage.clear())

describe('a press sends what the button said', () => {
  it('shares with the group of who lacks the report, and sends', async () => {
    const sent = open([self, inNorth], [self, nora])
    await press('Share with North and schedule')
    await expect.poll(() => sent()).toHaveLength(1)
    expect(sent()[0]?.body).toMatchObject({ report: { sharedWithGroupId: north.groupId } })
  })

  it('does not send when sharing is not enough, and says who lacks what', async () => {
    const sent = open([self, inNorth], [self, rightless])
    await press('Share with North and schedule')
    await findButton('Schedule without Nora Whitlock')
    expect(screen.getByText(rightless.reason)).toBeTruthy()
    expect(sent()).toEqual([])
  })

  it('leaves off the list who gets nothing', async () => {
    const sent = open([self, rightless])
    await press('Schedule without Nora Whitlock')
    await expect.poll(() => sent()).toHaveLength(1)
    expect(sent()[0]?.body).toMatchObject({ recipients: [{ userId: me.id }] })
  })

  it('does not send when it comes before it is known who lacks the report', async () => {
    const sent = open([self, inNorth], [self, nora])
    ;(await findButton('Schedule')).click()
    await findButton('Share with North and schedule')
    expect(sent()).toEqual([])
  })

  it('sends to nobody nothing', async () => {
    const sent = open([lacksIt])
    await screen.findByText('Nobody on the list would get it yet.')
    await press('Schedule')
    await screen.findByText('Nobody on this list would get it.')
    expect(sent()).toEqual([])
  })
})

it('no mail server: the form says so above its first field, and what was scheduled does too', async () => {
  open([self], [self], false)
  const note = await screen.findByText(/^No emails are sent until a mail server is set up\. Ask an/)
  const first = screen.getByLabelText('Saved as')
  expect(note.compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await press('Schedule')
  await screen.findByText(
    'Calls by source goes to you: Every Monday at 08:00, America/New York time. No emails are sent until a mail server is set up.',
  )
})
