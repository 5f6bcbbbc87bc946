import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { parseJson } from '../../lib/json.ts'
import {
  isPassingStatus,
  limited,
  OutsideError,
  outsideErrorOf,
  requestOutside,
} from '../../lib/outside/outside-request.ts'
import { FetchFailed, type FetchContext } from './adapter.ts'

const answerMs = 30_000
const wholeMs = 120_000
const maxBytes = 32 << 20

interface Asked {
  /** As sentences call the provider. */
  readonly provider: string
  /** HTTP Basic, as `name:password`. */
  readonly auth?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What the provider answered instead of what was asked for. */
export class ProviderRefused extends FetchFailed {
  readonly status: number

  constructor(message: string, answer: { status: number; isPassing: boolean; retryAfterSeconds?: number }) {
    super(message, answer)
    this.status = answer.status
  }
}

/** Asks the API of a provider for JSON, without following it elsewhere. Throws `FetchFailed`. */
export async function askProvider(
  url: URL,
  { provider, auth, headers = {} }: Asked,
  { signal, allowedAddresses, nowMs }: FetchContext,
): Promise<unknown> {
  const stop = AbortSignal.any([signal, AbortSignal.timeout(wholeMs)])
  try {
    const answer = await requestOutside(url, {
      headers: { accept: 'application/json', 'accept-encoding': 'identity', ...headers },
      auth,
      answerMs,
      stop,
      ownNetwork: allowedAddresses,
    })
    if (answer.statusCode !== 200) {
      answer.destroy()
      throw refusal(answer, { provider, nowMs })
    }
    return readJson(await buffer(Readable.from(limited(answer, maxBytes))), provider)
  } catch (cause) {
    if (cause instanceof FetchFailed) throw cause
    const error = outsideErrorOf(cause, stop)
    if (!(error instanceof OutsideError)) throw error
    const { message, isPassing } = error
    throw new FetchFailed(`${provider} cannot be reached. ${message}`, { isPassing, cause })
  }
}

function readJson(body: Buffer, provider: string): unknown {
  try {
    return parseJson(body.toString())
  } catch (cause) {
    throw new FetchFailed(`${provider} did not answer with JSON.`, { isPassing: true, cause })
  }
}

function refusal(
  { statusCode: status = 0, headers }: IncomingMessage,
  { provider, nowMs }: { provider: string; nowMs: number },
): ProviderRefused {
  if (status === 401 || status === 403)
    return new ProviderRefused(
      `${provider} does not accept the key of this source (${status}). It may have been revoked: enter a valid one.`,
      { status, isPassing: false },
    )
  if (status === 404)
    return new ProviderRefused(`${provider} has no such account (404). Check the settings of this source.`, {
      status,
      isPassing: false,
    })
  const retryAfterSeconds = retryAfterOf(headers['retry-after'], nowMs)
  return new ProviderRefused(
    status === 429 ? `${provider} asks for fewer requests (429).` : `${provider} answered ${status}.`,
    {
      status,
      isPassing: isPassingStatus(status),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
  )
}

const maxPauseSeconds = 86_400

/** A number of seconds, or a date. */
function retryAfterOf(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - nowMs) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), maxPauseSeconds)
}
