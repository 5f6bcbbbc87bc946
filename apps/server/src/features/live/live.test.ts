import { LiveCalls, getLiveFigures, listLiveCalls } from '@callboard/contract/live'
import { runReport } from '@callboard/contract/reports'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectOk } from '#test/expect-errors.ts'
import { buildCall, type Sent } from '#test/ingest-portal.ts'
import { openPortal, type Person, type Portal } from '#test/portal.ts'

const right = 'reporting.call.details'
const dayMs = 24 * 3_600_000

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

/** A call that began so long ago and goes on. */
const goingOn = (externalCallId: string, seconds: number, given: Sent = {}) =>
  buildCall({ externalCallId, startedAt: ago(seconds), answeredAt: null, endedAt: null, ...given })

async function liveOf(user: Person): Promise<LiveCalls> {
  return LiveCalls.parse(expectOk(await user.ask({ path: listLiveCalls.path })))
}

async function figuresOf(user: Person, asked: object = {}) {
  const body = { timeZone: 'UTC', ...asked }
  const answer = await user.ask({ path: getLiveFigures.path, method: 'POST', body })
  return getLiveFigures.response.parse(expectOk(answer))
}

describe('calls in progress', () => {
  it('are listed with who calls whom and where they are: who waits longest first, then menus, then talks', async () => {
    const sender = await portal.make.sender()
    const user = await portal.make.user({ claims: [right], customerId: sender.id })
    await portal.sendCalls(sender.key, [
      goingOn('talks', 300, { answeredAt: ago(280), agent: 'Ada', targetNumber: '+13125550111' }),
      goingOn('rings', 20),
      goingOn('menu', 90, { phase: 'menu' }),
      goingOn('queue', 100, {
        phase: 'queue',
        phaseSince: ago(50),
        rotationgroup: 'sales',
        location: 'north',
      }),
      buildCall({ externalCallId: 'ended' }),
      goingOn('long ago', 40 * 24 * 3600),
    ])
    const { at, calls, total } = await liveOf(user)
    expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000)
    expect(total).toBe(4)
    expect(calls.map(({ phase }) => phase)).toEqual(['queue', 'ringing', 'menu', 'talking'])
    expect(calls[0]).toMatchObject({
      customerId: sender.id,
      direction: 'inbound',
      trackingNumber: '+12125550100',
      callerNumber: '+14155550123',
      rotationgroup: 'sales',
      location: 'north',
      agent: null,
    })
    expect(calls[3]).toMatchObject({ agent: 'Ada', targetNumber: '+13125550111' })
  })

  it('are there as soon as they can be read, and gone with their end', async () => {
    const sender = await portal.make.sender()
    const user = await portal.make.user({ claims: [right], customerId: sender.id })
    expect(await liveOf(user)).toMatchObject({ calls: [], total: 0 })
    for (const phase of ['ringing', 'queue', 'talking']) {
      await portal.sendCalls(sender.key, [goingOn('one', 60, { phase })])
      expect((await liveOf(user)).calls).toMatchObject([{ phase }])
    }
    await portal.sendCalls(sender.key, [goingOn('one', 60, { endedAt: ago(1) })])
    expect(await liveOf(user)).toMatchObject({ calls: [], total: 0 })
  })

  it('are those that the user may see, by customer and by entity', async () => {
    const [sender, other] = [await portal.make.sender(), await portal.make.sender()]
    const north = await portal.make.entity({ customerId: sender.id, type: 'location', code: 'north' })
    for (const { key } of [sender, other])
      await portal.sendCalls(key, [
        goingOn('north', 60, { location: 'north' }),
        goingOn('south', 60, { location: 'south' }),
        goingOn('leg', 60, { parentExternalCallId: 'north', location: 'north' }),
      ])
    const limited = await portal.make.user({ claims: [right], customerId: sender.id })
    await portal.make.entityGroup({ userIds: [limited.id], entityIds: [north] })
    const own = await portal.make.user({ claims: [right], customerId: sender.id })
    const places = async (user: Person) => (await liveOf(user)).calls.map(({ location }) => location)
    expect(await places(limited)).toEqual(['north'])
    expect(new Set(await places(own))).toEqual(new Set(['north', 'south']))
    const ofBoth = (await liveOf(await portal.make.user({ isAdmin: true }))).calls.filter(
      ({ customerId }) => customerId === sender.id || customerId === other.id,
    )
    expect(ofBoth).toHaveLength(4)
    expect(await liveOf(await portal.make.user({ claims: [right] }))).toMatchObject({ total: 0 })
    const without = await portal.make.user({ claims: ['reporting.view'], customerId: sender.id })
    expectError(await without.ask({ path: listLiveCalls.path }), 403, 'forbidden')
  })
})

