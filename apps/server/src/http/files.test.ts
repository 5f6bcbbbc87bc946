import { setImmediate as oneTurn } from 'node:timers/promises'
import { callDetails, callFields } from '@callboard/contract/calls'
import { standardReports } from '@callboard/contract/reports'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CallStoreError, type CallStore, type StreamRequest } from '#server/db/calls/call-store.ts'
import { change, systemActor } from '#server/db/records/change.ts'
import { csvRows } from '#test/csv-rows.ts'
import { expectError, errorsOf } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { listen } from '#test/listening.ts'
import { openPortal, type Person, type Portal } from '#test/portal.ts'
import { RecordedStore } from '#test/http/recorded-store.ts'

/** What happens to the rows of a stream on their way. */
type Disturb = (rows: AsyncIterable<Uint8Array>, read: StreamRequest) => AsyncIterable<Uint8Array>

class DisturbedStore extends RecordedStore {
  disturb: Disturb | undefined

  override stream(read: StreamRequest): AsyncIterable<Uint8Array> {
    const rows = super.stream(read)
    return this.disturb?.(rows, read) ?? rows
  }
}

let test: Portal
let url: string
let store: DisturbedStore
let admin: Person

beforeAll(async () => {
  test = await openPortal({
    wrapCalls(calls: CallStore) {
      store = new DisturbedStore(calls)
      return store
    },
  })
  url = await listen(test.app)
  admin = await test.make.user({ isAdmin: true, timeZone: 'UTC' })
  const calls = [30, 10, 20].map((duration, at) =>
    buildCall({
      duration,
      externalCallId: `call ${at}`,
      source: `source ${at}`,
      callerNumber: `+1212555010${at}`,
    }),
  )
  await test.customerWith(calls)
})

afterEach(() => {
  store.disturb = undefined
})

const period = { from: '2026-03-01', to: '2026-04-01' }
const csv = { accept: 'text/csv' }
const details = { path: callDetails.path, body: period, headers: csv }

