import type { FastifyInstance } from 'fastify'

export interface Answer {
  status: number
  headers: Record<string, unknown>
  text: string
  bytes: Buffer
  /** The body as JSON; a test reads what it expects. */
  json(): unknown
}

export interface AskedRequest {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS'
  path: string
  /** A text and bytes go out as they are, anything else as JSON. */
  body?: unknown
  token?: string
  headers?: Record<string, string>
  /** Where the request comes from. */
  address?: string
}

/** For a portal other than that of `openPortal`, on the same stores. */
export async function askApp(app: FastifyInstance, asked: AskedRequest): Promise<Answer> {
  const { method = asked.body === undefined ? 'GET' : 'POST', path, body, token, headers, address } = asked
  const response = await app.inject({
    method,
    url: path,
    ...(address === undefined ? {} : { remoteAddress: address }),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined
      ? {}
      : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    bytes: response.rawPayload,
    json: () => response.json(),
  }
}
