import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { samplesIn } from '#test/sources/samples.ts'
import { z } from 'zod'
import { afterFile } from '#test/after-file.ts'
import { sourceContext } from '#test/sources/source-context.ts'
import { fail, TwilioApi } from '#test/sources/twilio-api.ts'
import { accountSid, authToken } from '#test/sources/twilio-callbacks.ts'
import { type FetchContext, FetchFailed, type SourceEvent } from '../adapter.ts'
import { isPartEvent, wholeOf } from '../event-text.ts'
import { compatible } from './compatible.ts'
import { twilio } from './twilio.ts'

let api: TwilioApi

beforeAll(async () => {
  api = await TwilioApi.start(accountSid)
  afterFile(() => api.close())
})

beforeEach(() => {
  api.calls = []
  api.recordings = []
  api.keys.clear()
  api.keys.set(accountSid, authToken)
  api.requests.splice(0)
  api.misbehaviour = undefined
})

const noon = Date.UTC(2026, 10, 20, 12)
const hourMs = 3_600_000

const adapter = compatible
const settingsOf = () => ({ accountSid, fetchSince: '2026-11-18', apiUrl: `${api.root}/2010-04-01` })

const contextAt = (nowMs: number, given: Partial<FetchContext> = {}): FetchContext => ({
  source: sourceContext({ settings: settingsOf() }),
  secrets: { authToken },
  allowedAddresses: ['127.0.0.1'],
  signal: AbortSignal.timeout(60_000),
  nowMs,
  ...given,
})

const mailDate = (ms: number) => new Date(ms).toUTCString().replace('GMT', '+0000')

function call(number: number, endMs: number, more: Record<string, unknown> = {}) {
  return {
    sid: `CA${String(number).padStart(32, '0')}`,
    account_sid: accountSid,
    parent_call_sid: null,
    status: 'completed',
    direction: 'inbound',
    from: '+12125550147',
    to: '+18005550100',
    start_time: mailDate(endMs - 60_000),
    end_time: mailDate(endMs),
    duration: '60',
    price: '-0.0085',
    price_unit: 'USD',
    subresource_uris: { recordings: '/x' },
    ...more,
  }
}

function recording(number: number, createdMs: number) {
  return {
    sid: `RE${String(number).padStart(32, '0')}`,
    call_sid: call(number, 0).sid,
    status: 'completed',
    channels: 1,
    date_created: mailDate(createdMs),
  }
}

/** Pages until nothing more is there for now. */
async function run(cursor: unknown, nowMs: number, since?: string) {
  const settings = { ...settingsOf(), ...(since !== undefined && { fetchSince: since }) }
  const given = { source: sourceContext({ settings }) }
  const events: SourceEvent[] = []
  let at: unknown = cursor
  for (let pages = 0; pages < 100; pages += 1) {
    // As it is kept: JSON.
    const page = await adapter.fetch?.page(contextAt(nowMs, given), structuredClone(at))
    events.push(...(page?.events ?? []))
    at = JSON.parse(JSON.stringify(page?.cursor))
    if (page?.isDone === true) return { events, cursor: at }
  }
  throw new Error('it has no end')
}

const keysOf = (events: readonly SourceEvent[]) => new Set(events.map(({ callKey }) => callKey))

const failureOf = async (cursor: unknown = null, given: Partial<FetchContext> = {}): Promise<FetchFailed> => {
  const page = adapter.fetch?.page(contextAt(noon, given), cursor)
  const error: unknown = await page?.catch((thrown: unknown) => thrown)
  if (!(error instanceof FetchFailed)) throw new Error('no failure', { cause: error })
  return error
}

