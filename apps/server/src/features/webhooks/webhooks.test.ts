import { NewWebhook, testWebhook, Webhook } from '@callboard/contract/webhooks'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { CallStoreError } from '#server/db/calls/call-store.ts'
import { changesOf } from '#test/changes-of.ts'
import { errorsOf, expectCreated, expectError, expectOk } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { openPortal, type Portal } from '#test/portal.ts'
import { signatureOf, WebhookReceiver } from '#test/webhook-receiver.ts'
import { WebhookSender } from './webhook-sender.ts'

let test: Portal
let receiver: WebhookReceiver
let ripe: { id: string; key: string }
let zebra: { id: string; key: string }

beforeAll(async () => {
  receiver = await WebhookReceiver.open()
  test = await openPortal({ allowedAddresses: ['127.0.0.1'], stopped: ['webhookSender'] })
  await test.set('webhookHosts', `http://${receiver.host}`)
  ripe = await test.make.sender()
  zebra = await test.make.sender()
})

beforeEach(async () => {
  const { items } = z
    .object({ items: z.array(z.object({ id: z.string() })) })
    .parse((await test.admin.ask({ path: '/api/webhooks/search', body: { activeOnly: false } })).json())
  for (const { id } of items) await test.admin.ask({ method: 'DELETE', path: `/api/webhooks/${id}` })
  receiver.answerWith = () => 200
  receiver.take()
})

const allEvents = ['call.created', 'call.updated']

async function create(body: object = {}): Promise<NewWebhook> {
  const given = { name: 'CRM', url: receiver.url, events: allEvents, ...body }
  return NewWebhook.parse(expectCreated(await test.admin.ask({ path: '/api/webhooks', body: given })))
}

/** Posts what may be posted by then, and waits for the answers. */
async function post(now?: Date, allowedAddresses = test.runtime.allowedAddresses): Promise<void> {
  const sender = new WebhookSender({ ...test.runtime, allowedAddresses })
  await sender.poll(now)
  await sender.idle()
  await sender.close()
}

const get = async ({ id }: { id: string }) =>
  Webhook.parse(expectOk(await test.admin.ask({ path: `/api/webhooks/${id}` })))

async function deliveriesOf({ id }: { id: string }, query = '') {
  const answer = await test.admin.ask({ path: `/api/webhooks/${id}/deliveries${query}` })
  return z.object({ items: z.array(testWebhook.response), total: z.int() }).parse(expectOk(answer))
}

const call = (externalCallId: string, more: object = {}) => buildCall({ externalCallId, ...more })

