import {
  Alert,
  type AlertEpisode,
  listAlertHistory,
  searchAlerts,
  testAlert,
} from '@callboard/contract/alerts'
import type { Claim } from '@callboard/contract/claims'
import { emptyGuid } from '@callboard/contract/scalars'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { checkAlerts } from '#server/features/alerts/check-alerts.ts'
import { changesOf } from '../changes-of.ts'
import { errorsOf, expectError, expectOk } from '../expect-errors.ts'
import { buildCall, type MadeUser, type SentCall } from '../factory.ts'
import { type Answer, openTestApp, type TestApp } from '../test-app.ts'

let test: TestApp
let admin: MadeUser
let customerId: string
let key: string
let made = 0

const saving: readonly Claim[] = ['reporting.view', 'reporting.save', 'reporting.call.details']
/** A moment when alerts are judged. */
const noon = Date.parse('2026-03-10T12:00:00Z')
const at = (minutes: number) => new Date(noon + minutes * 60_000)

beforeAll(async () => {
  test = await openTestApp()
  // Tests judge at moments of their own.
  await test.runtime.alertChecker.close()
  admin = await test.make.user({ isAdmin: true, email: 'admin@example.com' })
  customerId = (await test.make.customer()).id
  key = await test.make.apiKey(customerId)
})

async function makeUser(given: { claims?: readonly Claim[]; customerId?: string; email?: string } = {}) {
  const email = `alerted-${++made}@example.com`
  return { email, ...(await test.make.user({ claims: saving, customerId, email, ...given })) }
}

const missedOver = (value: number, location: string) => ({
  measure: 'missed',
  filters: [{ field: 'location', op: 'eq', values: [location] }],
  window: { lastMinutes: 60 },
  op: 'gt',
  value,
})

async function create({ token }: MadeUser, body: object): Promise<Answer> {
  return await test.ask({ path: '/api/alerts', body: { name: 'Missed', ...body }, token })
}

async function alertOf(user: MadeUser, body: object): Promise<Alert> {
  const answer = await create(user, { recipients: [user.id], ...body })
  if (answer.status !== 201) throw new Error(answer.text)
  const { db } = test.runtime
  const { id } = Alert.parse(answer.json())
  await db
    .updateTable('alert')
    .set({ next_check_at: at(-600) })
    .where('id', '=', id)
    .execute()
  return Alert.parse(answer.json())
}

async function get({ token }: MadeUser, { id }: Alert): Promise<Alert> {
  return Alert.parse(expectOk(await test.ask({ path: `/api/alerts/${id}`, token })))
}

async function update({ token }: MadeUser, { id }: Alert, body: object): Promise<Answer> {
  return await test.ask({ method: 'PUT', path: `/api/alerts/${id}`, body, token })
}

async function historyOf({ token }: MadeUser, { id }: Alert): Promise<AlertEpisode[]> {
  const answer = await test.ask({ path: `/api/alerts/${id}/history`, token })
  return listAlertHistory.response.parse(expectOk(answer)).items
}

async function check(minutes: number): Promise<void> {
  await checkAlerts(test.runtime, at(minutes))
}

/** Missed calls of a location, one each minute from then on. */
async function sendMissed(count: number, location: string, { from = -30, apiKey = key } = {}): Promise<void> {
  const calls: SentCall[] = Array.from({ length: count }, (_, index) =>
    buildCall({ status: 'missed', location, startedAt: at(from + index).toISOString() }),
  )
  await test.sendCalls(apiKey, calls)
}

async function mailsTo(user: { email: string }) {
  return await test.runtime.db
    .selectFrom('mail')
    .where('recipient', '=', user.email)
    .select(['subject', 'body_text as text', 'body_html as html'])
    .orderBy('id')
    .execute()
}

