import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables/schema.ts'
import { readSettings } from '../../db/settings.ts'
import {
  isPassingStatus,
  OutsideError,
  outsideErrorOf,
  requestOutside,
} from '../../lib/outside/outside-request.ts'
import { findWebhookError } from './webhook-address.ts'
import type * as webhookStore from './webhook-store.ts'

export interface PostingParts {
  db: Kysely<Database>
  /** Of private networks, to which may be posted: none but in tests. */
  allowedAddresses: readonly string[]
}

const maxTries = 10
/** After the first try, the second, …: two thirds of a day in all. */
const pauseMinutes = [1, 2, 5, 10, 30, 60, 120, 240, 480]
const answerMs = 10_000
/** So much of an answer is kept. */
const maxAnswerLength = 500

/** When a post of so many tries is tried once more, also where nothing is heard of the last one. */
export function triedAgainAt(now: Date, tries: number): Date {
  return new Date(now.getTime() + (pauseMinutes[tries - 1] ?? 1440) * 60_000)
}

/** Tries a post once. */
export async function postWebhook(
  { db, allowedAddresses }: PostingParts,
  { id, url, secret, body, tries }: webhookStore.ClaimedPost,
  closing: AbortSignal,
): Promise<webhookStore.Outcome> {
  const none = { status: null, answer: null }
  if (url === null || secret === null)
    return { ...none, state: 'failed', error: 'The alert no longer has a webhook.' }
  const { webhookHosts } = await readSettings(db)
  const error = findWebhookError(url, webhookHosts)
  if (error !== undefined) return { ...none, state: 'failed', error }
  const mayTryAgain = tries < maxTries
  const stop = AbortSignal.any([AbortSignal.timeout(answerMs), closing])
  try {
    const answer = await requestOutside(new URL(url), {
      method: 'POST',
      headers: signedHeaders({ id, secret, body }),
      body: Buffer.from(body),
      answerMs,
      stop,
      ownNetwork: allowedAddresses,
    })
    const status = answer.statusCode ?? 0
    const text = await firstOf(answer)
    // Nobody is followed elsewhere: the signature is for this address.
    if (status >= 200 && status < 300) return { state: 'sent', status, answer: text, error: null }
    const isAgain = mayTryAgain && isPassingStatus(status)
    return {
      state: isAgain ? 'waiting' : 'failed',
      status,
      answer: text,
      error: `The webhook responded with ${status}.`,
    }
  } catch (cause) {
    if (closing.aborted) return { ...none, state: 'waiting', error: 'The portal stopped while sending this.' }
    const known = outsideErrorOf(cause, stop)
    const isPassing = known instanceof OutsideError ? known.isPassing : true
    const words = known instanceof Error ? known.message : String(known)
    return { ...none, state: mayTryAgain && isPassing ? 'waiting' : 'failed', error: words }
  }
}

/** The signature is over the time as well, so that what somebody overheard cannot be sent again later. */
function signedHeaders({ id, secret, body }: { id: string; secret: string; body: string }) {
  const timestamp = String(Math.floor(Date.now() / 1000))
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Callboard',
    'x-callboard-delivery': id,
    'x-callboard-timestamp': timestamp,
    'x-callboard-signature': `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
  }
}

/** What comes after that is not waited for. */
async function firstOf(
  answer: AsyncIterable<Uint8Array | string> & { destroy: () => void },
): Promise<string> {
  let text = ''
  for await (const chunk of answer) {
    text += Buffer.from(chunk).toString('utf8')
    if (text.length >= maxAnswerLength) break
  }
  answer.destroy()
  return text.slice(0, maxAnswerLength).replaceAll('\u0000', '')
}
