import { LiveChange } from '@callboard/contract/live'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { change, systemActor } from '#server/db/records/change.ts'
import { expectError } from '#test/expect-errors.ts'
import { changeOf } from '#test/clients/call-backs.ts'
import { buildCall } from '#test/factory.ts'
import { listen } from '#test/listening.ts'
import { assertCases } from '#test/soak.ts'
import { openPortal, type Portal } from '#test/portal.ts'
import { makeQuietWorld, sees, sendCalls } from '#test/access/world.ts'
import { worldPlan } from '#test/access/world-plan.ts'

const right = 'reporting.call.details'

let test: Portal
let url: string
const streams: LiveStream[] = []

beforeAll(async () => {
  test = await openPortal()
  url = await listen(test.app)
})

// Registered later and so run first: the server does not close while somebody listens.
afterAll(() => {
  for (const stream of streams) stream.leave()
})

const Event = z.strictObject({ id: z.guid(), customerId: z.guid() })

/** An open stream of events, with what has come through it. */
class LiveStream {
  text = ''
  readonly ended: Promise<void>
  readonly #leaving = new AbortController()

  private constructor(response: Response, leaving: AbortController) {
    this.#leaving = leaving
    this.ended = this.#read(response)
  }

  static async open(token: string, query = ''): Promise<LiveStream> {
    const leaving = new AbortController()
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${url}/api/events${query}`, { headers, signal: leaving.signal })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (!response.ok || !isStream) throw new Error(`no stream of events: ${response.status}`)
    const stream = new LiveStream(response, leaving)
    streams.push(stream)
    return stream
  }

  async #read(response: Response): Promise<void> {
    try {
      for await (const chunk of response.body ?? []) {
        this.text += Buffer.from(z.instanceof(Uint8Array).parse(chunk)).toString()
      }
    } catch (error) {
      if (!this.#leaving.signal.aborted) throw error
    }
  }

  get calls(): z.infer<typeof Event>[] {
    return [...this.text.matchAll(/^event: call\ndata: (.*)$/gm)].map((match) =>
      Event.parse(JSON.parse(match[1] ?? '')),
    )
  }

  /** What it says of calls in progress. */
  get changes(): LiveChange[] {
    return [...this.text.matchAll(/^event: live\ndata: (.*)$/gm)].map((match) =>
      LiveChange.parse(JSON.parse(match[1] ?? '')),
    )
  }

  leave(): void {
    this.#leaving.abort()
  }
}

/** The calls that a board shows after some changes, in the order in which it was told of them. */
function boardOf(changes: readonly LiveChange[]): LiveChange['calls'] {
  const shown = new Map<string, LiveChange['calls'][number]>()
  for (const { isWhole, calls, gone } of changes) {
    if (isWhole) shown.clear()
    for (const id of gone) shown.delete(id)
    for (const call of calls) shown.set(call.id, call)
  }
  return [...shown.values()]
}

/** Who sees all calls, and hears of them after the streams that were opened before. */
async function openWatcher(): Promise<LiveStream> {
  return await LiveStream.open((await test.make.user({ isAdmin: true })).token)
}

/** Everything that a stream says until its user is deactivated. */
async function untilEnd(user: { id: string }, stream: LiveStream): Promise<LiveStream['calls']> {
  await test.make.changeUser(user.id, { is_active: false })
  await stream.ended
  return stream.calls
}

// That it is within a second follows from how often the rights are checked, see event-streams.test.ts.
describe('the stream of events', () => {
  it('tells each user of exactly the calls that they see', { tags: ['soak'] }, async () => {
    const worlds = fc.asyncProperty(worldPlan, async (plan) => {
      const world = await makeQuietWorld(test, plan)
      const open = await Promise.all(world.users.map(async ({ token }) => LiveStream.open(token)))
      const watcher = await openWatcher()
      const calls = await sendCalls(test, world)
      const received = (heard: LiveStream['calls']) =>
        new Map(heard.map(({ id, customerId }) => [id, customerId]))
      await expect.poll(() => received(watcher.calls).size).toBe(calls.length)
      watcher.leave()
      for (const [at, stream] of open.entries()) {
        const visible = calls.filter((call) => sees(world, at, call))
        const heard = await untilEnd({ id: world.users[at]?.id ?? '' }, stream)
        expect(received(heard)).toEqual(received(visible))
      }
    })
    await assertCases(worlds, { few: 2, many: 60 })
  })

  it('tells of callers who are taken those who see calls of their customer, and nobody else', async () => {
    const customer = await test.make.customer()
    const key = await test.make.apiKey(customer.id)
    const claims = [right, 'call.edit'] as const
    const nora = await test.make.user({ claims, customerId: customer.id })
    const own = await LiveStream.open((await test.make.user({ claims, customerId: customer.id })).token)
    const stranger = await test.make.user({ claims, customerId: (await test.make.customer()).id })
    const other = await LiveStream.open(stranger.token)
    const call = buildCall({ status: 'missed' })
    await test.sendCalls(key, [call])
    const caller = {
      customerId: customer.id,
      number: String(call.callerNumber),
      lastCallAt: call.startedAt,
    }
    const answer = await nora.ask({ ...changeOf(caller, { state: 'taken' }) })
    expect(answer.status, answer.text).toBe(200)
    await expect.poll(() => own.text).toContain(`event: callBack\ndata: {"customerId":"${customer.id}"}`)
    await untilEnd(stranger, other)
    expect(other.text).not.toContain('callBack')
  })

  it('tells whoever asks for it of the calls in progress that they see: first of all, then of what changes', async () => {
    const [own, other] = [await test.make.customer(), await test.make.customer()]
    const keys = [await test.make.apiKey(own.id), await test.make.apiKey(other.id)]
    const user = await test.make.user({ claims: [right], customerId: own.id })
    const goingOn = (externalCallId: string, given: object = {}) =>
      buildCall({
        externalCallId,
        startedAt: new Date().toISOString(),
        status: 'in-progress',
        answeredAt: null,
        endedAt: null,
        duration: null,
        ...given,
      })
    const send = async (call: object) => {
      for (const key of keys) await test.sendCalls(key, [call])
    }
    await send(goingOn('first'))
    const stream = await LiveStream.open(user.token, '?live=true')
    const plain = await LiveStream.open(user.token)
    await expect.poll(() => stream.changes.length).toBe(1)
    expect(stream.changes[0]).toMatchObject({ isWhole: true, total: 1, gone: [] })
    const [first] = stream.changes[0]?.calls ?? []
    expect(first).toMatchObject({ customerId: own.id, phase: 'ringing' })
    await send(goingOn('second', { phase: 'queue' }))
    await expect.poll(() => stream.changes.length).toBe(2)
    expect(stream.changes[1]).toMatchObject({
      isWhole: false,
      total: 2,
      calls: [{ phase: 'queue' }],
      gone: [],
    })
    await send(goingOn('first', { status: 'answered', endedAt: new Date(Date.now() + 60_000).toISOString() }))
    await expect.poll(() => stream.changes.length).toBe(3)
    expect(stream.changes[2]).toMatchObject({ isWhole: false, total: 1, calls: [], gone: [first?.id] })
    await test.make.changeUser(user.id, { customer_id: other.id })
    await send(goingOn('third', { phase: 'menu' }))
    await expect
      .poll(() => boardOf(stream.changes).map(({ customerId, phase }) => [customerId, phase]))
      .toEqual([
        [other.id, 'queue'],
        [other.id, 'menu'],
      ])
    const received = stream.changes.flatMap(({ calls }) => calls)
    expect(received.filter(({ customerId, phase }) => customerId === own.id && phase === 'menu')).toEqual([])
    expect(plain.text).not.toContain('event: live')
  })

  it('tells nothing of a customer from the moment the user loses them', async () => {
    const customer = await test.make.customer()
    const key = await test.make.apiKey(customer.id)
    const user = await test.make.user({ claims: [right], customerId: customer.id })
    const stream = await LiveStream.open(user.token)
    const watcher = await openWatcher()
    await test.sendCalls(key, [buildCall()])
    await expect.poll(() => stream.calls.length).toBe(1)
    await test.make.changeUser(user.id, { customer_id: null })
    await test.sendCalls(key, [buildCall()])
    await expect.poll(() => watcher.calls.length).toBe(2)
    expect(await untilEnd(user, stream)).toHaveLength(1)
  })

  it('tells of the calls of an entity’s own customer alone, though another one has its code too', async () => {
    const [own, other] = [await test.make.customer(), await test.make.customer()]
    const user = await test.make.user({ claims: [right] })
    await test.make.group({ userIds: [user.id], customerIds: [own.id, other.id] })
    const entity = await test.make.entity({ type: 'location', code: 'harbour', customerId: own.id })
    await test.make.entityGroup({ userIds: [user.id], entityIds: [entity] })
    const stream = await LiveStream.open(user.token)
    const watcher = await openWatcher()
    for (const { id } of [other, own])
      await test.sendCalls(await test.make.apiKey(id), [buildCall({ location: 'harbour' })])
    await expect.poll(() => watcher.calls.length).toBe(2)
    expect((await untilEnd(user, stream)).map(({ customerId }) => customerId)).toEqual([own.id])
  })

  const losses: [string, (user: { id: string; token: string; roleId: string }) => Promise<void>][] = [
    ['their role expires', async ({ id }) => test.make.changeRoles(id, { expires_at: new Date() })],
    ['their role is switched off', async ({ roleId }) => test.make.changeRole(roleId, { is_active: false })],
    ['they are deactivated', async ({ id }) => test.make.changeUser(id, { is_active: false })],
    ['they are deleted', async ({ id }) => test.make.changeUser(id, { is_deleted: true })],
    ['their session ends', async ({ token }) => test.make.changeSession(token, { ended_at: new Date() })],
    [
      'they sign out',
      async ({ token }) => {
        expect((await test.ask({ method: 'POST', path: '/api/auth/logout', token })).status).toBe(204)
      },
    ],
  ]

  // At once, as they wait for the next check of the rights.
  it.concurrent.each(losses)('ends within a second when %s', async (_what, lose) => {
    const { id, token } = await test.make.user({})
    const roleId = await test.make.role(id, [right])
    const stream = await LiveStream.open(token)
    await lose({ id, token, roleId })
    await expect(stream.ended).resolves.toBeUndefined()
  })

  it('ends within a second for each of two hundred who lose the right at once', async () => {
    const { id } = await test.make.user({ claims: [right] })
    const tokens: string[] = []
    while (tokens.length < 200) tokens.push(await test.make.session(id))
    const open = await Promise.all(tokens.map(async (each) => LiveStream.open(each)))
    await test.make.changeUser(id, { is_active: false })
    const ends = await Promise.all(open.map(async ({ ended }) => await ended))
    expect(ends).toHaveLength(200)
  })

  it('ends within a second when a second factor is demanded that the user has not', async () => {
    const stream = await LiveStream.open((await test.make.user({ claims: [right] })).token)
    const demand = { key: 'twoFactor', value: JSON.stringify('all') }
    await change(test.runtime.postgres.db, systemActor, async (transaction) =>
      transaction.insertInto('setting').values(demand).execute(),
    )
    await expect(stream.ended).resolves.toBeUndefined()
    await change(test.runtime.postgres.db, systemActor, async (transaction) =>
      transaction.deleteFrom('setting').where('key', '=', demand.key).execute(),
    )
  })

  it('is not opened by HEAD, which it would hold open for nothing', async () => {
    const user = await test.make.user({ claims: [right] })
    const answer = await user.ask({ method: 'HEAD', path: '/api/events' })
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET'])
    expectError(await user.ask({ method: 'PUT', path: '/api/events' }), 405, 'methodNotAllowed')
  })
})
