import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { parseJson } from '../json.ts'
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
  /** What stands in the header `Authorization` instead, by host. */
  tokens?: ReadonlyMap<string, string>
  /** Whether an answer in JSON names the address of the file, as its `url`. */
  isAddressInJson?: boolean
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
    if (status === 200 && asking.isAddressInJson === true && isJson(headers['content-type'])) {
      url = await addressIn(answer, url)
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

function isJson(contentType: string | undefined): boolean {
  return /^application\/(?:\w+\+)?json\b/i.test(contentType ?? '')
}

const NamedFile = z.object({ url: z.string() })
const maxAddressBytes = 64 << 10

async function addressIn(answer: IncomingMessage, { hostname, href }: URL): Promise<URL> {
  const chunks: Uint8Array[] = []
  for await (const chunk of limited(answer, maxAddressBytes)) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  const named = NamedFile.safeParse(jsonOf(text)).data?.url
  if (named === undefined || !URL.canParse(named, href))
    throw new OutsideError(`${hostname} did not say where the file is.`, { isPassing: true })
  return new URL(named, href)
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
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
  { keys, tokens, answerMs, stop, allowedAddresses = [] }: Asking,
): Promise<IncomingMessage> {
  return await requestOutside(url, {
    headers: {
      accept: 'audio/*, */*;q=0.1',
      'accept-encoding': 'identity',
      ...(tokens?.has(url.host) === true && { authorization: tokens.get(url.host) }),
    },
    auth: keys.get(url.host),
    answerMs,
    stop,
    ownNetwork: allowedAddresses,
  })
}
