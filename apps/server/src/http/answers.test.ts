import { once } from 'node:events'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { login } from '@callboard/contract/auth'
import { liveEvents } from '@callboard/contract/events'
import { emptyGuid } from '@callboard/contract/scalars'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { afterFile } from '#test/after-file.ts'
import { endpoints, routeOf } from '#test/contract-endpoints.ts'
import { errorsOf } from '#test/expect-errors.ts'
import { listen } from '#test/listening.ts'
import { RawConnection } from '#test/raw-connection.ts'
import { type Answer, openPortal, type Portal } from '#test/portal.ts'

const page = `<!doctype html><script nonce="{{nonce}}">/* ${'of some length '.repeat(100)} */</script>`

let test: Portal
let url: string
let adminId: string

beforeAll(async () => {
  test = await openPortal({
    page,
    webFiles: { 'assets/app-1a2b.js': 'run()', 'notes.txt': 'a note', '.vite/manifest.json': '{}' },
    publicUrl: 'https://calls.example.com',
  })
  url = await listen(test.app)
  adminId = (await test.make.user({ isAdmin: true })).id
})

const closed = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
}

function expectClosed({ headers }: Pick<Answer, 'headers'>, what: string): void {
  const found = Object.fromEntries(Object.keys(closed).map((name) => [name, headers[name]]))
  expect(found, what).toEqual(closed)
}

async function askRaw(request: string) {
  return await (await RawConnection.open(url)).ask(request)
}

describe('a portal that is starting', () => {
  it('answers nothing but that, until it has started, and logs no error', async () => {
    let isStarting = true
    const logged: string[] = []
    const log = pino({ level: 'error' }, { write: (line) => logged.push(line) })
    const app = await buildApp({ ...test.runtime, log }, test.folder, { isStarting: () => isStarting })
    afterFile(async () => await app.close())
    for (const path of ['/', '/readyz', '/api/settings']) {
      const answer = await app.inject(path)
      expect([answer.statusCode, answer.headers['retry-after']], path).toEqual([503, '5'])
      expect(answer.json(), path).toMatchObject([{ code: 'unavailable' }])
    }
    expect(logged).toEqual([])
    isStarting = false
    expect((await app.inject('/readyz')).statusCode).toBe(200)
  })
})

describe('an answer in JSON', () => {
  const ask = async (accepted: string | undefined) => {
    const token = await test.make.session(adminId)
    const headers = {
      authorization: `Bearer ${token}`,
      ...(accepted !== undefined && { 'accept-encoding': accepted }),
    }
    return await test.app.inject({ url: '/api/user/me', headers })
  }
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, plain: (bytes: Buffer) => bytes }

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', undefined],
    [undefined, undefined],
  ] as const)('to a client that accepts %s is compressed by %s', async (accepted, encoding) => {
    const answer = await ask(accepted)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers['vary']).toBe('accept-encoding')
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
    const text = unpack[encoding ?? 'plain'](answer.rawPayload).toString()
    expect(text).toContain(adminId)
  })

  it('that fits into a packet is sent as it is', async () => {
    const answer = await test.app.inject({ url: '/api/nothing', headers: { 'accept-encoding': 'br' } })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-encoding']).toBeUndefined()
  })
})

