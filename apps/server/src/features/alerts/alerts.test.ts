import { type Alert, previewAlert, searchAlerts, testAlert } from '@callboard/contract/alerts'
import { emptyGuid } from '@callboard/contract/scalars'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { change, systemActor } from '#server/db/records/change.ts'
import { changesOf } from '#test/changes-of.ts'
import { errorsOf, expectError, expectOk } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import type { Person } from '#test/portal.ts'
import { type AlertClient, at, missedOver, openAlertClient } from '#test/clients/alerts.ts'

let client: AlertClient

beforeAll(async () => {
  client = await openAlertClient()
})

afterEach(async () => await client.leaveAlerts())

describe('an alert', () => {
  it('tells once when it begins and once when it ends, with the figure, the threshold and the calls', async () => {
    const ada = await client.makeUser()
    const alert = await client.alertOf(ada, { name: 'North <b>', condition: missedOver(2, 'north') })
    await client.check(0)
    expect(await client.mailsTo(ada)).toEqual([])
    await client.sendMissed(3, 'north')
    // Evaluated for the last whole minute.
    for (const minutes of [2, 4, 6.5]) await client.check(minutes)
    const [began, ...none] = await client.mailsTo(ada)
    expect(none).toEqual([])
    expect(began?.subject).toBe('Alert: North <b>: Missed 3 (over 2)')
    expect(began?.text).toContain('Missed in the last 60 minutes: 3\n')
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
    expect((await client.get(ada, alert)).state).toEqual({
      isOn: true,
      since: at(2).toISOString(),
      lastCheckedAt: at(6).toISOString(),
      lastFigure: 3,
    })
    await client.check(40)
    await client.check(42)
    expect((await client.mailsTo(ada)).map(({ subject }) => subject)).toEqual([
      'Alert: North <b>: Missed 3 (over 2)',
      'Over: North <b>: Missed 0 (over 2)',
    ])
    expect(await client.historyOf(ada, alert)).toMatchObject([
      {
        beganAt: at(2).toISOString(),
        endedAt: at(40).toISOString(),
        beganFigure: 3,
        endedFigure: 0,
        isNotified: true,
      },
    ])
  })

  it('is evaluated over the calls of each person, who is told of their own figures alone', async () => {
    const other = (await client.portal.make.customer()).id
    const otherKey = await client.portal.make.apiKey(other)
    const [ada, ben] = [await client.makeUser(), await client.makeUser()]
    const carl = await client.makeUser({ customerId: other })
    const alert = await client.alertOf(client.admin, {
      condition: missedOver(2, 'east'),
      recipients: [ada.id, ben.id, carl.id],
    })
    await client.sendMissed(3, 'east')
    await client.check(0)
    await client.sendMissed(5, 'east', { from: -20, apiKey: otherKey })
    await client.check(2)
    expect((await client.mailsTo(ada)).map(({ subject }) => subject)).toEqual([
      'Alert: Missed: Missed 3 (over 2)',
    ])
    expect((await client.mailsTo(carl)).map(({ subject }) => subject)).toEqual([
      'Alert: Missed: Missed 5 (over 2)',
    ])
    expect(await client.mailsTo({ email: 'admin@example.com' })).toEqual([])
    expect((await client.historyOf(ada, alert)).map(({ user }) => user.id)).toEqual([ada.id])
    expect((await client.historyOf(client.admin, alert)).map(({ user }) => user.id).toSorted()).toEqual(
      [client.admin.id, ada.id, ben.id, carl.id].toSorted(),
    )
    expect((await client.get(ada, alert)).recipients.map(({ userId }) => userId)).toEqual([ada.id])
    expect((await client.get(ada, alert)).isEditable).toBe(false)
  })

  it('asks the engine once for all who ask the same of the same calls', async () => {
    const people = [await client.makeUser(), await client.makeUser(), await client.makeUser()]
    for (const user of people)
      await client.alertOf(user, {
        condition: missedOver(3, 'south'),
        recipients: people.map(({ id }) => id),
      })
    const asked = vi.spyOn(client.portal.runtime.calls, 'lines')
    await client.check(8)
    const south = asked.mock.calls.filter(([query]) => JSON.stringify(query).includes('south'))
    asked.mockRestore()
    expect(south).toHaveLength(1)
  })

  it('tells nothing when it was changed while it was evaluated', async () => {
    const ada = await client.makeUser()
    const alert = await client.alertOf(ada, { condition: missedOver(0, 'weir') })
    await client.sendMissed(1, 'weir')
    const { calls } = client.portal.runtime
    const lines = calls.lines.bind(calls)
    const changed = vi.spyOn(calls, 'lines').mockImplementationOnce(async (query) => {
      expectOk(await client.update(ada, alert, { condition: missedOver(5, 'weir') }))
      return await lines(query)
    })
    await client.check(4)
    changed.mockRestore()
    expect(await client.mailsTo(ada)).toEqual([])
    expect((await client.get(ada, alert)).state.isOn).toBe(false)
  })

  it('is not met by a share of fewer calls than it asks for, and is by no call at all', async () => {
    const ada = await client.makeUser()
    const filters = [{ field: 'location', op: 'eq', values: ['west'] }]
    const rate = {
      measure: 'answerRate',
      filters,
      window: { lastDays: 1, timeZone: 'UTC' },
      op: 'lt',
      value: 0.7,
    }
    await client.sendMissed(1, 'west')
    const rash = await client.alertOf(ada, { name: 'Rash', condition: rate })
    const calm = await client.alertOf(ada, { name: 'Calm', condition: { ...rate, minimumCalls: 2 } })
    const silent = await client.alertOf(ada, {
      name: 'Silent',
      condition: { measure: 'calls', filters, window: { lastMinutes: 1440 }, op: 'le', value: 0 },
    })
    await client.check(10)
    const isOn = async (alert: Alert) => (await client.get(ada, alert)).state.isOn
    expect([await isOn(rash), await isOn(calm), await isOn(silent)]).toEqual([true, false, false])
    await client.sendMissed(1, 'west', { from: -10 })
    await client.check(12)
    expect([await isOn(calm), await isOn(silent)]).toEqual([true, false])
    await client.check(2 * 1440)
    expect([await isOn(rash), await isOn(calm), await isOn(silent)]).toEqual([false, false, true])
    expect((await client.mailsTo(ada)).map(({ subject }) => subject)).toContain(
      'Alert: Silent: Calls 0 (at most 0)',
    )
  })

  it('on today counts from midnight in its zone, and on some days from that of the first', async () => {
    const ada = await client.makeUser()
    const filters = [{ field: 'location', op: 'eq', values: ['gate'] }]
    const over = (lastDays: number) => ({
      condition: {
        measure: 'missed',
        filters,
        window: { lastDays, timeZone: 'America/Chicago' },
        op: 'gt',
        value: 9,
      },
    })
    const [today, twoDays] = [await client.alertOf(ada, over(1)), await client.alertOf(ada, over(2))]
    // From two minutes before midnight in Chicago on, and two days before from as much before that.
    await client.sendMissed(4, 'gate', { from: -7 * 60 - 2 })
    await client.sendMissed(4, 'gate', { from: -31 * 60 - 2 })
    await client.check(0)
    expect((await client.get(ada, today)).state.lastFigure).toBe(2)
    expect((await client.get(ada, twoDays)).state.lastFigure).toBe(6)
  })

  it('is paused with the reason when its owner loses the right, and tells nobody of that', async () => {
    const [ada, ben] = [await client.makeUser(), await client.makeUser()]
    const alert = await client.alertOf(ada, { condition: missedOver(0, 'attic'), recipients: [ben.id] })
    await client.sendMissed(1, 'attic')
    await client.check(14)
    await client.portal.make.changeUser(ada.id, { is_active: false })
    await client.check(16)
    expect(await client.get(client.admin, alert)).toMatchObject({
      isActive: false,
      pausedReason: 'Its owner can no longer sign in.',
      state: { isOn: false },
    })
    expect(await client.mailsTo(ben)).toHaveLength(1)
    expect(await client.historyOf(client.admin, alert)).toMatchObject([
      { endReason: 'It was paused.' },
      { isNotified: false },
    ])
    expect((await changesOf(client.portal, alert.id)).at(-1)?.changes.map(({ field }) => field)).toEqual([
      'is_active',
      'paused_reason',
    ])
  })

  it('skips a recipient who may not ask this of the calls, and says why', async () => {
    const [ada, ben] = [await client.makeUser(), await client.makeUser({ claims: ['reporting.view'] })]
    const filters = [{ field: 'callerNumber', op: 'startsWith', values: ['+1212'] }]
    const condition = { ...missedOver(0, 'any'), filters }
    const alert = await client.alertOf(ada, { condition, recipients: [ada.id, ben.id] })
    await client.sendMissed(1, 'cellar')
    await client.check(18)
    expect(await client.mailsTo(ada)).toHaveLength(1)
    expect(await client.mailsTo(ben)).toEqual([])
    const reasons = Object.fromEntries(
      (await client.get(ada, alert)).recipients.map((one) => [one.userId, one.reason]),
    )
    expect(reasons).toEqual({
      [ada.id]: null,
      [ben.id]: 'You need the right to call details to see callers’ names and numbers.',
    })
  })

  it('is changed by its owner with a record, begins anew by another condition, and is deleted', async () => {
    const [ada, ben] = [await client.makeUser(), await client.makeUser()]
    const alert = await client.alertOf(ada, { condition: missedOver(0, 'barn') })
    await client.sendMissed(2, 'barn')
    await client.check(20)
    expect((await client.get(ada, alert)).state.isOn).toBe(true)
    const condition = { ...alert.condition, value: 1 }
    expectOk(await client.update(ada, alert, { name: 'Barn', condition, revision: alert.revision }))
    expect((await client.get(ada, alert)).state).toMatchObject({
      isOn: false,
      lastCheckedAt: null,
      lastFigure: null,
    })
    const outdated = await client.update(ada, alert, { name: 'Old', revision: alert.revision })
    expect(errorsOf(outdated)[0]?.code).toBe('revisionConflict')
    const [, changed] = await changesOf(client.portal, alert.id)
    expect(changed?.changes.map(({ field }) => field)).toEqual(['condition', 'name'])
    expectError(await client.update(ben, alert, { name: 'Mine' }), 404, 'notFound')
    const remove = { method: 'DELETE', path: `/api/alerts/${alert.id}`, token: ada.token } as const
    expect((await client.portal.ask(remove)).status).toBe(204)
    expectError(await client.portal.ask(remove), 404, 'notFound')
    await client.check(24)
    expect(await client.mailsTo(ada)).toHaveLength(1)
  })

  it('tries itself over the calls of whoever asks, and mails them alone', async () => {
    const [ada, ben] = [await client.makeUser(), await client.makeUser()]
    const alert = await client.alertOf(ada, { condition: missedOver(5, 'shed'), recipients: [ben.id] })
    const path = `/api/alerts/${alert.id}/test`
    const answer = await ada.ask({ method: 'POST', path })
    expect(testAlert.response.parse(expectOk(answer))).toEqual({
      figure: 0,
      calls: 0,
      isMet: false,
      hasMailServer: false,
    })
    expect((await client.mailsTo(ada)).map(({ subject }) => subject)).toEqual([
      'Test: Alert: Missed: Missed 0 (over 5)',
    ])
    expect(await client.mailsTo(ben)).toEqual([])
  })

  it('says what its condition would be now over the calls of whoever asks, before it is one', async () => {
    const other = await client.portal.make.sender()
    const [ada, carl] = [await client.makeUser(), await client.makeUser({ customerId: other.id })]
    const startedAt = new Date(Date.now() - 300_000).toISOString()
    const missed = (count: number) =>
      Array.from({ length: count }, () => buildCall({ status: 'missed', location: 'yard', startedAt }))
    await client.portal.sendCalls(client.key, missed(3))
    await client.portal.sendCalls(other.key, missed(1))
    const preview = async (user: Person, condition: object) => {
      const asked = { path: '/api/alerts/preview', body: { condition } }
      return previewAlert.response.parse(expectOk(await user.ask(asked)))
    }
    const said = { hasMailServer: false, isMet: false }
    const [hers, his] = [
      await preview(ada, missedOver(2, 'yard')),
      await preview(carl, missedOver(2, 'yard')),
    ]
    expect(hers).toEqual({ ...said, figure: 3, calls: 3, isMet: true })
    expect(his).toEqual({ ...said, figure: 1, calls: 1 })
    const few = { ...missedOver(2, 'yard'), minimumCalls: 4 }
    expect(await preview(ada, few)).toEqual({ ...said, figure: 3, calls: 3 })
  })

  it('is found by who owns it or is told of it, and by admins', async () => {
    const [ada, ben, carl] = [await client.makeUser(), await client.makeUser(), await client.makeUser()]
    const condition = missedOver(5, 'tower')
    const alert = await client.alertOf(ada, { name: 'Tower of Ada', condition, recipients: [ben.id] })
    const found = async (user: Person, asked: object = {}) => {
      const body = { keyword: 'tower OF', isOn: false, ...asked }
      const answer = await user.ask({ path: '/api/alerts/search', body })
      return searchAlerts.response.parse(expectOk(answer)).items.map(({ id }) => id)
    }
    for (const user of [ada, ben, client.admin]) expect(await found(user)).toEqual([alert.id])
    expect([await found(ada, { as: 'owner' }), await found(ben, { as: 'recipient' })]).toEqual([
      [alert.id],
      [alert.id],
    ])
    expect([await found(ben, { as: 'owner' }), await found(ada, { as: 'recipient' })]).toEqual([[], []])
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
    [{ condition: { ...missedOver(20, 'x'), measure: 'missedRate' } }, 'condition.value'],
    [{ condition: missedOver(-1, 'x') }, 'condition.value'],
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
    const answer = await client.create(client.admin, {
      condition: missedOver(1, 'x'),
      recipients: [client.admin.id],
      ...body,
    })
    expect([answer.status, errorsOf(answer).map((error) => error.field)]).toEqual([400, [field]])
  })

  it('is evaluated by one of several processes', async () => {
    const ada = await client.makeUser()
    await client.alertOf(ada, { condition: missedOver(0, 'mill') })
    await client.sendMissed(1, 'mill')
    await Promise.all([26, 26, 26].map(client.check))
    expect(await client.mailsTo(ada)).toHaveLength(1)
  })

  it('says nothing of an earlier moment, when a later one was evaluated meanwhile', async () => {
    const ada = await client.makeUser()
    const alert = await client.alertOf(ada, { condition: missedOver(0, 'kiln') })
    await client.sendMissed(1, 'kiln')
    const { calls } = client.portal.runtime
    const lines = calls.lines.bind(calls)
    const preempted = vi.spyOn(calls, 'lines').mockImplementationOnce(async (query) => {
      await client.check(6)
      return await lines(query)
    })
    await client.check(4)
    preempted.mockRestore()
    const { since, lastCheckedAt } = (await client.get(ada, alert)).state
    expect([since, lastCheckedAt]).toEqual([at(6).toISOString(), at(6).toISOString()])
    expect(await client.mailsTo(ada)).toHaveLength(1)
  })
})