describe('figures beside them', () => {
  it('are those of today and of the same time a week ago, of a customer and of what is chosen', async () => {
    const sender = await portal.make.sender()
    const user = await portal.make.user({ claims: [right], customerId: sender.id })
    const nowMs = Date.now()
    const midnight = nowMs - (nowMs % dayMs)
    const call = (externalCallId: string, startedMs: number, given: Sent = {}) =>
      buildCall({
        externalCallId,
        startedAt: new Date(startedMs).toISOString(),
        answeredAt: new Date(startedMs).toISOString(),
        endedAt: new Date(startedMs).toISOString(),
        ...given,
      })
    await portal.sendCalls(sender.key, [
      call('today', midnight, { campaign: 'Winter' }),
      call('missed', midnight, { answeredAt: null }),
      call('yesterday', midnight - 1),
      call('a week ago', midnight - 7 * dayMs),
      call('a week ago, later', nowMs - 7 * dayMs + 60_000),
    ])
    expect(await figuresOf(user)).toEqual({
      today: { inbound: 2, answered: 1, missed: 1, answerRate: 0.5, averageWait: 0 },
      weekAgo: { inbound: 1, answered: 1, missed: 0, answerRate: 1, averageWait: 0 },
    })
    const only = { field: 'campaign', value: 'Winter' }
    expect((await figuresOf(user, { only })).today).toMatchObject({ inbound: 1, missed: 0 })
    const none = { field: 'campaign', value: null }
    expect((await figuresOf(user, { only: none })).today).toMatchObject({ inbound: 1, missed: 1 })
    const other = await portal.make.sender()
    expect((await figuresOf(user, { customerId: other.id })).today).toMatchObject({ inbound: 0 })
    expect((await figuresOf(user, { customerId: sender.id })).today).toMatchObject({ inbound: 2 })
  })

  it('are measures of who waits and talks now, for reports and alerts', async () => {
    const sender = await portal.make.sender()
    const user = await portal.make.user({ isAdmin: true })
    await portal.sendCalls(sender.key, [
      goingOn('queue', 100, { phase: 'queue', phaseSince: ago(50) }),
      goingOn('rings', 20),
      goingOn('menu', 500, { phase: 'menu' }),
      goingOn('talks', 300, { answeredAt: ago(280) }),
      buildCall({ externalCallId: 'ended' }),
    ])
    const reportId = await portal.make.report({
      definition: {
        measures: ['waitingNow', 'longestWaitNow', 'talkingNow'],
        filters: [{ field: 'customer', op: 'eq', values: [sender.id] }],
      },
    })
    const from = new Date(Date.now() - dayMs).toISOString()
    const dateRange = { from, to: new Date(Date.now() + 60_000).toISOString() }
    const body = { reportId, parameters: { dateRange } }
    const answer = await user.ask({ path: runReport.path, method: 'POST', body })
    const [[waiting, longest, talking] = []] = runReport.response.parse(expectOk(answer)).rows
    expect([waiting, talking]).toEqual([2, 1])
    expect(longest).toBeGreaterThanOrEqual(50)
    expect(longest).toBeLessThan(100)
  })
})
