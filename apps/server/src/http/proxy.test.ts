import { createServer, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { login } from '@callboard/contract/auth'
import { Session } from '@callboard/contract/users'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildApp } from '#server/app.ts'
import { StartError } from '#server/lib/files/data-dir.ts'
import { readTls } from '#server/lib/outside/tls-files.ts'
import type { TrustedProxies } from '#server/lib/outside/trusted-proxies.ts'
import { afterFile } from '#test/after-file.ts'
import { listen, serve } from '#test/listening.ts'
import { openPortal, type Portal } from '#test/portal.ts'

const password = 'correct horse 9 battery'
const wrong = 'another horse 9 battery'

let test: Portal

beforeAll(async () => {
  test = await openPortal()
})

/** A portal that trusts these proxies, behind one that says from whom it got a request. Returns the address of the proxy. */
async function behindProxy(trustProxy: TrustedProxies | undefined): Promise<string> {
  const app = await buildApp(test.runtime, test.folder, { trustProxy })
  const { port } = new URL(await listen(app))
  const proxy = createServer((incoming, outgoing) => {
    const { from = '192.0.2.1', 'x-forwarded-for': said, ...headers } = incoming.headers
    const forwarded = said === undefined ? from : `${String(said)}, ${from}`
    const forward = request(
      {
        port,
        method: incoming.method,
        path: incoming.url,
        headers: { ...headers, 'x-forwarded-for': forwarded },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    incoming.pipe(forward)
  })
  afterFile(async () => await app.close())
  return `http://${await serve(proxy)}`
}

/** A sign-in of a client at that address, who says that it comes from elsewhere. */
async function signIn(
  url: string,
  {
    userName,
    tried = password,
    from,
    said,
  }: { userName: string; tried?: string; from: string; said?: string },
): Promise<Response> {
  return await fetch(url + login.path, {
    method: 'POST',
    body: JSON.stringify({ userName, password: tried }),
    headers: {
      'content-type': 'application/json',
      from,
      ...(said === undefined ? {} : { 'x-forwarded-for': said }),
    },
  })
}

const OpenSessions = z.array(z.object({ address: z.string().nullable(), isCurrent: z.boolean() }))

/** From where a session began, as its user is told. */
async function addressOf(answer: Response): Promise<string | null | undefined> {
  const { token } = Session.parse(await answer.json())
  const sessions = await test.ask({ path: '/api/user/me/sessions', token })
  return OpenSessions.parse(sessions.json()).find(({ isCurrent }) => isCurrent)?.address
}

describe('behind a proxy', () => {
  it.each([
    ['its address', ['127.0.0.1']],
    ['its network', ['10.0.0.0/8', '127.0.0.0/8']],
    ['one proxy', 1],
  ])(
    'that is trusted by %s the client is whom the proxy names, whatever it says itself',
    async (_how, trusted) => {
      const url = await behindProxy(trusted)
      const { userName } = await test.make.user({ password })
      expect(await addressOf(await signIn(url, { userName, from: '192.0.2.7' }))).toBe('192.0.2.7')
      const lying = await signIn(url, { userName, from: '192.0.2.8', said: '198.51.100.1' })
      expect(await addressOf(lying)).toBe('192.0.2.8')
    },
  )

  it('that is not trusted, or another one is, the client is the proxy', async () => {
    for (const trusted of [undefined, ['10.0.0.0/8']]) {
      const url = await behindProxy(trusted)
      const { userName } = await test.make.user({ password })
      expect(await addressOf(await signIn(url, { userName, from: '192.0.2.7' }))).toBe('127.0.0.1')
    }
  })

  it('a guesser is limited by the own address, and nobody else is', async () => {
    const url = await behindProxy(1)
    const { userName } = await test.make.user({ password })
    const guesser = '192.0.2.20'
    for (let failures = 0; failures < 20; failures++)
      await signIn(url, {
        userName: `guess-${failures}`,
        tried: wrong,
        from: guesser,
        said: `198.51.100.${failures}`,
      })
    expect((await signIn(url, { userName, from: guesser })).status).toBe(429)
    expect((await signIn(url, { userName, from: '192.0.2.21' })).status).toBe(200)
  })
})

const fixture = (name: string) => join(import.meta.dirname, '../../test/fixtures', name)

describe('with a certificate of its own', () => {
  it('the portal speaks HTTPS', async () => {
    const tls = readTls({ certPath: fixture('tls-cert.pem'), keyPath: fixture('tls-key.pem') })
    const app = await buildApp(test.runtime, test.folder, { tls })
    afterFile(async () => await app.close())
    const url = (await listen(app)).replace('http:', 'https:')
    const status = await new Promise((resolve, reject) => {
      const ca = readFileSync(fixture('tls-cert.pem'))
      secureRequest(`${url}/healthz`, { ca }, ({ statusCode }) => resolve(statusCode))
        .once('error', reject)
        .end()
    })
    expect(status).toBe(200)
  })

  it.each([
    ['tls-cert.pem', 'tls-other-key.pem', /^TLS_KEY .* is not the key of TLS_CERT /],
    ['tls-key.pem', 'tls-key.pem', /^TLS_CERT .* holds no certificate/],
    ['tls-cert.pem', 'tls-cert.pem', /^TLS_KEY .* holds no private key/],
    ['nothing.pem', 'tls-key.pem', /^TLS_CERT .* cannot be read/],
  ])('from %s and %s it does not start, in one sentence', (cert, key, sentence) => {
    const read = () => readTls({ certPath: fixture(cert), keyPath: fixture(key) })
    expect(read).toThrow(StartError)
    expect(read).toThrow(sentence)
  })
})