describe('every answer is closed to caches, frames, sniffing and referrers', () => {
  it('of each route, with and without a session', async () => {
    const routes = endpoints.filter(({ path }) => path !== liveEvents.path)
    expect(routes.length).toBeGreaterThan(100)
    for (const endpoint of routes) {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, emptyGuid)
      for (const token of [undefined, await test.make.session(adminId)]) {
        const answer = await test.ask({
          method: endpoint.method,
          path,
          ...(endpoint.method === 'GET' ? {} : { body: {} }),
          ...(token === undefined ? {} : { token }),
        })
        expectClosed(answer, `${routeOf(endpoint)} ${answer.status}`)
      }
    }
  })

  it('of streams, downloads and the description of the API', async () => {
    const user = await test.make.user({ claims: ['reporting.call.details', 'reporting.view'] })
    const headers = { authorization: `Bearer ${user.token}` }
    const going = new AbortController()
    const events = await fetch(`${url}${liveEvents.path}`, { headers, signal: going.signal })
    expectClosed({ headers: Object.fromEntries(events.headers) }, 'events')
    expect(events.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    going.abort()
    const body = { from: '2026-03-01', to: '2026-04-01' }
    const path = '/api/reporting/calldetails'
    const file = await user.ask({ path, body, headers: { accept: 'text/csv' } })
    expect(file.status).toBe(200)
    expectClosed(file, 'a file')
    expectClosed(await test.ask({ path: '/api/openapi.json' }), 'openapi.json')
  })

  it.each([
    ['no HTTP', '\u0000\u0001\r\n\r\n', 400],
    ['large headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(50_000)}\r\n\r\n`, 431],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n', 400],
    ['no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['a path that cannot be read', 'GET /api/% HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
    ['nothing there', 'GET /api/nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
    ['no such asset', 'GET /assets/nothing.js HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
    ['another method', 'PUT /api/calls HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 405],
    [
      'a large body',
      `POST ${login.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000000\r\nConnection: close\r\n\r\n`,
      413,
    ],
    [
      'another type',
      `POST ${login.path} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx`,
      415,
    ],
    [
      'an expectation that nobody knows',
      `POST ${login.path} HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      400,
    ],
  ])('of an error: %s', async (what, request, status) => {
    const answer = await askRaw(request)
    expect([answer.status, errorsOf(answer).length > 0]).toEqual([status, true])
    expectClosed(answer, what)
  })

  it('of an old client too, which names no host', async () => {
    const answer = await askRaw('GET /healthz HTTP/1.0\r\n\r\n')
    expect(answer.status).toBe(200)
    expectClosed(answer, 'HTTP/1.0')
  })
})

describe('of the web app', () => {
  it('the page has one door, which gives it a nonce and forbids to frame it', async () => {
    for (const path of [
      '/',
      '/index.html',
      '/index.html?x',
      '/INDEX.HTML',
      '/notes.txt',
      '/.vite/manifest.json',
      '//index.html',
    ]) {
      const { status, headers, text } = await test.ask({ path })
      const policy = String(headers['content-security-policy'])
      const nonce = /'nonce-([\w+/=]+)'/.exec(policy)?.[1]
      expect([path, status, text]).toEqual([path, 200, page.replace('{{nonce}}', nonce ?? 'none')])
      expect(policy).toContain("frame-ancestors 'none'")
      expect([headers['cache-control'], headers['x-content-type-options']]).toEqual(['no-store', 'nosniff'])
    }
  })

  it('the page is compressed', async () => {
    const answer = await test.app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } })
    expect([answer.headers['content-encoding'], answer.headers['vary']]).toEqual(['br', 'accept-encoding'])
    expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('<!doctype html>')
    expect(answer.rawPayload.length).toBeLessThan(page.length / 5)
  })

  it('the files with a hash in their name are kept, and no other is served', async () => {
    const { status, headers, text } = await test.ask({ path: '/assets/app-1a2b.js' })
    expect([status, text]).toEqual([200, 'run()'])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expectClosed({ headers: { ...headers, 'cache-control': 'no-store' } }, 'an asset')
    for (const path of ['/assets/../index.html', '/assets/..%2findex.html', '/assets/', '/assets'])
      expect((await test.ask({ path })).text).not.toContain('{{nonce}}')
  })
})

it('an app that never listened leaves no timers behind, which would keep all that its routes hold', async () => {
  const app = await buildApp(test.runtime, test.folder)
  // Node's own end with this event, and ours.
  const ended = once(app.server, 'close')
  await app.close()
  expect(await ended).toEqual([])
})
