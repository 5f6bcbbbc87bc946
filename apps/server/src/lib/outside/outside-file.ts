import type { IncomingMessage } from 'node:http'
import {
  isPassingStatus,
  limited,
  OutsideError,
  outsideErrorOf,
  requestOutside,
  tooLarge,
} from './outside-request.ts'

/** Where files may be fetched. */
export interface OutsideRules {
  /**
   * Hosts, as `recordings.example.com` or `*.example.com` for those below it, with a port unless it is the usual one. One
   * that begins with `http://` is asked without encryption, any other only by https.
   */
  hosts: readonly string[]
  /** Name and password, as `name:password`, by host as the address says it. */
  keys: ReadonlyMap<string, string>
  maxBytes: number
  /** How long a host may take to answer, and between two pieces. */
  answerMs?: number
  /** How long all of it may take. */
  wholeMs?: number
  /** Addresses of private networks that may be asked all the same: of a test's own server, and of nothing else. */
  allowedAddresses?: readonly string[]
}

const maxRedirects = 5

/**
 * The bytes of a file on another server. Only hosts that the rules name are asked, and none in private networks: each
 * address that a name stands for is looked at when the connection is made, and again after each redirect.
 *
 * @throws OutsideError, also while it is read
 */
export async function* readOutsideFile(url: string, rules: OutsideRules): AsyncGenerator<Uint8Array> {
  const { answerMs = 30_000, wholeMs = 600_000, maxBytes } = rules
  const stop = AbortSignal.timeout(wholeMs)
  try {
    const answer = await askThrough(new URL(url), { ...rules, answerMs, stop })
    yield* limited(answer, maxBytes)
  } catch (cause) {
    throw outsideErrorOf(cause, stop)
  }
}

type Asking = OutsideRules & { answerMs: number; stop: AbortSignal }

async function askThrough(first: URL, asking: Asking): Promise<IncomingMessage> {
  let url = first
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    requireAllowed(url, asking.hosts)
    const answer = await ask(url, asking)
    const { statusCode: status = 0, headers } = answer
    if (status >= 300 && status < 400 && headers.location !== undefined) {
      answer.destroy()
      if (!URL.canParse(headers.location, url.href)) throw new OutsideError('It is redirected to nowhere.')
      url = new URL(headers.location, url)
      continue
    }
    if (status === 200) {
      if (Number(headers['content-length'] ?? 0) <= asking.maxBytes) return answer
      answer.destroy()
      throw tooLarge(asking.maxBytes)
    }
    answer.destroy()
    // A recording is often ready only some time after its call.
    const isPassing = status === 404 || isPassingStatus(status)
    throw new OutsideError(`${url.hostname} answered ${status}.`, { isPassing })
  }
  throw new OutsideError(`It is redirected more than ${maxRedirects} times.`)
}

function requireAllowed({ protocol, host, username, password }: URL, hosts: readonly string[]): void {
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new OutsideError('Only addresses of https are fetched.')
  if (username !== '' || password !== '')
    throw new OutsideError('The address must not contain a user name or password.')
  const plain = hosts.filter((one) => one.startsWith('http://')).map((one) => one.slice('http://'.length))
  const named = protocol === 'http:' ? plain : [...hosts, ...plain]
  if (named.some((one) => isNamed(host, one.toLowerCase()))) return
  const isPlainOnly = protocol === 'http:' && hosts.some((one) => isNamed(host, one.toLowerCase()))
  throw new OutsideError(
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
  return await requestOutside(url, {
    headers: { accept: 'audio/*, */*;q=0.1', 'accept-encoding': 'identity' },
    auth: keys.get(url.host),
    answerMs,
    stop,
    ownNetwork: allowedAddresses,
  })
}
