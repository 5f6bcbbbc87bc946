import { Agent, request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

export interface Asked {
  path: string
  /** POST unless it says otherwise; without a body GET. */
  method?: 'PUT'
  body?: string | Uint8Array
  token?: string
  accept?: string
  contentType?: string
  /** Besides those that follow from the rest. */
  headers?: Record<string, string>
  /** Of the sound, as the header says it: `bytes=0-99`. */
  range?: string
}

/** A plain client on kept connections: `fetch` would cost more than some of the answers. */
export class Client {
  readonly port: number
  readonly #agent: Agent

  constructor(port: number, connections: number) {
    this.port = port
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  /** The answer while it comes in; throws when it is not a good one. */
  async open({
    path,
    method,
    body,
    token,
    accept,
    contentType,
    headers,
    range,
  }: Asked): Promise<IncomingMessage> {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sending = request(
        {
          host: '127.0.0.1',
          port: this.port,
          agent: this.#agent,
          method: method ?? (body === undefined ? 'GET' : 'POST'),
          path,
          headers: {
            accept: accept ?? 'application/json',
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...(range !== undefined && { range }),
            ...headers,
            ...(body !== undefined && {
              'content-type': contentType ?? 'application/json',
              'content-length': Buffer.byteLength(body),
            }),
          },
        },
        resolve,
      )
      sending.once('error', reject)
      sending.end(body)
    })
    const good = range === undefined ? [200, 201, 202, 204] : [206]
    if (!good.includes(answer.statusCode ?? 0)) {
      throw new Error(`${path} answered ${answer.statusCode}: ${(await text(answer)).slice(0, 500)}`)
    }
    return answer
  }

  /** Of an endpoint that answers nothing but that it was done. */
  async post(asked: Asked): Promise<void> {
    for await (const _ of await this.open(asked));
  }

  async ask(asked: Asked): Promise<unknown> {
    return JSON.parse(await text(await this.open(asked)))
  }

  async signIn(userName: string, password: string): Promise<string> {
    const answer = await this.ask({ path: '/api/auth/login', body: JSON.stringify({ userName, password }) })
    return z.object({ token: z.string() }).parse(answer).token
  }

  close(): void {
    this.#agent.destroy()
  }
}
