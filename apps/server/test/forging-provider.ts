import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

export type Claims = Record<string, unknown>

/** What the token endpoint answers next. */
export interface Forgery {
  claims: Claims
  /** `RS256` unless given. */
  alg?: 'RS256' | 'HS256' | 'none'
  /** Signs by a key that the provider does not publish. */
  isOtherKey?: boolean
  /** Changes the token after it was signed. */
  tamper?: (token: string) => string
}

export interface ForgingProvider {
  issuer: string
  setting: { id: string; name: string; issuer: string; clientId: string; clientSecret: string }
  /** What the token endpoint was sent last. */
  asked: () => URLSearchParams
  forge: (forgery: Forgery) => void
  /** Answers something of its own at a path, or nothing at all. */
  answerAt: (path: string, answer: ((response: ServerResponse) => void) | undefined) => void
  hits: (path: string) => number
  close: () => Promise<void>
}

const clientSecret = 'a secret between the two'

/** A provider that answers id tokens as a test shapes them. It announces every algorithm, even none. */
export async function startForgingProvider(id: string): Promise<ForgingProvider> {
  const [own, other] = [generateKeyPairSync('rsa', rsa), generateKeyPairSync('rsa', rsa)]
  const jwk = { ...own.publicKey.export({ format: 'jwk' }), kid: 'a', use: 'sig', alg: 'RS256' }
  const answers = new Map<string, (response: ServerResponse) => void>()
  const hits = new Map<string, number>()
  let asked = new URLSearchParams()
  let idToken = ''
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    hits.set(path, (hits.get(path) ?? 0) + 1)
    const answer = answers.get(path)
    if (answer !== undefined) {
      answer(response)
      return
    }
    if (path === '/.well-known/openid-configuration') sendJson(response, describe(issuer))
    else if (path === '/jwks') sendJson(response, { keys: [jwk] })
    else if (path === '/token') {
      void text(request).then((body) => {
        asked = new URLSearchParams(body)
        sendJson(response, { access_token: 'access', token_type: 'Bearer', id_token: idToken })
      })
    } else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the provider has no port')
  const issuer = `http://127.0.0.1:${address.port}`
  return {
    issuer,
    setting: { id, name: id, issuer, clientId: 'callboard', clientSecret },
    asked: () => asked,
    forge({ claims, alg = 'RS256', isOtherKey = false, tamper = (token) => token }) {
      const key = isOtherKey ? other.privateKey : own.privateKey
      idToken = tamper(signed(claims, { alg, key }))
    },
    answerAt(path, answer) {
      if (answer === undefined) answers.delete(path)
      else answers.set(path, answer)
    },
    hits: (path) => hits.get(path) ?? 0,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const rsa = { modulusLength: 2048 }

export function sendJson(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function describe(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
  }
}

function signed(claims: Claims, { alg, key }: { alg: string; key: KeyObject }): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const data = `${part({ alg, kid: 'a', typ: 'JWT' })}.${part(claims)}`
  if (alg === 'none') return `${data}.`
  const signature =
    alg === 'HS256'
      ? createHmac('sha256', clientSecret).update(data).digest()
      : sign('RSA-SHA256', Buffer.from(data), key)
  return `${data}.${signature.toString('base64url')}`
}
