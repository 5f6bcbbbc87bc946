import { promisify } from 'node:util'
import { login } from '@callboard/contract/auth'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '#test/expect-errors.ts'
import { listen } from '#test/listening.ts'
import { logTo } from '#test/log-lines.ts'
import { RawConnection } from '#test/raw-connection.ts'
import { openPortal } from '#test/portal.ts'
import { forThisMachine } from '#test/time-limits.ts'

let url: string
let connections: () => Promise<number>
let logged = ''

beforeAll(async () => {
  const timeouts = {
    headersMs: forThisMachine(400),
    windowMs: forThisMachine(700),
    minBytes: 1000,
    everyMs: 50,
  }
  const test = await openPortal({ http: { timeouts }, log: logTo('error', (line) => (logged += line)) })
  url = await listen(test.app)
  const { server } = test.app
  connections = promisify(server.getConnections.bind(server))
})

const post = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
const drop = { text: 'x', pauseMs: 50 }

async function drip(start: string, dripped: { text: string; pauseMs: number }) {
  return await (await RawConnection.open(url)).drip(start, dripped)
}

describe('a client', () => {
  // At once, as they wait for the portal to lose its timeouts.
  it.concurrent.each([
    ['drips its headers', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX: '],
    ['drips its body', post(login.path, 100_000)],
    [
      'drips its body in chunks',
      post(login.path, 0).replace('Content-Length: 0', 'Transfer-Encoding: chunked'),
    ],
  ])('that %s is answered that it is too slow, and let go', async (what, start) => {
    const chunk = { text: '1\r\nx\r\n', pauseMs: 50 }
    expectError(await drip(start, what.endsWith('chunks') ? chunk : drop), 408, 'requestTimeout')
  })

  it.concurrent('that sends nothing is let go without an answer, which it might take for one to what it sends next', async () => {
    const { status, text } = await (await RawConnection.open(url)).ask('')
    expect({ status, text }).toEqual({ status: NaN, text: '' })
  })

  it.concurrent('that drips after its answer is let go too', async () => {
    expectError(await drip(post('/api/reporting/runreport', 100_000), drop), 401, 'unauthenticated')
  })

  it('that leaves half a body behind is no error of the portal', async () => {
    await drip(post(login.path, 100_000), drop)
    await expect.poll(async () => await connections()).toBe(0)
    expect(logged).toBe('')
  })

  it('on a slow line gets through, for however long its body takes', async () => {
    const text = ' '.repeat(5000)
    const body = `{"userName":"x","password":"wrong"}`
    const connection = await RawConnection.open(url)
    const pieces = 15
    const start = post(login.path, body.length + pieces * text.length).replace(
      '\r\n\r\n',
      '\r\nConnection: close\r\n\r\n',
    )
    const answer = await connection.askSlowly(
      [start, ...Array.from({ length: pieces }, () => text), body],
      100,
    )
    expectError(answer, 400, 'invalidCredentials')
  })
})
