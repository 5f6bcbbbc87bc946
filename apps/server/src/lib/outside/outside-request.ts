import { Agent as PlainAgent, type IncomingMessage, request as requestPlain } from 'node:http'
import { Agent as SecureAgent, request as requestSecure } from 'node:https'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'

/** Why nothing can be had from another server: a sentence for people. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError'
  /** Asking again later may help. */
  readonly isPassing: boolean

  constructor(message: string, { isPassing = false, cause }: { isPassing?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isPassing = isPassing
  }
}

/** Its host is in a private network, which nobody may ask. */
export class PrivateAddressError extends OutsideError {
  constructor(cause?: unknown) {
    super('Its host has a private address.', { cause })
  }
}

interface OutsideRequest {
  method?: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  /** HTTP Basic, as `name:password`. */
  auth?: string | undefined
  body?: Buffer
  /** How long the server may take to answer, and between two pieces. */
  answerMs: number
  stop: AbortSignal
  /** Addresses of private networks that may be asked all the same; `any` for whoever the operator vouches for. */
  ownNetwork: readonly string[] | 'any'
}

/**
 * Asks another server, and answers as soon as the head of its answer is there, whatever its status. No address of the own
 * network is asked but those that are named: each one that a name stands for is looked at when the connection is made.
 */
export async function requestOutside(
  url: URL,
  { method = 'GET', headers, auth, body, answerMs, stop, ownNetwork }: OutsideRequest,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:'
  return await new Promise((resolve, reject) => {
    const request = (isSecure ? requestSecure : requestPlain)(url, {
      method,
      agent: agentFor(isSecure, ownNetwork),
      headers: { ...headers, ...(body !== undefined && { 'content-length': body.length }) },
      timeout: answerMs,
      signal: stop,
      ...(auth !== undefined && { auth }),
    })
    request.on('error', reject)
    request.on('response', (answer) => {
      // What ends the request alone would be told of as a connection that broke off.
      request.prependListener('timeout', () => answer.destroy(tooSlow(answerMs)))
      resolve(answer)
    })
    request.on('timeout', () => request.destroy(tooSlow(answerMs)))
    request.end(body)
  })
}

function agentFor(isSecure: boolean, ownNetwork: readonly string[] | 'any') {
  if (ownNetwork === 'any') return isSecure ? new SecureAgent() : new PlainAgent()
  const options = { allowIPAddressList: [...ownNetwork], keepAlive: false }
  return isSecure ? new RequestFilteringHttpsAgent(options) : new RequestFilteringHttpAgent(options)
}

function tooSlow(answerMs: number): Error {
  return new Error(`no answer within ${answerMs / 1000} s`)
}

/** Whether a server that answers so may answer otherwise later. */
export function isPassingStatus(status: number): boolean {
  return [408, 425, 429].includes(status) || status >= 500
}

/** The bytes of an answer; throws an error that does not pass when there are more. */
export async function* limited(
  chunks: AsyncIterable<Uint8Array | string>,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    const piece = Buffer.from(chunk)
    bytes += piece.length
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    yield piece
  }
}

export function tooLarge(maxBytes: number): OutsideError {
  return new OutsideError(`It is larger than ${Math.round((maxBytes / 2 ** 20) * 10) / 10} MB.`)
}

/** What went wrong while another server was asked, for people. */
export function outsideErrorOf(cause: unknown, stop: AbortSignal): unknown {
  if (cause instanceof OutsideError) return cause
  if (stop.aborted) return new OutsideError('It took too long.', { isPassing: true, cause })
  if (!(cause instanceof Error)) return cause
  if (cause.message.includes('is not allowed. Because')) return new PrivateAddressError(cause)
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
  if (code === 'ENOTFOUND') return new OutsideError('There is no such host.', { isPassing: true, cause })
  return new OutsideError(`It broke off: ${code ?? cause.message}.`, { isPassing: true, cause })
}
