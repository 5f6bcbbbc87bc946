import { openAsBlob } from 'node:fs'
import { buffer, text } from 'node:stream/consumers'
import { z } from 'zod'
import {
  isPassingStatus,
  limited,
  OutsideError,
  outsideErrorOf,
  requestOutside,
} from '../../../lib/outside/outside-request.ts'
import { SpeechError } from './speech-error.ts'

/** A service that takes sound as that of OpenAI does. */
export interface SpeechService {
  url: URL
  key: string | undefined
  model: string
  language: string | null
  /** The operator vouches for its host. */
  isOwnNetwork: boolean
}

interface Asking {
  stop: AbortSignal
  answerMs: number
  maxBytes: number
}

const detailLetters = 300

/**
 * Sends a WAV file and returns what is answered. Nothing but its own address is asked: a redirect is an error.
 *
 * @throws SpeechError
 */
export async function askService(service: SpeechService, path: string, asking: Asking): Promise<string> {
  try {
    return await ask(service, path, asking)
  } catch (cause) {
    if (cause instanceof SpeechError) throw cause
    const error = outsideErrorOf(cause, asking.stop)
    if (!(error instanceof OutsideError)) throw error
    const { message, isPassing } = error
    throw new SpeechError(`${service.url.host}: ${message}`, { isPassing, cause })
  }
}

async function ask(
  { url, key, model, language, isOwnNetwork }: SpeechService,
  path: string,
  { stop, answerMs, maxBytes }: Asking,
): Promise<string> {
  const form = new FormData()
  form.set('file', await openAsBlob(path, { type: 'audio/wav' }), 'recording.wav')
  form.set('model', model)
  // What is said with when it is said.
  form.set('response_format', 'verbose_json')
  if (language !== null) form.set('language', language)
  const encoded = new Response(form)
  const answer = await requestOutside(url, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/vtt',
      'content-type': encoded.headers.get('content-type') ?? '',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body: Buffer.from(await encoded.arrayBuffer()),
    answerMs,
    stop,
    ownNetwork: isOwnNetwork ? 'any' : [],
  })
  const { statusCode: status = 0 } = answer
  if (status >= 200 && status < 300) return await text(limited(answer, maxBytes))
  const said = await buffer(limited(answer, 1 << 16)).catch(() => Buffer.alloc(0))
  answer.destroy()
  throw new SpeechError(`${url.host} answered ${status}.`, {
    isPassing: isPassingStatus(status),
    detail: withoutKey(wordsOf(said.toString()), key),
  })
}

const ErrorAnswer = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
])

function wordsOf(answer: string): string {
  try {
    const said = ErrorAnswer.safeParse(JSON.parse(answer))
    return said.success ? said.data : ''
  } catch {
    return answer
  }
}

function withoutKey(words: string, key: string | undefined): string | undefined {
  const hidden = key === undefined ? words : words.replaceAll(key, '•••')
  const short = hidden
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, detailLetters)
  return short === '' ? undefined : short
}
