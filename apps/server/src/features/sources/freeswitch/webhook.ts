import {
  type SourceContext,
  type SourceEvent,
  type SourceSecrets,
  WebhookRefused,
  type WebhookRequest,
  WebhookUnreadable,
} from '../adapter.ts'
import { isSameSecret } from '../../../lib/same-secret.ts'
import { jsonOfWebhook } from '../event-text.ts'
import { eventOfLeg } from './leg.ts'
import { settingsOf } from './settings.ts'

/** How `mod_json_cdr` sends a record, by its parameter `encode`: false, true and base64. */
export const recordTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'application/x-www-form-base64-encoded',
] as const

/** FreeSWITCH signs nothing: who knows the password is it. */
export function requirePassword(
  { headers }: WebhookRequest,
  source: SourceContext,
  { password }: SourceSecrets,
): void {
  if (password === undefined || password === '') throw new WebhookRefused('No password is set at the source.')
  const { user } = settingsOf(source)
  const [, given = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(headers['authorization'] ?? '') ?? []
  if (!isSameSecret(Buffer.from(given, 'base64'), `${user}:${password}`))
    throw new WebhookRefused('The user name or the password of cred in json_cdr.conf.xml is another one.')
}

/** The leg that was posted. Throws `WebhookUnreadable`. */
export function eventsOfRequest(request: WebhookRequest): SourceEvent[] {
  const event = eventOfLeg(jsonOfWebhook(recordOf(request)))
  if (event === undefined)
    throw new WebhookUnreadable(
      'It is not a detail record of mod_json_cdr: it does not say which channel it is about.',
    )
  return [event]
}

function recordOf({ contentType, body }: WebhookRequest): string {
  const text = body.toString()
  if (contentType === 'application/x-www-form-urlencoded') return new URLSearchParams(text).get('cdr') ?? ''
  if (contentType !== 'application/x-www-form-base64-encoded') return text
  // Not encoded for a form: a plus sign is one of Base64.
  return Buffer.from(text.replace(/^cdr=/, ''), 'base64').toString()
}
