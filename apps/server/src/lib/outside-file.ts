import type { IncomingMessage } from 'node:http'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'

/** Why a file cannot be had: a sentence for people. */
export class OutsideFileError extends Error {
  override readonly name = 'OutsideFileError'
  /** Asking again later may help. */
  readonly isPassing: boolean

  constructor(message: string, { isPassing = false, cause }: { isPassing?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isPassing = isPassing
  }
}

/** Where files may be fetched. */
export interface OutsideRules {
  /**
   * Hosts, as `recordings.example.com` or `*.example.com` for those below it, with a port unless it is the usual one. One
   * that begins with `http://` is asked without encryption, any other only by https.
   */
  hosts: readonly string[]
  /** Name and password, as `name:password`, by host as the address says it. */
  keys: ReadonlyMap<string, string>
  mostBytes: number
  /** How long a host may take to answer, and between two pieces. */
  answerMs?: number
  /** How long all of it may take. */
  wholeMs?: number
  /** Addresses of the own network that may be asked all the same: of a test's own server, and of nothing else. */
  allowedAddresses?: readonly string[]
}

const mostRedirects = 5

/**
 * The bytes of a file on another server. Only hosts that the rules name are asked, and none in the own network: each
 * address that a name stands for is looked at when the connection is made, and again after each redirect.
 *
 * @throws OutsideFileError, also while it is read
 */
export async function* readOutsideFile(url: string, rules: OutsideRules): AsyncGenerator<Uint8Array> {
  const { answerMs = 30_000, wholeMs = 600_000, mostBytes } = rules
  const stop = AbortSignal.timeout(wholeMs)
  try {
    const answer = await askThrough(new URL(url), { ...rules, answerMs, stop })
    let bytes = 0
    for await (const chunk of answer) {
      const piece = Buffer.from(chunk)
      bytes += piece.length
      if (bytes > mostBytes) throw tooLarge(mostBytes)
      yield piece
    }
  } catch (cause) {
    throw errorOf(cause, stop)
  }
}

type Asking = OutsideRules & { answerMs: number; stop: AbortSignal }

async function askThrough(first: URL, asking: Asking): Promise<IncomingMessage> {
  let url = first
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    requireAllowed(url, asking.hosts)
    const answer = await ask(url, asking)
    const { statusCode: status = 0, headers } = answer
    if (status >= 300 && status < 400 && headers.location !== undefined) {
      answer.destroy()
      if (!URL.canParse(headers.location, url.href))
        throw new OutsideFileError('It is redirected to nowhere.')
      url = new URL(headers.location, url)
      continue
    }
    if (status === 200) {
      if (Number(headers['content-length'] ?? 0) <= asking.mostBytes) return answer
      answer.destroy()
      throw tooLarge(asking.mostBytes)
    }
    answer.destroy()
    // A recording is often ready only some time after its call.
    const isPassing = [404, 408, 425, 429].includes(status) || status >= 500
    throw new OutsideFileError(`${url.hostname} answered ${status}.`, { isPassing })
  }
  throw new OutsideFileError(`It is redirected more than ${mostRedirects} times.`)
}

function requireAllowed({ protocol, host, username, password }: URL, hosts: readonly string[]): void {
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new OutsideFileError('Only addresses of https are fetched.')
  if (username !== '' || password !== '')
    throw new OutsideFileError('The address may not hold a name or a password.')
  const plain = hosts.filter((one) => one.startsWith('http://')).map((one) => one.slice('http://'.length))
  const named = protocol === 'http:' ? plain : [...hosts, ...plain]
  if (named.some((one) => isNamed(host, one.toLowerCase()))) return
  const isPlainOnly = protocol === 'http:' && hosts.some((one) => isNamed(host, one.toLowerCase()))
  throw new OutsideFileError(
    isPlainOnly ? `${host} is fetched only by https.` : `${host} is none of the hosts that are fetched from.`,
  )
}

function isNamed(host: string, named: string): boolean {
  return named.startsWith('*.') ? host.endsWith(named.slice(1)) : host === named
}

async function ask(
  url: URL,
  { keys, answerMs, stop, allowedAddresses = [] }: Asking,
): Promise<IncomingMessage> {
  const options = { allowIPAddressList: [...allowedAddresses], keepAlive: false }
  const auth = keys.get(url.host)
  return await new Promise((resolve, reject) => {
    const isSecure = url.protocol === 'https:'
    const request = (isSecure ? requestSecure : requestPlain)(url, {
      agent: isSecure ? new RequestFilteringHttpsAgent(options) : new RequestFilteringHttpAgent(options),
      headers: { accept: 'audio/*, */*;q=0.1', 'accept-encoding': 'identity' },
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
    request.end()
  })
}

function tooSlow(answerMs: number): Error {
  return new Error(`no answer within ${answerMs / 1000} s`)
}

function tooLarge(mostBytes: number): OutsideFileError {
  return new OutsideFileError(`It is larger than ${mostBytes >> 20} MB.`)
}

function errorOf(cause: unknown, stop: AbortSignal): unknown {
  if (cause instanceof OutsideFileError) return cause
  if (stop.aborted) return new OutsideFileError('It took too long.', { isPassing: true, cause })
  if (!(cause instanceof Error)) return cause
  if (cause.message.includes('is not allowed. Because'))
    return new OutsideFileError('Its host is in the portal’s own network.', { cause })
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
  if (code === 'ENOTFOUND') return new OutsideFileError('There is no such host.', { isPassing: true, cause })
  return new OutsideFileError(`It broke off: ${code ?? cause.message}.`, { isPassing: true, cause })
}
