import { CallInput } from '@callboard/contract/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CallRailApi } from '#test/sources/callrail-api.ts'
import { apiRow, postedCall } from '#test/sources/callrail-calls.ts'
import { sourceContext } from '#test/sources/source-context.ts'
import type { FetchContext, SourceAdapter, SourceContext, SourceEvent } from '../adapter.ts'
import { callrailAdapter } from './callrail.ts'
import { eventOfWebhook } from './call-object.ts'

let api: CallRailApi
let adapter: SourceAdapter

beforeAll(async () => {
  api = await CallRailApi.open()
  adapter = callrailAdapter(api.url)
})

afterAll(async () => await api.close())

beforeEach(() => {
  api.rows = []
  api.failures = []
  api.asked.length = 0
})

const now = '2026-03-12T12:00:00.000Z'

function contextAt(at: string = now, settings: SourceContext['settings'] = {}): FetchContext {
  return {
    source: sourceContext({ settings: { accountId: api.account, ...settings } }),
    secrets: { apiKey: api.key },
    allowedAddresses: ['127.0.0.1'],
    signal: AbortSignal.timeout(60_000),
    nowMs: Date.parse(at),
  }
}

/** Pages until there is nothing more, as the portal reads them. */
async function fetchAll(context: FetchContext, cursor: unknown = null) {
  const events: SourceEvent[] = []
  for (;;) {
    const page = await adapter.fetch?.page(context, cursor)
    if (page === undefined) throw new Error('CallRail is fetched.')
    events.push(...page.events)
    cursor = JSON.parse(JSON.stringify(page.cursor))
    if (page.isDone) return { events, cursor }
  }
}

function callOf(events: readonly SourceEvent[]) {
  const { calls, problem } = adapter.callsOf?.(events, contextAt().source) ?? { calls: [] }
  expect(problem).toBeUndefined()
  const [call] = calls
  expect(CallInput.safeParse(call).error).toBeUndefined()
  return call
}

function rowAt(n: number, more: object = {}) {
  const at = new Date(Date.parse('2026-03-10T00:00:00Z') + n * 60_000).toISOString()
  return apiRow({ id: `CAL${n}`, start_time: at, ...more })
}

describe('calls are fetched', () => {
  it('page by page, each once, the oldest first, and then only those of the last day and newer', async () => {
    api.rows = Array.from({ length: 601 }, (_, n) => rowAt(n)).toReversed()
    const { events, cursor } = await fetchAll(contextAt())
    expect(events.map(({ callKey }) => callKey)).toEqual(Array.from({ length: 601 }, (_, n) => `CAL${n}`))
    expect(api.asked).toHaveLength(3)
    api.rows = [rowAt(0), rowAt(2 * 24 * 60), rowAt(3 * 24 * 60)]
    const later = await fetchAll(contextAt('2026-03-13T12:00:00.000Z'), cursor)
    expect(later.events.map(({ callKey }) => callKey)).toEqual(['CAL2880', 'CAL4320'])
  })

  it('since the day that the source names, else for 30 days, and never beyond what CallRail keeps', async () => {
    api.rows = [apiRow({ id: 'CALold', start_time: '2026-01-31T23:59:00-05:00' }), rowAt(0)]
    const keysSince = async (settings: SourceContext['settings'], at = now) =>
      (await fetchAll(contextAt(at, settings))).events.map(({ callKey }) => callKey)
    expect(await keysSince({ fetchSince: '2026-02-01' })).toEqual(['CALold', 'CAL0'])
    expect(await keysSince({ fetchSince: '2026-02-02' })).toEqual(['CAL0'])
    expect(await keysSince({})).toEqual(['CAL0'])
    expect(await keysSince({}, '2026-02-20T00:00:00.000Z')).toEqual(['CALold'])
    await keysSince({ fetchSince: '2001-01-01' })
    expect(api.asked.at(-1)?.searchParams.get('start_date')).toBe('2024-02-21T12:00')
  })

  it('again from the day that the source names when that is changed, or what was noted is not understood', async () => {
    api.rows = [apiRow({ id: 'CALold', start_time: '2026-02-10T12:00:00Z' }), rowAt(3 * 24 * 60 - 60)]
    const { cursor } = await fetchAll(contextAt('2026-03-12T23:30:00.000Z'))
    const keysFrom = async (from: unknown, settings: SourceContext['settings']) =>
      (await fetchAll(contextAt('2026-03-13T00:00:00.000Z', settings), from)).events.map(
        ({ callKey }) => callKey,
      )
    expect(await keysFrom(cursor, {})).toEqual(['CAL4260'])
    expect(await keysFrom(cursor, { fetchSince: '2026-02-01' })).toEqual(['CALold', 'CAL4260'])
    expect(await keysFrom({ offset: 7 }, { fetchSince: '2026-02-01' })).toEqual(['CALold', 'CAL4260'])
  })

  it('of one company alone where the source names it', async () => {
    api.rows = [rowAt(0, { company_id: 'COM1' }), rowAt(1, { company_id: 'COM2' })]
    const { events } = await fetchAll(contextAt(now, { companyId: 'COM2' }))
    expect(events.map(({ callKey }) => callKey)).toEqual(['CAL1'])
  })

  it('and are the calls that webhooks told of', async () => {
    api.rows = [apiRow({ tags: ['new patient'], value: 120, call_type: 'answered' })]
    const { events } = await fetchAll(contextAt())
    const webhook = eventOfWebhook(postedCall(), '2026-03-10T15:02:00.000Z')
    if (webhook === undefined) throw new Error('A webhook is about a call.')
    expect(events.map(({ callKey }) => callKey)).toEqual([webhook.callKey])
    const { tags, value, ...call } = callOf([webhook, ...events]) ?? {}
    const { tags: _tags, ...expected } = callOf([webhook]) ?? {}
    expect(call).toEqual(expected)
    expect({ tags, value }).toEqual({ tags: ['new patient'], value: '120' })
  })

  it('as the same events while nothing in them changed', async () => {
    api.rows = [rowAt(0)]
    const keys = async (at: string) => (await fetchAll(contextAt(at))).events.map(({ eventKey }) => eventKey)
    const first = await keys(now)
    expect(await keys('2026-03-12T12:15:00.000Z')).toEqual(first)
    api.rows = [rowAt(0, { note: 'called back' })]
    expect(await keys('2026-03-12T12:30:00.000Z')).not.toEqual(first)
  })
})