it('a deleted alert is put back by its owner alone, and begins anew', async () => {
  const [ada, ben] = [await client.makeUser(), await client.makeUser()]
  const alert = await client.alertOf(ada, { condition: missedOver(0, 'silo'), recipients: [ada.id, ben.id] })
  await client.sendMissed(1, 'silo', { from: 80 })
  await client.check(106)
  const path = `/api/alerts/${alert.id}`
  const restore = async (user: Person) => await user.ask({ method: 'PUT', path: `${path}/restore` })
  expectError(await restore(ada), 404, 'notFound')
  await ada.ask({ method: 'DELETE', path })
  expectError(await restore(ben), 404, 'notFound')
  expectOk(await restore(ada))
  expect(await client.get(ada, alert)).toMatchObject({ state: { isOn: false, lastCheckedAt: null } })
  const [, , restored] = await changesOf(client.portal, alert.id)
  expect(restored?.changes.map(({ field }) => field)).toEqual(['is_deleted'])
})

it('an alert looks at the entities that its groups have at that time, for those who are in them', async () => {
  const [ada, ben] = [await client.makeUser(), await client.makeUser()]
  const { make } = client.portal
  const entity = async (code: string) =>
    await make.entity({ customerId: client.customerId, type: 'location', code, name: `Old ${code}` })
  const groupId = await make.entityGroup({ entityIds: [await entity('dune')], userIds: [ada.id] })
  const condition = { ...missedOver(0, 'dune'), filters: [], entityGroups: [groupId] }
  const refused = await client.create(ben, { condition, recipients: [ben.id] })
  expect(errorsOf(refused)[0]?.field).toBe('condition.entityGroups')
  const alert = await client.alertOf(ada, { condition, recipients: [ada.id, ben.id] })
  await client.sendMissed(1, 'reef', { from: 80 })
  await client.check(108)
  expect((await client.get(ada, alert)).state.lastFigure).toBe(0)
  const added = { entity_group_id: groupId, entity_id: await entity('reef') }
  await change(client.portal.runtime.db, systemActor, async (transaction) => {
    await transaction.insertInto('entity_group_entity').values(added).execute()
  })
  await client.check(110)
  const [mail] = await client.mailsTo(ada)
  expect(mail?.text).toMatch(/Only where Entity group is Entity group \d+\n/)
  expect(mail?.text).toContain(`&group=${groupId}`)
  expect(await client.mailsTo(ben)).toEqual([])
  expect((await client.get(ada, alert)).recipients.map(({ reason }) => reason)).toContain(
    'They are in none of its entity groups, or the groups are inactive.',
  )
})
