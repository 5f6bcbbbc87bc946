import { type SourceContext, type WebhookRequest, WebhookRefused } from '../adapter.ts'
import { msOfInstant } from '../event-text.ts'
import { textSetting } from '../setting-values.ts'
import type { CallbackSystem } from './callback-adapter.ts'
import { fieldOfCallback } from './callback-body.ts'
import { verifySignature } from './twilio-signature.ts'

/**
 * Call-backs are sent again for hours while the portal does not answer, with the time of the first attempt. One that
 * comes twice changes nothing, so that the limit only has to keep out what somebody has recorded long ago.
 */
const maxAgeMs = 24 * 3_600_000
const maxAheadMs = 600_000

/**
 * Refuses call-backs that were not signed with the secret of this name, in the first of these headers that was sent, or are
 * not of the account, or older than a day.
 */
export function verifySigned(secret: string, ...headers: readonly string[]): CallbackSystem['verify'] {
  return (request, source, { [secret]: key }) => {
    verifySignature(request, { headers, key })
    checkCallback(request, source)
  }
}

function checkCallback(request: WebhookRequest, source: SourceContext): void {
  const account = textSetting(source, 'accountSid')
  if (account === undefined || fieldOfCallback(request, 'AccountSid') !== account)
    throw new WebhookRefused('It is about another account.')
  // Call-backs about recordings say no time.
  const sentMs = msOfInstant(fieldOfCallback(request, 'Timestamp'))
  const ageMs = sentMs === undefined ? 0 : Date.now() - sentMs
  if (ageMs > maxAgeMs || ageMs < -maxAheadMs)
    throw new WebhookRefused('The time at which it was sent is too far from now.')
}