describe('a failure', () => {
  const page = async (context = contextAt()) => await adapter.fetch?.page(context, null)

  it.each([
    ['passes: too many requests', { status: 429 }, { isPassing: true, retryAfterSeconds: 900 }],
    [
      'passes: too many requests, with a time',
      { status: 429, headers: { 'retry-after': '120' } },
      { isPassing: true, retryAfterSeconds: 120 },
    ],
    ['passes: maintenance', { status: 503 }, { isPassing: true }],
    ['passes: an answer that is no JSON', { status: 200, body: '<html>' }, { isPassing: true }],
    ['passes: an answer that is no list', { status: 200, body: '{"users":[]}' }, { isPassing: true }],
    ['stays: a request that it does not understand', { status: 400 }, { isPassing: false }],
    ['stays: a date range that it refuses', { status: 422 }, { isPassing: false }],
    ['stays: no right to see the calls', { status: 403 }, { isPassing: false }],
  ])('%s', async (_, failure, expected) => {
    api.failures = [failure]
    await expect(page()).rejects.toMatchObject({ name: 'FetchFailed', ...expected })
    api.failures = [failure]
    await expect(page()).rejects.toThrow(/^CallRail .*\.$/)
  })

  it('stays: a key that was revoked, or an account that is none', async () => {
    const revoked = { ...contextAt(), secrets: { apiKey: 'another' } }
    await expect(page(revoked)).rejects.toMatchObject({ isPassing: false })
    await expect(page(revoked)).rejects.toThrow('revoked')
    await expect(page(contextAt(now, { accountId: '1' }))).rejects.toMatchObject({ isPassing: false })
  })

  it('goes on where it stopped', async () => {
    api.rows = Array.from({ length: 260 }, (_, n) => rowAt(n))
    const first = await page()
    api.failures = [{ status: 500 }]
    await expect(adapter.fetch?.page(contextAt(), first?.cursor)).rejects.toMatchObject({ isPassing: true })
    const second = await adapter.fetch?.page(contextAt('2026-03-12T13:00:00.000Z'), first?.cursor)
    expect(second?.events.map(({ callKey }) => callKey)).toEqual(
      Array.from({ length: 10 }, (_, n) => `CAL${n + 250}`),
    )
  })

  it('passes: nobody is there', async () => {
    const gone = callrailAdapter(new URL('http://127.0.0.1:9'))
    await expect(gone.fetch?.page(contextAt(), null)).rejects.toMatchObject({ isPassing: true })
  })

  it('is a private address that nobody allowed', async () => {
    await expect(page({ ...contextAt(), allowedAddresses: [] })).rejects.toMatchObject({
      name: 'FetchFailed',
    })
  })
})

describe('a recording', () => {
  it('of the account is asked for with its key, which answers with where it is', () => {
    const { source, secrets } = contextAt()
    const rulesOf = (path: string) => adapter.recordings?.rules(new URL(path, api.url), source, secrets)
    expect(rulesOf(`/v3/a/${api.account}/calls/CAL1/recording.json`)).toMatchObject({
      hosts: [api.url.origin, 'app.callrail.com', 'cdn.callrail.com', 'calltrk-production.s3.amazonaws.com'],
      tokens: new Map([[api.url.host, `Token token="${api.key}"`]]),
      isAddressInJson: true,
    })
    expect(rulesOf('/v3/a/1/calls/CAL1/recording.json')).toBeUndefined()
    expect(rulesOf('https://app.callrail.com/calls/1/recording/redirect?access_key=1')?.keys.size).toBe(0)
    expect(rulesOf('https://elsewhere.example.com/v3')).toBeUndefined()
  })
})

describe('a source', () => {
  it('is fetched when it has an account and a key', () => {
    const { source } = contextAt()
    expect(adapter.fetch?.isConfigured(source, { apiKey: 'x' })).toBe(true)
    expect(adapter.fetch?.isConfigured(source, {})).toBe(false)
    expect(adapter.fetch?.isConfigured({ ...source, settings: {} }, { apiKey: 'x' })).toBe(false)
    expect(adapter.fetch?.isConfigured({ ...source, settings: { accountId: '../b' } }, { apiKey: 'x' })).toBe(
      false,
    )
  })

  it('is tested by a request', async () => {
    const test = async (context = contextAt()) => await adapter.fetch?.test(context)
    expect(await test()).toBe('CallRail answers. There were no calls in the last days.')
    api.rows = [rowAt(0)]
    expect(await test()).toBe('CallRail answers, and lists calls of the last days.')
    await expect(test({ ...contextAt(), secrets: { apiKey: 'another' } })).rejects.toThrow('revoked')
  })
})
