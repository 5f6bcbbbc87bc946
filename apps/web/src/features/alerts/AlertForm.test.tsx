import type { Alert } from '@callboard/contract/alerts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { buildSession } from '../../../test/build-session.ts'
import { fill, openPage, press } from '../../../test/show.tsx'

const me = buildSession({ isAdmin: true })
const alert: Alert = {
  id: '01990000-0000-7000-8000-00000000000a',
  name: 'Many missed',
  userId: me.id,
  ownerName: 'Zoë Łukasz',
  condition: {
    measure: 'missed',
    filters: [],
    entityGroups: [],
    window: { lastMinutes: 60 },
    op: 'gt',
    value: 5,
    minimumCalls: 0,
  },
  recipients: [{ userId: me.id, name: 'Zoë Łukasz', state: 'active', reason: null }],
  webhook: null,
  isActive: true,
  pausedReason: null,
  state: { isOn: false, since: null, lastCheckedAt: null, lastFigure: null },
  isEditable: true,
  revision: 1,
}

it('the figure of now is said in a sentence; no mail server: the form says so above its first field, and so does what says that the alert is created', async () => {
  answerCalls({
    'POST /api/alerts/preview': { body: { figure: 3, calls: 3, isMet: false, hasMailServer: false } },
    'POST /api/alerts': { status: 201, body: alert },
    [`GET /api/alerts/${alert.id}`]: { body: alert },
  })
  openPage('/reports/alerts/add', { user: me })
  const note = await screen.findByText(/^No emails are sent until a mail server is set up\./)
  const name = screen.getByLabelText('Name')
  expect(note.compareDocumentPosition(name)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(await screen.findByText('3 missed calls. The alert would not be triggered.')).toBeTruthy()
  fill(name, alert.name)
  await press('Add Alert')
  await screen.findByText('Many missed is created. No emails are sent until a mail server is set up.')
})

it('a rate of too few calls says how many it needs', async () => {
  answerCalls({
    'POST /api/alerts/preview': { body: { figure: 0.316, calls: 19, isMet: false, hasMailServer: true } },
  })
  openPage('/reports/alerts/add?measure=missedRate&value=0.2', { user: me })
  const said = '31.6% of 19 calls. The alert would not be triggered. It needs at least 20 calls.'
  expect(await screen.findByText(said)).toBeTruthy()
})
