import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { Alert, listWebhookTries } from '@callboard/contract/alerts'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { checkAlerts } from './check-alerts.ts'
import { WebhookPoster } from './webhook-poster.ts'
import { serve } from '#test/listening.ts'
import { changesOf } from '#test/changes-of.ts'
import { errorsOf, expectError, expectOk } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { openPortal, type Person, type Portal } from '#test/portal.ts'

interface Posted {
  headers: Record<string, string | string[] | undefined>
  body: string
}

let test: Portal
let admin: Person
let ada: Person
let ben: Person
let key: string
let host: string
let posted: Posted[] = []
let answerWith = { status: 200, body: 'ok', location: '' }

const noon = Date.parse('2026-03-10T12:00:00Z')
const at = (minutes: number) => new Date(noon + minutes * 60_000)

beforeAll(async () => {
  const server = createServer((request, answer) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      posted.push({ headers: request.headers, body })
      const { status, location } = answerWith
      answer.writeHead(status, location === '' ? {} : { location }).end(answerWith.body)
    })
  })
  host = await serve(server)
  const stopped = ['alertChecker', 'webhookPoster'] as const
  test = await openPortal({ allowedAddresses: ['127.0.0.1'], stopped })
  admin = await test.make.user({ isAdmin: true, email: 'admin@example.com' })
  const { id: customerId, ...sender } = await test.make.sender()
  key = sender.key
  const claims = ['reporting.view', 'reporting.save', 'reporting.call.details'] as const
  ada = await test.make.user({ claims, customerId, email: 'ada@example.com' })
  ben = await test.make.user({ claims, customerId, email: 'ben@example.com' })
  await allow(`http://hooks.test:${host.split(':')[1]} http://${host} *.example.com`)
})

/** Tries what may be tried by then, and waits for the answers. */
async function post(now = new Date(), allowedAddresses = test.runtime.allowedAddresses): Promise<void> {
  const poster = new WebhookPoster({ ...test.runtime, allowedAddresses })
  await poster.poll(now)
  await poster.idle()
  await poster.close()
}

async function allow(value: string): Promise<void> {
  const { token } = admin
  const answer = await test.ask({ path: '/api/settings/search', body: { keyword: 'webhookHosts' }, token })
  const { items } = z
    .object({ items: z.array(z.object({ id: z.string(), key: z.string() })) })
    .parse(answer.json())
  const path = `/api/settings/${items.find((one) => one.key === 'webhookHosts')?.id}`
  expectOk(await test.ask({ method: 'PUT', path, body: { value }, token }))
}

const condition = (location: string) => ({
  measure: 'missed',
  filters: [{ field: 'location', op: 'eq', values: [location] }],
  window: { lastMinutes: 60 },
  op: 'gt',
  value: 0,
})

async function create(location: string, url = `http://${host}/hook?key=abc`, form = 'json') {
  const body = {
    name: location,
    condition: condition(location),
    recipients: [ada.id, ben.id],
    webhook: { url, form },
  }
  return await ada.ask({ path: '/api/alerts', body })
}

async function begin(location: string, url?: string, form?: string): Promise<Alert> {
  const alert = Alert.parse((await create(location, url, form)).json())
  const { db } = test.runtime
  await db
    .updateTable('alert')
    .set({ next_check_at: at(-600) })
    .where('id', '=', alert.id)
    .execute()
  await test.sendCalls(key, [buildCall({ status: 'missed', location, startedAt: at(-5).toISOString() })])
  await checkAlerts(test.runtime, at(0))
  return alert
}

async function triesOf({ id }: Alert, { token } = ada) {
  const answer = await test.ask({ path: `/api/alerts/${id}/webhook/tries`, token })
  return listWebhookTries.response.parse(expectOk(answer)).items
}

it('posts what begins and ends once each, signed, as chat systems take it', async () => {
  const alert = await begin('north')
  await checkAlerts(test.runtime, at(2))
  await post()
  await post()
  const [first, ...none] = posted
  expect(none).toEqual([])
  const { text, ...fields } = z
    .object({ text: z.string(), event: z.string(), figure: z.number(), link: z.string() })
    .parse(JSON.parse(first?.body ?? ''))
  expect(text.split('\n')).toEqual([
    'Alert: north: Missed 1 (over 0)',
    'Missed in the last 60 minutes: 1, as of Mar 10, 2026, 08:00:00, America/New York time',
    'Only where Location is north',
    fields.link,
  ])
  expect(fields).toMatchObject({ event: 'began', figure: 1 })
  const stamp = String(first?.headers['x-callboard-timestamp'])
  const signature = createHmac('sha256', alert.webhookSecret ?? '')
    .update(`${stamp}.${first?.body}`)
    .digest('hex')
  expect(first?.headers['x-callboard-signature']).toBe(`sha256=${signature}`)
  await checkAlerts(test.runtime, at(80))
  await post()
  expect(posted.map(({ body }) => z.object({ event: z.string() }).parse(JSON.parse(body)).event)).toEqual([
    'began',
    'ended',
  ])
  expect(await triesOf(alert)).toMatchObject([
    { event: 'ended', status: 200, answer: 'ok', error: null, state: 'sent' },
    { event: 'began' },
  ])
})

/** What Microsoft Teams takes. */
const Card = z.object({
  type: z.literal('message'),
  attachments: z.tuple([
    z.object({
      contentType: z.literal('application/vnd.microsoft.card.adaptive'),
      content: z.object({
        type: z.literal('AdaptiveCard'),
        actions: z.array(z.object({ type: z.literal('Action.OpenUrl'), title: z.string(), url: z.string() })),
      }),
    }),
  ]),
})