describe('fetching', () => {
  it('brings all calls since the day, each page by page, with their recordings', async () => {
    api.calls = Array.from({ length: 1200 }, (_, number) => call(number, noon - number * 180_000))
    api.recordings = [recording(0, noon - 60_000), recording(1000, noon - 1000 * 180_000)]
    const { events } = await run(null, noon)
    expect(keysOf(events).size).toBe(1200)
    expect(events.filter(({ eventKey }) => eventKey.startsWith('RE'))).toHaveLength(2)
    const first = events.find(({ callKey }) => callKey === call(0, 0).sid)
    expect(first?.body).not.toHaveProperty('subresource_uris')
    expect(api.requests.map(({ auth }) => auth)).toEqual(
      api.requests.map(() => `Basic ${btoa(`${accountSid}:${authToken}`)}`),
    )
  })

  it('does not bring what was before', async () => {
    api.calls = [call(1, Date.UTC(2026, 10, 17, 22)), call(2, Date.UTC(2026, 10, 18, 1))]
    expect(keysOf((await run(null, noon)).events)).toEqual(new Set([call(2, 0).sid]))
  })

  it('goes on where it stopped, and finds calls that ended late', async () => {
    api.calls = [call(1, noon - hourMs)]
    const before = await run(null, noon)
    const late = call(2, noon + 60_000, { start_time: mailDate(noon - 3 * hourMs) })
    api.calls = [...api.calls, late, call(3, noon + 120_000)]
    api.requests.splice(0)
    const { events } = await run(before.cursor, noon + 300_000)
    expect(keysOf(events)).toEqual(new Set([call(1, 0).sid, late.sid, call(3, 0).sid]))
    expect(api.requests).toHaveLength(2)
  })

  it('is the same the second time: an event keeps its key until something of it changes', async () => {
    api.calls = [call(1, noon - 60_000, { price: null })]
    const first = await run(null, noon)
    const again = await run(first.cursor, noon + 300_000)
    expect(again.events).toEqual(first.events)
    api.calls = [call(1, noon - 60_000)]
    const priced = await run(again.cursor, noon + 600_000)
    expect(priced.events[0]?.eventKey).not.toBe(first.events[0]?.eventKey)
    expect(priced.events[0]?.callKey).toBe(first.events[0]?.callKey)
  })

  it('puts a leg to the call that dialled it', async () => {
    const parent = call(1, noon - 60_000)
    const leg = call(2, noon - 60_000, { parent_call_sid: parent.sid })
    api.calls = [parent, leg]
    const { events } = await run(null, noon)
    expect(keysOf(events.filter((event) => !isPartEvent(event)))).toEqual(new Set([parent.sid]))
    // Its recording would be told of by its own id.
    expect(wholeOf(events.filter(({ callKey }) => callKey === leg.sid))).toBe(parent.sid)
  })

  it('catches up with the days in which it did not run', async () => {
    const before = await run(null, noon)
    const later = noon + 72 * hourMs
    api.calls = Array.from({ length: 72 }, (_, number) => call(number, noon + number * hourMs + 1000))
    const { events, cursor } = await run(before.cursor, later)
    expect(keysOf(events).size).toBe(72)
    expect(cursor).toMatchObject({ from: new Date(later).toISOString(), until: null, list: 'calls' })
  })

  it('can be tried', async () => {
    const provider = new URL(api.root).host
    expect(await adapter.fetch?.test(contextAt(noon))).toBe(
      `${provider} answers. The account has no calls yet.`,
    )
    api.calls = [call(1, noon)]
    expect(await adapter.fetch?.test(contextAt(noon))).toBe(
      `${provider} answers, and lists calls of the account.`,
    )
  })

  it.each([
    ['no day', { accountSid }, { authToken }],
    ['no date', { accountSid, fetchSince: 'yesterday' }, { authToken }],
    ['no account', { fetchSince: '2026-11-20' }, { authToken }],
    ['an account that is a path', { accountSid: '../AC1', fetchSince: '2026-11-20' }, { authToken }],
    ['no key', { accountSid, fetchSince: '2026-11-20' }, {}],
  ])('needs to be set up: %s is not enough', (_, settings, secrets) => {
    const isConfigured = (given: typeof settings, keys: typeof secrets) =>
      twilio.fetch?.isConfigured(sourceContext({ settings: { ...given } }), { ...keys })
    expect(isConfigured(settings, secrets)).toBe(false)
    expect(isConfigured({ accountSid, fetchSince: '2026-11-20' }, { authToken })).toBe(true)
  })
})