describe('an alert', () => {
  it('tells once when it begins and once when it ends, with the figure, the threshold and the calls', async () => {
    const ada = await makeUser()
    const alert = await alertOf(ada, { name: 'North <b>', condition: missedOver(2, 'north') })
    await check(0)
    expect(await mailsTo(ada)).toEqual([])
    await sendMissed(3, 'north')
    for (const minutes of [2, 4, 6]) await check(minutes)
    const [began, ...none] = await mailsTo(ada)
    expect(none).toEqual([])
    expect(began?.subject).toBe('Alert: North <b>: Missed 3 (over 2)')
    expect(began?.text).toContain('Missed in the last 60 minutes: 3.')
    expect(began?.html).toContain('North &lt;b&gt;')
    const link = /https?:\S+calldetails\S+/.exec(began?.text ?? '')?.[0] ?? ''
    const { searchParams } = new URL(link)
    expect([searchParams.get('from'), searchParams.get('to')]).toEqual(
      [at(-58), at(2)].map((time) => time.toISOString()),
    )
    expect(searchParams.getAll('filter')).toEqual([
      'location:eq:north',
      'direction:eq:inbound',
      'status:in:missed,abandoned,busy,failed',
    ])
    expect((await get(ada, alert)).state).toEqual({
      isOn: true,
      since: at(2).toISOString(),
      lastCheckedAt: at(6).toISOString(),
      lastFigure: 3,
    })
    await check(40)
    await check(42)
    expect((await mailsTo(ada)).map(({ subject }) => subject)).toEqual([
      'Alert: North <b>: Missed 3 (over 2)',
      'Over: North <b>: Missed 0 (over 2)',
    ])
    expect(await historyOf(ada, alert)).toMatchObject([
      {
        beganAt: at(2).toISOString(),
        endedAt: at(40).toISOString(),
        beganFigure: 3,
        endedFigure: 0,
        isTold: true,
      },
    ])
  })

  it('is judged over the calls of each person, who is told of their own figures alone', async () => {
    const other = (await test.make.customer()).id
    const otherKey = await test.make.apiKey(other)
    const [ada, ben] = [await makeUser(), await makeUser()]
    const carl = await makeUser({ customerId: other })
    const alert = await alertOf(admin, {
      condition: missedOver(2, 'east'),
      recipients: [ada.id, ben.id, carl.id],
    })
    await sendMissed(3, 'east')
    await check(0)
    await sendMissed(5, 'east', { from: -20, apiKey: otherKey })
    await check(2)
    expect((await mailsTo(ada)).map(({ subject }) => subject)).toEqual(['Alert: Missed: Missed 3 (over 2)'])
    expect((await mailsTo(carl)).map(({ subject }) => subject)).toEqual(['Alert: Missed: Missed 5 (over 2)'])
    expect(await mailsTo({ email: 'admin@example.com' })).toEqual([])
    expect((await historyOf(ada, alert)).map(({ user }) => user.id)).toEqual([ada.id])
    expect((await historyOf(admin, alert)).map(({ user }) => user.id).toSorted()).toEqual(
      [admin.id, ada.id, ben.id, carl.id].toSorted(),
    )
    expect((await get(ada, alert)).recipients.map(({ userId }) => userId)).toEqual([ada.id])
    expect((await get(ada, alert)).isEditable).toBe(false)
  })

  it('asks the engine once for all who ask the same of the same calls', async () => {
    const people = [await makeUser(), await makeUser(), await makeUser()]
    for (const user of people)
      await alertOf(user, { condition: missedOver(3, 'south'), recipients: people.map(({ id }) => id) })
    const asked = vi.spyOn(test.runtime.calls, 'lines')
    await check(8)
    const south = asked.mock.calls.filter(([query]) => JSON.stringify(query.params).includes('south'))
    asked.mockRestore()
    expect(south).toHaveLength(1)
  })

  it('is not met by a share of fewer calls than it asks for, and is by no call at all', async () => {
    const ada = await makeUser()
    const filters = [{ field: 'location', op: 'eq', values: ['west'] }]
    const rate = {
      measure: 'answerRate',
      filters,
      window: { lastDays: 1, timeZone: 'UTC' },
      op: 'lt',
      value: 0.7,
    }
    await sendMissed(1, 'west')
    const rash = await alertOf(ada, { name: 'Rash', condition: rate })
    const calm = await alertOf(ada, { name: 'Calm', condition: { ...rate, minimumCalls: 2 } })
    const silent = await alertOf(ada, {
      name: 'Silent',
      condition: { measure: 'calls', filters, window: { lastMinutes: 1440 }, op: 'le', value: 0 },
    })
    await check(10)
    const isOn = async (alert: Alert) => (await get(ada, alert)).state.isOn
    expect([await isOn(rash), await isOn(calm), await isOn(silent)]).toEqual([true, false, false])
    await sendMissed(1, 'west', { from: -10 })
    await check(12)
    expect([await isOn(calm), await isOn(silent)]).toEqual([true, false])
    await check(2 * 1440)
    expect([await isOn(rash), await isOn(calm), await isOn(silent)]).toEqual([false, false, true])
    expect((await mailsTo(ada)).map(({ subject }) => subject)).toContain('Alert: Silent: Calls 0 (at most 0)')
  })

  it('is paused with the reason when its owner loses the right, and tells nobody of that', async () => {
    const [ada, ben] = [await makeUser(), await makeUser()]
    const alert = await alertOf(ada, { condition: missedOver(0, 'attic'), recipients: [ben.id] })
    await sendMissed(1, 'attic')
    await check(14)
    await test.make.changeUser(ada.id, { is_active: false })
    await check(16)
    expect(await get(admin, alert)).toMatchObject({
      isActive: false,
      pausedReason: 'Its owner may not sign in any more.',
      state: { isOn: false },
    })
    expect(await mailsTo(ben)).toHaveLength(1)
    expect(await historyOf(admin, alert)).toMatchObject([{ endReason: 'It was paused.' }, { isTold: false }])
    expect((await changesOf(test, alert.id)).at(-1)?.changes.map(({ field }) => field)).toEqual([
      'is_active',
      'paused_reason',
    ])
  })

  it('skips a recipient who may not ask this of the calls, and says why', async () => {
    const [ada, ben] = [await makeUser(), await makeUser({ claims: ['reporting.view'] })]
    const filters = [{ field: 'callerNumber', op: 'startsWith', values: ['+1212'] }]
    const condition = { ...missedOver(0, 'any'), filters }
    const alert = await alertOf(ada, { condition, recipients: [ada.id, ben.id] })
    await sendMissed(1, 'cellar')
    await check(18)
    expect(await mailsTo(ada)).toHaveLength(1)
    expect(await mailsTo(ben)).toEqual([])
    const reasons = Object.fromEntries(
      (await get(ada, alert)).recipients.map((one) => [one.userId, one.reason]),
    )
    expect(reasons).toEqual({
      [ada.id]: null,
      [ben.id]: 'Numbers and names of callers need the right to call details.',
    })
  })

  it('is changed by its owner with a record, begins anew by another condition, and is deleted', async () => {
    const [ada, ben] = [await makeUser(), await makeUser()]
    const alert = await alertOf(ada, { condition: missedOver(0, 'barn') })
    await sendMissed(2, 'barn')
    await check(20)
    expect((await get(ada, alert)).state.isOn).toBe(true)
    const condition = { ...alert.condition, value: 1 }
    expectOk(await update(ada, alert, { name: 'Barn', condition, revision: alert.revision }))
    expect((await get(ada, alert)).state).toMatchObject({
      isOn: false,
      lastCheckedAt: null,
      lastFigure: null,
    })
    const outdated = await update(ada, alert, { name: 'Old', revision: alert.revision })
    expect(errorsOf(outdated)[0]?.code).toBe('revisionConflict')
    const [, changed] = await changesOf(test, alert.id)
    expect(changed?.changes.map(({ field }) => field)).toEqual(['condition', 'name'])
    expectError(await update(ben, alert, { name: 'Mine' }), 404, 'notFound')
    const remove = { method: 'DELETE', path: `/api/alerts/${alert.id}`, token: ada.token } as const
    expect((await test.ask(remove)).status).toBe(204)
    expectError(await test.ask(remove), 404, 'notFound')
    await check(24)
    expect(await mailsTo(ada)).toHaveLength(1)
  })

  it('tries itself over the calls of whoever asks, and mails them alone', async () => {
    const [ada, ben] = [await makeUser(), await makeUser()]
    const alert = await alertOf(ada, { condition: missedOver(5, 'shed'), recipients: [ben.id] })
    const path = `/api/alerts/${alert.id}/test`
    const answer = await test.ask({ method: 'POST', path, token: ada.token })
    expect(testAlert.response.parse(expectOk(answer))).toEqual({ figure: 0, calls: 0, isMet: false })
    expect((await mailsTo(ada)).map(({ subject }) => subject)).toEqual([
      'Test of the alert Missed: Missed 0 (over 5)',
    ])
    expect(await mailsTo(ben)).toEqual([])
  })

  it('is found by who owns it or is told of it, and by admins', async () => {
    const [ada, ben, carl] = [await makeUser(), await makeUser(), await makeUser()]
    const condition = missedOver(5, 'tower')
    const alert = await alertOf(ada, { name: 'Tower of Ada', condition, recipients: [ben.id] })
    const found = async ({ token }: MadeUser) => {
      const body = { keyword: 'tower OF', isOn: false }
      const answer = await test.ask({ path: '/api/alerts/search', body, token })
      return searchAlerts.response.parse(expectOk(answer)).items.map(({ id }) => id)
    }
    expect([await found(ada), await found(ben), await found(admin)]).toEqual([
      [alert.id],
      [alert.id],
      [alert.id],
    ])
    expect(await found(carl)).toEqual([])
  })

  it.each([
    [
      { condition: { measure: 'firstCall', window: { lastMinutes: 60 }, op: 'gt', value: 1 } },
      'condition.measure',
    ],
    [
      { condition: { measure: 'value', window: { lastMinutes: 60 }, op: 'gt', value: 1 } },
      'condition.measure',
    ],
    [{ condition: { ...missedOver(1, 'x'), filters: [{ field: 'nope', op: 'eq', values: [1] }] } }, 'nope'],
    [
      {
        condition: {
          ...missedOver(1, 'x'),
          filters: [{ field: 'transcript', op: 'contains', values: ['pay'] }],
        },
      },
      'condition.filters',
    ],
    [{ condition: { ...missedOver(1, 'x'), minimumCalls: -1 } }, 'condition.minimumCalls'],
    [{ recipients: [] }, 'recipients'],
    [{ recipients: [emptyGuid] }, 'recipients.0'],
    [{ name: ' ' }, 'name'],
  ])('is refused with the name of the field: %o', async (body, field) => {
    const answer = await create(admin, { condition: missedOver(1, 'x'), recipients: [admin.id], ...body })
    expect([answer.status, errorsOf(answer).map((error) => error.field)]).toEqual([400, [field]])
  })

  it('is judged by one of several processes', async () => {
    const ada = await makeUser()
    await alertOf(ada, { condition: missedOver(0, 'mill') })
    await sendMissed(1, 'mill')
    await Promise.all([26, 26, 26].map(check))
    expect(await mailsTo(ada)).toHaveLength(1)
  })
})