it('posts to chat systems what they read and nothing else', async () => {
  posted = []
  const text = await begin('<!here>', undefined, 'text')
  await begin('teams', undefined, 'teams')
  await post()
  const bodies = posted.map(({ body }): unknown => JSON.parse(body))
  const texts = bodies.flatMap((body) => z.strictObject({ text: z.string() }).safeParse(body).data ?? [])
  const cards = bodies.flatMap((body) => Card.safeParse(body).data ?? [])
  expect(texts.map((one) => one.text)).toEqual([
    expect.stringMatching(/^Alert: ‹!here›: Missed 1 \(over 0\)\nMissed .*\nOnly .*\nhttp:.*calldetails/),
  ])
  const [action] = cards.flatMap(({ attachments }) => attachments.flatMap(({ content }) => content.actions))
  expect(action?.title).toBe('Show the calls')
  expect(action?.url).toContain('calldetails')
  const got = await ada.ask({ path: `/api/alerts/${text.id}` })
  expect(Alert.parse(got.json()).webhook).toEqual({ host, form: 'text' })
})

it('tells its secret once, and its address to nobody', async () => {
  const created = Alert.parse((await create('south')).json())
  expect(created.webhookSecret).toMatch(/^[\w-]{43}$/)
  const got = await ada.ask({ path: `/api/alerts/${created.id}` })
  expect(Alert.parse(got.json())).toMatchObject({ webhook: { host } })
  const texts = [got.text, JSON.stringify(await changesOf(test, created.id))]
  for (const text of texts) {
    expect(text).not.toContain('key=abc')
    expect(text).not.toContain(created.webhookSecret)
  }
  const other = await test.make.user({ claims: ['reporting.view'] })
  // Nor is what it answered for whoever is only told by mail.
  for (const { token } of [other, ben]) {
    const path = `/api/alerts/${created.id}/webhook/tries`
    expectError(await test.ask({ path, token }), 404, 'notFound')
  }
})

it('tries again with growing pauses, ten times within a day, and has each try on record', async () => {
  answerWith = { status: 503, body: 'x'.repeat(2000), location: '' }
  posted = []
  const alert = await begin('east')
  const start = Date.now()
  const moments: number[] = []
  for (let minute = 0; minute <= 24 * 60; minute++) {
    const before = posted.length
    // What waits for no longer is asked for, not each of the minutes of a day.
    if (await isDue(start + minute * 60_000)) await post(new Date(start + minute * 60_000))
    if (posted.length > before) moments.push(minute)
  }
  expect(moments).toHaveLength(10)
  const pauses = moments.slice(1).map((minute, index) => minute - (moments[index] ?? 0))
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
  const tries = await triesOf(alert)
  expect(tries).toHaveLength(10)
  expect(tries[0]).toMatchObject({ status: 503, error: 'The webhook responded with 503.', state: 'failed' })
  expect(tries[0]?.answer).toHaveLength(500)
  answerWith = { status: 200, body: 'ok', location: '' }
})

async function isDue(time: number): Promise<boolean> {
  const row = await test.runtime.db
    .selectFrom('alert_post')
    .where('state', '=', 'waiting')
    .where('not_before', '<=', new Date(time))
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

it('follows nobody elsewhere, and posts nothing into private networks', async () => {
  answerWith = { status: 302, body: '', location: `http://${host}/else` }
  posted = []
  const moved = await begin('west')
  await post()
  const inside = await begin('cellar')
  await post(undefined, [])
  expect(posted).toHaveLength(1)
  expect(await triesOf(moved)).toMatchObject([{ status: 302, state: 'failed' }])
  expect(await triesOf(inside)).toMatchObject([
    { status: null, error: 'The webhook’s host has a private address.', state: 'failed' },
  ])
  answerWith = { status: 200, body: 'ok', location: '' }
})

it('posts to others, and evaluates, while a host hangs, which gets two posts at a time of all processes together', async () => {
  posted = []
  const hanging = await openHangingHost()
  await allow(`http://${host} ${hanging.url}`)
  for (const location of ['h1', 'h2', 'h3', 'h4']) await begin(location, `${hanging.url}/hook`)
  const posters = [new WebhookPoster(test.runtime), new WebhookPoster(test.runtime)]
  const poll = async () => await Promise.all(posters.map(async (poster) => await poster.poll()))
  await poll()
  const quick = await begin('quick')
  await poll()
  await expect.poll(async () => (await triesOf(quick)).map(({ status }) => status)).toEqual([200])
  expect(hanging.count()).toBe(2)
  for (const poster of posters) await poster.close()
  expect(posted).toHaveLength(1)
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM alert_post_try
    WHERE error = 'The portal stopped while sending this.'`.execute(test.runtime.db)
  expect(rows).toEqual([{ count: 2 }])
})

async function openHangingHost() {
  let asked = 0
  const url = `http://${await serve(createServer(() => void asked++))}`
  return { url, count: () => asked }
}

it.each([
  [
    'https://hooks.elsewhere.test/x',
    'hooks.elsewhere.test is not an allowed webhook host. Ask an administrator to add it in the settings.',
  ],
  [
    'http://hooks.example.com/x',
    'hooks.example.com is not an allowed webhook host. Ask an administrator to add it in the settings.',
  ],
  ['https://ada:secret@hooks.example.com/x', 'The address must not contain a user name or password.'],
  ['ftp://hooks.example.com/x', 'Use an address that starts with https://.'],
])('is not posted to %s', async (url, description) => {
  const answer = await create('attic', url)
  expect([answer.status, errorsOf(answer).map((error) => [error.field, error.description])]).toEqual([
    400,
    [['webhook.url', description]],
  ])
})