describe('a webhook', () => {
  it('is told of new and changed calls as the API has them, signed', async () => {
    const { secret, ...webhook } = await create()
    await test.sendCalls(ripe.key, [call('a1')])
    await post()
    const [first] = receiver.posts
    const [id] = await test.callIds(['a1'])
    const read = await test.admin.ask({ path: `/api/calls/${id}` })
    expect(first?.body).toMatchObject({
      event: 'call.created',
      webhook: { id: webhook.id, name: 'CRM' },
      call: { callerNumber: '+12125550147' },
    })
    expect(first?.body.call).toEqual(expectOk(read))
    expect(first?.headers['x-callboard-delivery']).toBe(first?.body.id)
    expect(first?.headers['x-callboard-signature']).toBe(first && signatureOf(first, secret))
    expect(receiver.take()).toEqual(['call.created a1'])
    await test.sendCalls(ripe.key, [call('a1', { agent: 'Wren' })])
    await test.admin.ask({ method: 'PUT', path: '/api/calls/annotations', body: { ids: [id], score: 7 } })
    await post()
    const [corrected, edited] = receiver.posts.map(({ body }) => body.call)
    expect(corrected?.agent).toBe('Wren')
    expect(edited?.score).toBe(7)
    expect(receiver.take()).toEqual(['call.updated a1', 'call.updated a1'])
    await test.sendCalls(ripe.key, [call('a1', { agent: 'Wren' })])
    await post()
    expect(receiver.take()).toEqual([])
  })

  it('is told of the calls of its customer, events and filters alone', async () => {
    await create({ customerId: ripe.id, events: ['call.created'] })
    await create({
      filters: [{ field: 'status', op: 'eq', values: ['missed'] }],
      url: `${receiver.url}/missed`,
    })
    const [parent] = await test.addCalls(zebra.key, [{ externalCallId: 'z1' }])
    await test.sendCalls(zebra.key, [call('z2', { status: 'missed' })])
    await test.sendCalls(ripe.key, [call('r1')])
    await post()
    await test.sendCalls(ripe.key, [call('r1', { status: 'missed' })])
    await test.sendCalls(zebra.key, [call('z3', { parentCallId: parent, status: 'missed' })])
    await post()
    const posted = receiver.posts.map(
      ({ path, body }) => `${path} ${body.event} ${body.call?.externalCallId}`,
    )
    expect(posted.toSorted()).toEqual([
      '/calls call.created r1',
      '/calls/missed call.created z2',
      '/calls/missed call.updated r1',
    ])
  })

  it('is posted nothing of another customer when it is given one while calls wait', async () => {
    const { id } = await create()
    receiver.answerWith = () => 503
    await test.sendCalls(zebra.key, [call('other-1')])
    await post()
    receiver.take()
    receiver.answerWith = () => 200
    const body = { customerId: ripe.id }
    expectOk(await test.admin.ask({ method: 'PUT', path: `/api/webhooks/${id}`, body }))
    await post(new Date(Date.now() + 120_000))
    expect(receiver.take()).toEqual([])
    const [delivery] = (await deliveriesOf({ id })).items
    expect(delivery?.state).toBe('failed')
    expect(delivery?.error).toContain('no longer among those')
    expect(delivery?.isCallDeleted).toBe(false)
  })

  it('tells its secret once, and again only a new one', async () => {
    const { id, secret, ...created } = await create()
    expect(secret).toMatch(/^[\w-]{43}$/)
    const read = await test.admin.ask({ path: `/api/webhooks/${id}` })
    expect(expectOk(read)).toEqual({ id, ...created })
    const renewed = await test.admin.ask({ method: 'POST', path: `/api/webhooks/${id}/secret` })
    const other = z.object({ secret: z.string() }).parse(expectOk(renewed)).secret
    await test.sendCalls(ripe.key, [call('s1')])
    await post()
    const [first] = receiver.posts
    expect(first?.headers['x-callboard-signature']).toBe(first && signatureOf(first, other))
    const shown = JSON.stringify([(await deliveriesOf({ id })).items, await changesOf(test, id), read.text])
    expect(shown).not.toContain(secret)
    expect(shown).not.toContain(other)
    expect(shown).toContain('•••')
  })

  it('is sent a test event with the newest of its calls, once, also while it is paused', async () => {
    const { id } = await create({ isActive: false, customerId: zebra.id })
    const newest = call('newest', { startedAt: new Date(Date.now() - 60_000).toISOString() })
    await test.sendCalls(zebra.key, [newest])
    receiver.answerWith = () => 500
    const answer = await test.admin.ask({ method: 'POST', path: `/api/webhooks/${id}/test` })
    expect(testWebhook.response.parse(expectOk(answer))).toMatchObject({
      event: 'test',
      state: 'failed',
      status: 500,
      answer: 'answer 500',
      nextTryAt: null,
    })
    expect(receiver.take()).toEqual(['test newest'])
    await post(new Date(Date.now() + 86_400_000))
    expect(receiver.take()).toEqual([])
  })

  it('is refused under the field that is wrong', async () => {
    for (const [body, field] of [
      [{ url: 'https://ada:secret@crm.example.com' }, 'url'],
      [{ url: 'http://crm.example.com' }, 'url'],
      [{ url: 'https://10.0.0.1/hook' }, 'url'],
      [{ url: 'https://[::1]:8443/hook' }, 'url'],
      [{ events: [] }, 'events'],
      [{ filters: [{ field: 'canBeHeard', op: 'eq', values: [true] }] }, 'filters'],
      [{ filters: [{ field: 'nothing', op: 'eq', values: ['a'] }] }, 'nothing'],
      [{ secret: 'mine' }, 'secret'],
    ] as const) {
      const given = { name: 'CRM', url: 'https://crm.example.com', events: allEvents, ...body }
      const answer = await test.admin.ask({ path: '/api/webhooks', body: given })
      expect([answer.status, errorsOf(answer)[0]?.field]).toEqual([400, field])
    }
    const user = await test.make.user({ claims: ['reporting.call.details'] })
    const { id } = await create()
    for (const path of [`/api/webhooks/${id}`, `/api/webhooks/${id}/deliveries`])
      expectError(await user.ask({ path }), 403, 'forbidden')
  })

  it('posts nothing into private networks', async () => {
    const webhook = await create()
    await test.sendCalls(ripe.key, [call('p1')])
    await post(undefined, [])
    expect((await deliveriesOf(webhook)).items).toMatchObject([
      { state: 'waiting', error: 'The webhook’s host has a private address.' },
    ])
  })
})

