import { createHmac, randomBytes } from 'node:crypto'
import {
  isPassingStatus,
  OutsideError,
  outsideErrorOf,
  PrivateAddressError,
  requestOutside,
} from './outside-request.ts'
import { privateWebhook } from './webhook-address.ts'

/** A post is given up after so many tries. */
export const maxPostTries = 10
/** After the first try, the second, …: two thirds of a day in all. */
export const postPauseMinutes = [1, 2, 5, 10, 30, 60, 120, 240, 480] as const
const answerMs = 10_000
/** So much of an answer is kept. */
const maxAnswerLength = 500

/** When a post of so many tries is tried once more, also where nothing is heard of the last one. */
export function triedAgainAt(now: Date, tries: number): Date {
  return new Date(now.getTime() + (postPauseMinutes[tries - 1] ?? 1440) * 60_000)
}

/** What posts are signed with. */
export function newPostSecret(): string {
  return randomBytes(32).toString('base64url')
}

interface SignedPost {
  /** The same for all tries. */
  id: string
  url: string
  secret: string
  body: string
}

export interface PostOutcome {
  /** Of the answer; null without one. */
  status: number | null
  /** Its first characters. */
  answer: string | null
  /** Why it was not accepted: a sentence; null where it was. */
  error: string | null
  /** Another try may be accepted. */
  isPassing: boolean
}

/** Posts once. The address has been checked before; one of a private network is refused here, unless it is allowed. */
export async function postSigned(
  post: SignedPost,
  { allowedAddresses, closing }: { allowedAddresses: readonly string[]; closing: AbortSignal },
): Promise<PostOutcome> {
  const stop = AbortSignal.any([AbortSignal.timeout(answerMs), closing])
  try {
    const response = await requestOutside(new URL(post.url), {
      method: 'POST',
      headers: signedHeaders(post),
      body: Buffer.from(post.body),
      answerMs,
      stop,
      ownNetwork: allowedAddresses,
    })
    const status = response.statusCode ?? 0
    const answer = await firstOf(response)
    // Nobody is followed elsewhere: the signature is for this address.
    if (status >= 200 && status < 300) return { status, answer, error: null, isPassing: false }
    const error = `The webhook responded with ${status}.`
    return { status, answer, error, isPassing: isPassingStatus(status) }
  } catch (cause) {
    const none = { status: null, answer: null }
    if (closing.aborted) return { ...none, error: 'The portal stopped while sending this.', isPassing: true }
    const known = outsideErrorOf(cause, stop)
    if (known instanceof PrivateAddressError) return { ...none, error: privateWebhook, isPassing: false }
    const isPassing = known instanceof OutsideError ? known.isPassing : true
    return { ...none, error: known instanceof Error ? known.message : String(known), isPassing }
  }
}

/** The signature is over the time as well, so that what somebody overheard cannot be sent again later. */
function signedHeaders({ id, secret, body }: SignedPost) {
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