describe('what goes wrong', () => {
  it('passes when there were too many requests, at the earliest when the provider says', async () => {
    api.misbehaviour = (_url, response) => {
      response.setHeader('retry-after', '17')
      fail(response, 429, { code: 20429, message: 'Too Many Requests' })
      return true
    }
    const failure = await failureOf()
    expect(failure).toMatchObject({ isPassing: true, retryAfterSeconds: 17 })
    expect(failure.message).toMatch(/asks for fewer requests \(429\)/)
  })

  it.each([
    [401, false, /does not accept the key of this source \(401\)/],
    [403, false, /does not accept the key of this source \(403\)/],
    [404, false, /has no such account \(404\)/],
    [400, false, /answered 400/],
    [302, false, /answered 302/],
    [500, true, /answered 500/],
    [503, true, /answered 503/],
  ])('%i passes: %s', async (status, isPassing, words) => {
    api.misbehaviour = (_url, response) => {
      response.setHeader('location', `${api.root}/elsewhere`)
      fail(response, status, { code: 1, message: 'no' })
      return true
    }
    const failure = await failureOf()
    expect(failure).toMatchObject({ isPassing })
    expect(failure.message).toMatch(words)
    expect(api.requests).toHaveLength(1)
  })

  it.each([
    ['no JSON', '<html>', /did not answer with JSON/],
    ['another JSON', '{"calls":[{"sid":5}]}', /answered something else than a list/],
    ['a cut answer', undefined, /cannot be reached. It broke off/],
  ])('passes: %s', async (_, body, words) => {
    api.misbehaviour = (_url, response) => {
      response.writeHead(200, { 'content-length': body?.length ?? 100 })
      if (body === undefined) response.write('{', () => response.destroy())
      else response.end(body)
      return true
    }
    const failure = await failureOf()
    expect(failure.isPassing).toBe(true)
    expect(failure.message).toMatch(words)
  })

  it('a key that was revoked meanwhile is told, and nothing is left out when there is another', async () => {
    api.calls = Array.from({ length: 700 }, (_, number) => call(number, noon - number * 1000))
    const first = await adapter.fetch?.page(contextAt(noon), null)
    const { cursor } = await run(null, noon)
    expect(first?.isDone).toBe(false)
    api.keys.clear()
    expect(await failureOf(cursor)).toMatchObject({ isPassing: false })
    api.keys.set(accountSid, authToken)
    expect(keysOf((await run(cursor, noon + 300_000)).events).size).toBe(700)
  })

  it('a page whose token is not good any more is read again from the beginning of its day', async () => {
    api.calls = Array.from({ length: 1100 }, (_, number) => call(number, noon - number * 1000))
    let pages = 0
    api.misbehaviour = (url) => {
      if (url.searchParams.has('PageToken') && ++pages === 1) api.forgetPages()
      return false
    }
    expect(keysOf((await run(null, noon)).events).size).toBe(1100)
  })

  it('does not begin a day again without end', async () => {
    api.calls = Array.from({ length: 1100 }, (_, number) => call(number, noon - number * 1000))
    api.misbehaviour = () => {
      api.forgetPages()
      return false
    }
    const running = run(null, noon)
    await expect(running).rejects.toThrow('loses its place in the list again and again')
    await expect(running).rejects.toMatchObject({ isPassing: true })
  })

  it.each([
    `https://evil.example.com/2010-04-01/Accounts/${accountSid}/Calls.json`,
    '//evil.example.com/Calls.json',
    '/2010-04-01/Accounts/AC99999999999999999999999999999999/Calls.json',
    '/2010-04-01/Accounts/../../elsewhere',
  ])('the key goes to no next page that is elsewhere: %s', async (next) => {
    api.misbehaviour = (_url, response) => {
      response.end(JSON.stringify({ calls: [], next_page_uri: next }))
      return true
    }
    const { cursor } = (await adapter.fetch?.page(contextAt(noon), null)) ?? {}
    const failure = await failureOf(cursor)
    expect(failure.message).toMatch(/names a next page that is not of this account/)
    expect(failure.isPassing).toBe(false)
  })

  it('nothing of private networks is asked', async () => {
    const failure = await failureOf(null, { allowedAddresses: [] })
    expect(failure.message).toMatch(/cannot be reached. Its host has a private address/)
    expect(failure.isPassing).toBe(false)
    expect(api.requests).toEqual([])
  })
})

const Rows = z.array(z.looseObject({ sid: z.string() })).default([])
const samples = samplesIn('twilio/')

samples.describe('the published lists', () => {
  it('are two calls, and no recording: it is encrypted', async () => {
    const text = samples.read('twilio_oai_call_recording_examples.json').toString()
    const lists = z.record(z.string(), z.record(z.string(), z.looseObject({ calls: Rows, recordings: Rows })))
    const examples = lists.parse(JSON.parse(text))
    const listed = (name: string) => examples[`/2010-04-01/Accounts/{AccountSid}/${name}.json`] ?? {}
    api.calls = listed('Calls')['readFullPage1']?.calls ?? []
    api.recordings = listed('Recordings')['readFull']?.recordings ?? []
    const { events } = await run(null, Date.parse('2019-10-19T00:00:00Z'), '2019-10-18')
    const calls = [...Map.groupBy(events, ({ callKey }) => callKey).values()].flatMap(
      (ofCall) => twilio.callsOf?.(ofCall, sourceContext({ settings: { accountSid } })).calls ?? [],
    )
    expect(calls).toMatchObject([
      {
        externalCallId: 'CAdeadbeefdeadbeefdeadbeefdeadbeef',
        direction: 'outbound',
        callerNumber: '+13051416799',
        targetNumber: '+13051913581',
        status: 'voicemail',
        answeredBy: 'machine',
        startedAt: '2019-10-18T17:02:00.000Z',
        endedAt: '2019-10-18T17:03:00.000Z',
        forwardedFrom: 'calledvia1',
        cost: '0.2',
        currency: 'USD',
      },
      {
        externalCallId: 'CAdeadbeefdeadbeefdeadbeefdeadbeee',
        direction: 'inbound',
        callerNumber: '+13051416798',
        trackingNumber: '+13051913580',
        status: 'answered',
        answeredBy: 'person',
        startedAt: '2019-10-18T16:02:00.000Z',
        answeredAt: '2019-10-18T16:02:57.000Z',
        endedAt: '2019-10-18T16:03:00.000Z',
        cost: '0.1',
        currency: 'JPY',
      },
    ])
    expect(calls.every(({ recordingUrl }) => recordingUrl === undefined)).toBe(true)
  })
})
