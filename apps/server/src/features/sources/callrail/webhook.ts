import { createHmac } from 'node:crypto'
import { AppError } from '../../../lib/app-error.ts'
import { parseJson } from '../../../lib/json.ts'
import {
  type SourceEvent,
  type SourceContext,
  type SourceSecrets,
  WebhookRefused,
  type WebhookRequest,
  WebhookUnreadable,
} from '../adapter.ts'
import { fieldsOf, msOfInstant } from '../event-text.ts'
import { isSameSecret } from '../../../lib/same-secret.ts'
import { CallObject, changesOf, eventOfWebhook } from './call-object.ts'

const dayMs = 86_400_000
/** A call is told of up to 20 minutes after its end, by the time of its beginning. */
const maxAgeMs = 3 * dayMs
/** Calls are changed for as long as CallRail keeps them: 25 months. What changes them tells the time of the call, too. */
const maxAgeOfChangedMs = 780 * dayMs
const maxAheadMs = 3_600_000

/** Throws `WebhookRefused` unless CallRail has signed the body, and lately. */
export function verifySignature(
  { headers, body }: WebhookRequest,
  _source: SourceContext,
  { signingKey = '' }: SourceSecrets,
): void {
  const keys = signingKey.split(/\s+/).filter((key) => key !== '')
  if (keys.length === 0) throw new WebhookRefused('No signing key is set at the source.')
  const given = headers['signature'] ?? ''
  const matches = keys.filter((key) =>
    isSameSecret(given, createHmac('sha1', key).update(body).digest('base64')),
  )
  if (matches.length === 0) throw new WebhookRefused('The signature is not that of the signing key.')
  requireRecent(readBody(body))
}

/** Texts and forms have a time, too; what has none is of no call. */
function requireRecent(call: CallObject | undefined): void {
  const writtenMs = call && msOfInstant(fieldsOf(call)('timestamp'))
  if (call === undefined || writtenMs === undefined) return
  const ageMs = Date.now() - writtenMs
  if (ageMs > (changesOf(call) === undefined ? maxAgeMs : maxAgeOfChangedMs) || ageMs < -maxAheadMs)
    throw new WebhookRefused('The time in the body is too far from now.')
}

/** Fields that events about texts, forms and summaries have, and calls have not. */
const otherwise = ['message_type', 'source_number', 'conversation_id', 'form_data', 'answers']

/** The event about a call; none of texts and forms. Throws `WebhookUnreadable`. */
export function eventsOfWebhook({ body }: WebhookRequest): SourceEvent[] {
  const call = readBody(body)
  if (call === undefined) throw new WebhookUnreadable('The body is not a JSON object.')
  if (otherwise.some((name) => Object.hasOwn(call, name))) return []
  const event = eventOfWebhook(call, new Date().toISOString())
  if (event === undefined)
    throw new WebhookUnreadable('CallRail does not say which call it is about (resource_id).')
  return [event]
}

function readBody(body: Buffer): CallObject | undefined {
  try {
    return CallObject.safeParse(parseJson(body.toString())).data
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return undefined
  }
}
