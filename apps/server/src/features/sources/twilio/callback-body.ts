import { z } from 'zod'
import { AppError } from '../../../lib/app-error.ts'
import { parseJson } from '../../../lib/json.ts'
import { type SourceEvent, type WebhookRequest, WebhookUnreadable } from '../adapter.ts'
import { contentKey, fieldsOf, partEvent } from '../event-text.ts'

const Body = z.record(z.string(), z.unknown())
export type CallbackBody = z.infer<typeof Body>

export function formPairs(body: Buffer): [string, string][] {
  return [...new URLSearchParams(body.toString())]
}

/** All fields of a call-back, also unknown ones; a list where a name comes more than once. */
export function readCallback({
  contentType,
  body,
}: Pick<WebhookRequest, 'contentType' | 'body'>): CallbackBody {
  if (contentType === 'application/x-www-form-urlencoded') {
    const values = Map.groupBy(formPairs(body), ([name]) => name)
    values.delete('__proto__')
    return Object.fromEntries(
      Array.from(values, ([name, pairs]) => {
        const [first = '', ...more] = pairs.map(([, value]) => value)
        return [name, more.length === 0 ? first : [first, ...more]]
      }),
    )
  }
  try {
    return Body.parse(parseJson(body.toString()))
  } catch (cause) {
    const why = cause instanceof AppError ? cause.message : 'The body is not a JSON object.'
    throw new WebhookUnreadable(why, { cause })
  }
}

/** A field of a call-back; undefined where it has none, or cannot be read at all. */
export function fieldOfCallback(request: WebhookRequest, name: string): string | undefined {
  try {
    return fieldsOf(readCallback(request))(name)
  } catch (error) {
    if (error instanceof WebhookUnreadable) return undefined
    throw error
  }
}

/** What a call-back has to say to be of use: the state of a call, a recording, or who answered. */
const informativeFields = ['CallStatus', 'RecordingStatus', 'RecordingSid', 'AnsweredBy']

/**
 * What was said of a leg, as an event of the call that dialled it. A recording of it may be told of by its own id, so that it
 * is also said there which call it is a part of.
 */
export function eventsOfLeg(
  { sid, parentSid }: { sid: string; parentSid: string | undefined },
  body: CallbackBody,
): SourceEvent[] {
  const event = { callKey: parentSid ?? sid, eventKey: `${sid}:${contentKey(body)}`, body }
  return parentSid === undefined ? [event] : [event, partEvent(sid, parentSid)]
}

/** Its event; none of call-backs about messages, conferences and other things. Throws `WebhookUnreadable`. */
export function eventsOfCallback(body: CallbackBody): SourceEvent[] {
  const field = fieldsOf(body)
  if (!informativeFields.some((name) => field(name) !== undefined)) return []
  const sid = field('CallSid')
  // A recording of a whole conference belongs to none of its calls.
  if (sid === undefined && field('ConferenceSid') !== undefined) return []
  if (sid === undefined)
    throw new WebhookUnreadable('The call-back does not say which call it is about (CallSid).')
  return eventsOfLeg({ sid, parentSid: field('ParentCallSid') }, body)
}