/** A request over a real connection. */
async function download(
  body: object,
  signal?: AbortSignal,
  { path = callDetails.path, accept = csv.accept }: { path?: string; accept?: string } = {},
): Promise<Response> {
  return await fetch(`${url}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { accept, 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
    ...(signal === undefined ? {} : { signal }),
  })
}

const typeOf = { JSONCompactEachRow: 'application/pdf', CSV: csv.accept } as const

const line = Buffer.from(`${'x'.repeat(1000)}\r\n`)

/** Rows without end, and what became of them. */
function endlessRows() {
  const rows: { sent: number; isClosed: boolean; signal?: AbortSignal | undefined } = {
    sent: 0,
    isClosed: false,
  }
  store.disturb = async function* (_rows, read) {
    rows.signal = read.signal
    try {
      for (;;) {
        rows.sent++
        yield line
        await new Promise((resolve) => setImmediate(resolve))
      }
    } finally {
      rows.isClosed = true
    }
  }
  return rows
}

/** Fails before its first row. */
function failing(error: Error): AsyncIterable<Uint8Array> {
  const next = async () => {
    throw error
  }
  return { [Symbol.asyncIterator]: () => ({ next }) }
}

describe('a file', () => {
  it('says its type, its name, and that it is to be kept by nobody on the way', async () => {
    const { status, headers } = await admin.ask(details)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="Calls 2026-03-01 to 2026-03-31.csv"; filename*=UTF-8''Calls%202026-03-01%20to%202026-03-31.csv`,
    })
    expect(headers['x-request-id']).toBeDefined()
  })

  it.each([
    ['Übersicht', 'Ubersicht', '%C3%9Cbersicht'],
    ['通話', '', '%E9%80%9A%E8%A9%B1'],
    [`Joe's "best" (50%)*`, 'Joes best 50', 'Joe%27s%20%22best%22%20%2850%25%29%2A'],
    ['a\r\nSet-Cookie: x=1', 'aSet-Cookie x1', 'a%0D%0ASet-Cookie%3A%20x%3D1'],
    ['../../etc/passwd', '....etcpasswd', '..%2F..%2Fetc%2Fpasswd'],
    ['emoji 😀', 'emoji ', 'emoji%20%F0%9F%98%80'],
  ])('of a report named %j has a name that every client can read', async (name, plain, encoded) => {
    const reportId = await test.make.report({ name })
    const body = { reportId, parameters: { dateRange: period } }
    const answer = await download(body, undefined, { path: '/api/reporting/runreport' })
    expect([answer.status, await answer.text()]).toEqual([200, 'Calls\r\n3\r\n'])
    const rest = ' 2026-03-01 to 2026-03-31.csv'
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="${plain}${rest}"; filename*=UTF-8''${encoded}${encodeURIComponent(rest)}`,
    )
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  it('of JSON has a name, too, unless a page of it is asked for', async () => {
    const reportId = await test.make.report({ name: 'Übersicht' })
    const asked = { reportId, parameters: { dateRange: period } }
    const run = async (body: object) => await admin.ask({ path: '/api/reporting/runreport', body })
    const { headers } = await run(asked)
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      'application/json; charset=utf-8',
      `attachment; filename="Ubersicht 2026-03-01 to 2026-03-31.json"; filename*=UTF-8''%C3%9Cbersicht%202026-03-01%20to%202026-03-31.json`,
    ])
    const page = await run({ ...asked, page: { number: 1, size: 10 } })
    expect(page.headers['content-disposition']).toBeUndefined()
  })

  it('has the columns and the order that were asked for', async () => {
    const ask = async (body: object) =>
      csvRows((await admin.ask({ ...details, body: { ...period, ...body } })).text)
    const columns = ['externalCallId', 'duration']
    expect(await ask({ columns, sort: 'duration', desc: false })).toEqual([
      ['External id', 'Duration (seconds)'],
      ['call 1', '10'],
      ['call 2', '20'],
      ['call 0', '30'],
    ])
    const descending = await ask({ columns, sort: 'duration' })
    expect(descending.map(([id]) => id)).toEqual(['External id', 'call 0', 'call 2', 'call 1'])
    const all = callFields.filter((name) => name !== 'audibleRecordingId')
    const [header, ...rows] = await ask({ columns: all })
    expect(header).toEqual(expect.arrayContaining(['Customer code', 'Customer name', 'Location name']))
    expect(rows.map((row) => row.length)).toEqual([1, 2, 3].map(() => header?.length))
    for (const column of all) expect(await ask({ columns: [column] })).toHaveLength(4)
  })

  it('asks for the names of the codes in it, not of all there are', async () => {
    for (const code of ['L1', 'L2', 'L3'])
      await test.make.entity({ type: 'location', code, name: `Name of ${code}` })
    const key = await test.make.apiKey((await test.make.customer({ code: 'acme', name: 'Acme Inc.' })).id)
    await test.sendCalls(key, [buildCall({ location: 'L2', startedAt: '2026-05-02T12:00:00.000Z' })])
    store.reads.length = 0
    const body = { from: '2026-05-01', to: '2026-06-01', columns: ['customerName', 'location'] }
    const { text } = await admin.ask({ ...details, body })
    expect(csvRows(text)[1]).toEqual(['acme', 'Acme Inc.', 'L2', 'Name of L2'])
    const bound = JSON.stringify(store.reads.map(({ params }) => params))
    expect(bound.match(/Name of L\d/g)).toEqual(['Name of L2'])
  })

  it('without a row is its header', async () => {
    const body = { ...period, keyword: 'nothing', columns: ['source'] }
    expect((await admin.ask({ ...details, body })).text).toBe('Source\r\n')
  })

  it('of columns that there are not is refused', async () => {
    const run = async (definition: object) =>
      await admin.ask({ path: '/api/reporting/runreport', body: { definition }, headers: csv })
    expectError(await run({ columns: [] }), 400, 'invalid')
    expectError(await run({ columns: ['source', 'nope'] }), 400, 'unknownReportField')
    expectError(await admin.ask({ ...details, body: { ...period, columns: [] } }), 400, 'invalid')
  })

  it('is not made in a type that its report is not allowed to be had as', async () => {
    const reportId = await test.make.report()
    const { db } = test.runtime.postgres
    await change(db, systemActor, async (transaction) =>
      transaction.updateTable('report').set({ export_types: [] }).where('id', '=', reportId).execute(),
    )
    const ask = async (headers: Record<string, string>) =>
      await admin.ask({ path: '/api/reporting/runreport', body: { reportId }, headers })
    expectError(await ask(csv), 406, 'exportNotAllowed')
    expect((await ask({})).status).toBe(200)
  })
})

describe('a file that fails', () => {
  const failures = [
    [new CallStoreError('timeout'), 503, 'queryTimeout'],
    [new CallStoreError('memory'), 503, 'queryTooLarge'],
    [new CallStoreError('unavailable'), 503, 'unavailable'],
    [new CallStoreError('full'), 507, 'storageFull'],
    [new CallStoreError('query'), 500, 'internal'],
    [new Error('SELECT * FROM calls: a secret of the engine'), 500, 'internal'],
  ] as const

  it.each(failures)('before its first row is an ordinary fault: %s', async (error, status, code) => {
    store.disturb = () => failing(error)
    const answer = await admin.ask(details)
    expectError(answer, status, code)
    expect(answer.headers['content-disposition']).toBeUndefined()
    expect(answer.headers['retry-after'] === undefined).toBe(status !== 503)
    expect(answer.text).not.toContain('secret')
    const request = { path: '/api/reporting/runreport', body: { reportId: standardReports.callDetails } }
    expectError(await admin.ask({ ...request, headers: csv }), status, code)
  })

  it.each(failures)('later breaks the transfer, and never ends as if it were whole: %s', async (failure) => {
    for (const before of [1, 3000]) {
      const arrived = Promise.withResolvers<void>()
      store.disturb = async function* () {
        for (let sent = 0; sent < before; sent++) yield line
        await arrived.promise
        throw failure
      }
      const answer = await download(period)
      expect(answer.status).toBe(200)
      arrived.resolve()
      await expect(answer.text()).rejects.toThrow('terminated')
    }
  })

  it('has a portal go on that answers others', async () => {
    expect((await admin.ask(details)).status).toBe(200)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })
})

describe('a client that goes away', () => {
  it('ends the query of its file', async () => {
    const rows = endlessRows()
    const leaving = new AbortController()
    const answer = await download(period, leaving.signal)
    const reader = answer.body?.getReader()
    for (let chunks = 0; chunks < 3; chunks++) await reader?.read()
    expect(rows).toMatchObject({ isClosed: false })
    leaving.abort()
    await expect.poll(() => rows.isClosed && rows.signal?.aborted).toBe(true)
  })

  it.each(['JSONCompactEachRow', 'CSV'] as const)(
    'once all rows are read (%s) keeps none of them from being cleared',
    async (format) => {
      const leaving = new AbortController()
      store.disturb = async function* (rows, read) {
        yield* rows
        leaving.abort()
        await expect.poll(() => read.signal?.aborted).toBe(true)
      }
      const { snapshots } = test.runtime
      const isHeld = async () => snapshots.oldestNeeded(Infinity) < (await snapshots.published())
      const key = await test.make.apiKey((await test.make.customer()).id)
      const asking = download(period, leaving.signal, { accept: typeOf[format] })
      await expect(asking.then(async (answer) => await answer.text())).rejects.toThrow('abort')
      await test.sendCalls(key, [buildCall({ startedAt: '2026-06-01T12:00:00.000Z' })])
      await expect.poll(isHeld).toBe(false)
    },
  )

  it('that reads nothing holds the query back instead of filling the memory', async () => {
    const rows = endlessRows()
    const leaving = new AbortController()
    await download(period, leaving.signal)
    // Once held back it has sent nothing more when this process has had many turns.
    let sent = 0
    for (let stillTurns = 0; stillTurns < 200; stillTurns++) {
      await oneTurn()
      if (rows.sent > sent) stillTurns = 0
      sent = rows.sent
    }
    expect(rows.sent * line.length).toBeLessThan(32 * 2 ** 20)
    leaving.abort()
    await expect.poll(() => rows.isClosed).toBe(true)
  })

  it('ends the query of a list', async () => {
    const leaving = new AbortController()
    const asked = Promise.withResolvers<void>()
    const wait = Promise.withResolvers<void>()
    const lines = store.lines.bind(store)
    store.lines = async (read) => {
      if (read.sql.includes('FROM calls')) {
        asked.resolve()
        await wait.promise
      }
      return await lines(read)
    }
    const body = JSON.stringify({ ...period, columns: ['source'] })
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` }
    const asking = fetch(`${url}${callDetails.path}`, {
      method: 'POST',
      body,
      headers,
      signal: leaving.signal,
    })
    await asked.promise
    store.reads.length = 0
    leaving.abort()
    await expect(asking).rejects.toThrow('abort')
    wait.resolve()
    await expect.poll(() => store.reads.some((read) => read.signal?.aborted === true)).toBe(true)
    store.lines = lines
  })
})

it('a fault of the portal’s own is told without a word of it', async () => {
  const lines = store.lines.bind(store)
  store.lines = async () =>
    Promise.reject(new Error(`SELECT secret FROM calls at ${import.meta.filename}:1:1`))
  const answer = await admin.ask({ path: callDetails.path, body: period })
  store.lines = lines
  expect(errorsOf(answer)).toEqual([
    { code: 'internal', description: 'Something went wrong. The request id helps to find out what.' },
  ])
})
