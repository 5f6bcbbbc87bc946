import { dashboardReports } from '@callboard/contract/reports'
import { emptyGuid } from '@callboard/contract/scalars'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectError, errorsOf } from '#test/expect-errors.ts'
import { listen } from '#test/listening.ts'
import { RawConnection } from '#test/raw-connection.ts'
import { openPortal, type Portal } from '#test/portal.ts'

const page = '<!doctype html><title>Callboard</title>'

let test: Portal

beforeAll(async () => {
  test = await openPortal({ page })
})

describe('a path', () => {
  it.each([
    '/api/calls/%E0%A4%A',
    '/api/%',
    '/api/calls/%00',
    '/api/calls/..%2f..%2fetc%2fpasswd',
    '/api/docs/assets/..%2f..%2fpackage.json',
    '/api/docs/assets/../../package.json',
    '/api/docs/assets/package.json',
    '/api/docs/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%2f..%2f..%2fetc%2fpasswd',
    '/assets/nothing.js',
    '/api',
    '/api/',
    '/api/nothing',
    '/api/calls/x/y',
    '/api/calls/not-an-id',
    `/api/calls/${'a'.repeat(600)}`,
    `/api/calls/${'a'.repeat(8000)}`,
    `/api/calls/${emptyGuid};x`,
    `/api/calls/{${emptyGuid}}`,
    `/api/reporting/__proto__/${emptyGuid}`,
    `/api/reporting/constructor/${emptyGuid}`,
    `/api/reporting/nothing/${emptyGuid}`,
    '/api/reporting/source/x',
    '/api/user/me;x',
  ])('that is none is refused: %s', async (path) => {
    const answer = await test.admin.ask({ path })
    expect(errorsOf(answer)).toHaveLength(1)
    expect([400, 404]).toContain(answer.status)
  })

  it.each([
    '/',
    '/reports',
    '/app/searchresults/%E2%82%AC',
    '/%ff',
    '/app/searchresults/%E0%A4%A',
    '//api/user/me',
    '/API/user/me',
    '/api/../etc/passwd',
  ])('outside the API is the page of the web app and no file of the machine: %s', async (path) => {
    const answer = await test.admin.ask({ path })
    expect([answer.status, answer.text]).toEqual([200, page])
  })

  it('is answered with what it does take, for any other method', async () => {
    const takes = { '/api/user/me': 'GET, HEAD', '/api/reporting/runreport': 'POST', '/api/calls': 'POST' }
    for (const [path, allow] of Object.entries(takes)) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const) {
        if (allow.split(', ').includes(method)) continue
        for (const body of [undefined, '{', 'x'.repeat(2_000_000)]) {
          const answer = await test.ask({ method, path, ...(body === undefined ? {} : { body }) })
          expectError(answer, 405, 'methodNotAllowed')
          expect(answer.headers['allow']).toBe(allow)
        }
      }
    }
    expectError(await test.ask({ method: 'OPTIONS', path: '/api/nothing' }), 404, 'notFound')
  })

  it('answers HEAD as GET without the body', async () => {
    const get = await test.admin.ask({ path: '/api/user/me' })
    const head = await test.admin.ask({ method: 'HEAD', path: '/api/user/me' })
    expect([head.status, head.text]).toEqual([get.status, ''])
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
    for (const [path, status] of [
      ['/api/user/me', 401],
      ['/api/nothing', 404],
      ['/api/calls', 405],
    ] as const) {
      const answer = await test.ask({ method: 'HEAD', path })
      expect([answer.status, answer.text]).toEqual([status, ''])
      expect(answer.headers['x-request-id']).toBeDefined()
    }
  })
})

describe('an answer', () => {
  const run = async (body: object, accept: string) =>
    await test.admin.ask({ path: '/api/reporting/runreport', body, headers: { accept } })

  it('in a type that cannot be had is refused before anything is run', async () => {
    const reportId = dashboardReports.summary
    for (const accept of [
      'image/png',
      'application/zip',
      'text/csv;q=0',
      ',;;q=,x',
      'application/jsonp',
      '*',
    ]) {
      for (const body of [{ reportId }, { nope: 1 }]) {
        expectError(await run(body, accept), 406, 'notAcceptable')
      }
    }
    for (const accept of ['*/*', '', 'application/*', 'text/html, */*;q=0.1', 'APPLICATION/JSON']) {
      expect((await run({ reportId }, accept)).status).toBe(200)
    }
  })

  it('has a request id of its own, whatever the client calls it', async () => {
    const headers = { 'x-request-id': 'mine', 'request-id': 'mine' }
    const ids = new Set<unknown>()
    for (let asked = 0; asked < 50; asked++) {
      for (const path of ['/healthz', '/api/nothing', '/api/user/me', '/', '/api/%']) {
        ids.add((await test.ask({ path, headers })).headers['x-request-id'])
      }
    }
    expect(ids.size).toBe(250)
    expect(ids).not.toContain('mine')
  })

  it('is not kept by any cache nor read as another type, however its path is written', async () => {
    for (const path of ['/api/user/me', '/%61pi/user/me', '/api/settings', '/api/nothing', '/api/user/me/']) {
      const { headers } = await test.admin.ask({ path })
      expect([headers['cache-control'], headers['x-content-type-options']]).toEqual(['no-store', 'nosniff'])
    }
  })

  it('is a list of faults also for what is no HTTP', async () => {
    const url = await listen(test.app)
    const refused = [
      'GET / HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n',
      '\u0000\u0001\r\n\r\n',
      'NONSENSE / HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /\u0000 HTTP/1.1\r\nHost: x\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
    ]
    for (const request of refused) {
      const answer = await (await RawConnection.open(url)).ask(request)
      expect([answer.status, errorsOf(answer).length]).toEqual([400, 1])
    }
  })
})