describe('a delivery', () => {
  it('is tried ten times within a day under one id, and with the call as it is then', async () => {
    const webhook = await create()
    receiver.answerWith = () => 404
    await test.sendCalls(ripe.key, [call('t1')])
    const moments: number[] = []
    await post()
    for (;;) {
      const [waiting] = (await deliveriesOf(webhook, '?state=waiting')).items.filter(
        ({ event }) => event === 'call.created',
      )
      if (waiting === undefined) break
      moments.push(Date.parse(waiting.nextTryAt ?? ''))
      if (moments.length === 2) await test.sendCalls(ripe.key, [call('t1', { agent: 'Wren' })])
      await post(new Date(moments.at(-1) ?? 0))
    }
    const last = moments.at(-1) ?? 0
    const pauses = moments.slice(1).map((ms, index) => Math.round((ms - (moments[index] ?? 0)) / 60_000))
    expect(pauses).toEqual([2, 5, 10, 30, 60, 120, 240, 480])
    const created = receiver.posts.filter(({ body }) => body.event === 'call.created')
    expect(created).toHaveLength(10)
    expect(new Set(created.map(({ headers }) => headers['x-callboard-delivery'])).size).toBe(1)
    expect(created.at(-1)?.body.call?.agent).toBe('Wren')
    const { items } = await deliveriesOf(webhook, '?state=failed')
    expect(items).toMatchObject([
      { event: 'call.created', tries: 10, status: 404, error: 'The webhook responded with 404.' },
    ])
    receiver.answerWith = () => 200
    receiver.take()
    const [failed] = items
    const path = `/api/webhooks/${webhook.id}/deliveries/${failed?.id}/send`
    expectOk(await test.admin.ask({ method: 'POST', path }))
    await post(new Date(last + 60_000))
    expect(receiver.take()).toEqual(['call.created t1', 'call.updated t1'])
    expect((await deliveriesOf(webhook)).items.map(({ state }) => state)).toEqual(['sent', 'sent'])
    expectOk(await test.admin.ask({ method: 'POST', path }))
    expectError(await test.admin.ask({ method: 'POST', path }), 409, 'conflict')
  })

  it('waits for the earlier ones of its call, and for those of no other', async () => {
    await create()
    receiver.answerWith = ({ body }) => (body.call?.externalCallId === 'o1' ? 503 : 200)
    await test.sendCalls(ripe.key, [call('o1')])
    await test.sendCalls(ripe.key, [call('o1', { agent: 'Wren' }), call('o2')])
    await post()
    expect(receiver.take().toSorted()).toEqual(['call.created o1', 'call.created o2'])
    receiver.answerWith = () => 200
    await post()
    expect(receiver.take()).toEqual([])
    await post(new Date(Date.now() + 120_000))
    expect(receiver.take()).toEqual(['call.created o1', 'call.updated o1'])
  })

  it('is held up by no other webhook whose host hangs, to which one process posts at a time', async () => {
    const hanging = await WebhookReceiver.open()
    hanging.answerWith = () => 'hang'
    await test.set('webhookHosts', `http://${receiver.host} http://${hanging.host}`)
    const behind = await create({ url: hanging.url })
    await create()
    const names = Array.from({ length: 60 }, (_, at) => `h${at}`)
    await test.sendCalls(
      ripe.key,
      names.map((name) => call(name)),
    )
    const senders = [new WebhookSender(test.runtime), new WebhookSender(test.runtime)]
    const poll = async () => await Promise.all(senders.map(async (sender) => await sender.poll()))
    await poll()
    await expect.poll(() => receiver.posts.length).toBe(60)
    await poll()
    expect(hanging.posts).toHaveLength(8)
    for (const sender of senders) await sender.close()
    expect(await get(behind)).toMatchObject({ waiting: 60 })
    expect(Date.parse((await get(behind)).waitingSince ?? '')).toBeLessThanOrEqual(Date.now())
  })

  it('is kept for a webhook that is paused, by hand or after a week without an answer', async () => {
    const webhook = await create()
    receiver.answerWith = () => 500
    const start = Date.now()
    for (let day = 0; day <= 9; day++) {
      await test.sendCalls(ripe.key, [call(`w${day}`)])
      await post(new Date(start + day * 86_400_000))
    }
    const paused = await get(webhook)
    expect(paused.isActive).toBe(false)
    expect(paused.pausedReason).toContain('responded with 500')
    await test.sendCalls(ripe.key, [call('meanwhile')])
    receiver.take()
    receiver.answerWith = () => 200
    await post(new Date(start + 10 * 86_400_000))
    expect(receiver.take()).toEqual([])
    const { revision } = paused
    const path = `/api/webhooks/${webhook.id}`
    const resumed = await test.admin.ask({ method: 'PUT', path, body: { isActive: true, revision } })
    expect(Webhook.parse(expectOk(resumed))).toMatchObject({ pausedReason: null, failingSince: null })
    await post(new Date(start + 10 * 86_400_000))
    const posted = receiver.take()
    expect(posted).toContain('call.created w8')
    expect(posted).not.toContain('call.created meanwhile')
  })

  it('says so when its call was deleted meanwhile, and is not sent again', async () => {
    const { key, id: customerId } = await test.make.sender()
    const webhook = await create({ customerId })
    await test.sendCalls(key, [call('d0')])
    await post()
    receiver.answerWith = () => 503
    await test.sendCalls(key, [call('d1')])
    await post()
    expect((await deliveriesOf(webhook)).items.map(({ isCallDeleted }) => isCallDeleted)).toEqual([
      false,
      false,
    ])
    await test.runtime.ingest.deleteOldCalls({
      customerId,
      before: new Date(),
      kept: async () => await Promise.resolve([]),
      record: async () => await Promise.resolve(),
    })
    await post(new Date(Date.now() + 120_000))
    const { items } = await deliveriesOf(webhook)
    expect(items).toMatchObject([
      { state: 'failed', status: null, isCallDeleted: true },
      { state: 'sent', isCallDeleted: true },
    ])
    for (const { id } of items) {
      const path = `/api/webhooks/${webhook.id}/deliveries/${id}/send`
      expectError(await test.admin.ask({ method: 'POST', path }), 409, 'conflict')
    }
    expect((await deliveriesOf(webhook, '?state=waiting')).items).toEqual([])
  })
  it('is listed while calls cannot be read, and sent again only once they can', async () => {
    const { key, id: customerId } = await test.make.sender()
    const webhook = await create({ customerId })
    await test.sendCalls(key, [call('u0')])
    await post()
    const { items: before, total } = await deliveriesOf(webhook)
    const [{ isCallDeleted, ...rest } = { isCallDeleted: undefined, id: '' }] = before
    expect(isCallDeleted).toBe(false)
    const failing = vi.spyOn(test.runtime.calls, 'query')
    try {
      failing.mockRejectedValue(new CallStoreError('unavailable'))
      expect(await deliveriesOf(webhook)).toEqual({ items: [rest], total })
      const again = {
        method: 'POST',
        path: `/api/webhooks/${webhook.id}/deliveries/${rest.id}/send`,
      } as const
      expectError(await test.admin.ask(again), 503, 'unavailable')
      failing.mockRejectedValue(new CallStoreError('query'))
      expectError(await test.admin.ask({ path: `/api/webhooks/${webhook.id}/deliveries` }), 500, 'internal')
    } finally {
      failing.mockRestore()
    }
    expect(await deliveriesOf(webhook)).toEqual({ items: before, total })
  })
})
