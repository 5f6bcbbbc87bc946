import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { type SourceContext, type WebhookRequest, WebhookRefused } from '../adapter.ts'
import { textSetting } from '../setting-values.ts'

/** Each attempt to deliver an event is signed anew. */
const maxAgeSeconds = 900
const maxAheadSeconds = 300

/** Before the 32 bytes of a key of Ed25519, as SPKI has it. */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** Throws `WebhookRefused` unless the request was signed by Ed25519, lately, with the key whose public part is set. */
export function verifyTelnyx({ headers, body }: WebhookRequest, source: SourceContext): void {
  const key = publicKeyOf(textSetting(source, 'publicKey'))
  if (key === undefined) throw new WebhookRefused('No public key is set at the source.')
  const timestamp = headers['telnyx-timestamp'] ?? ''
  const signature = Buffer.from(headers['telnyx-signature-ed25519'] ?? '', 'base64')
  const signed = Buffer.concat([Buffer.from(`${timestamp}|`), body])
  if (!verify(null, signed, key, signature))
    throw new WebhookRefused('The signature is not that of the public key of the source.')
  const ageSeconds = Date.now() / 1000 - (/^\d{1,12}$/.test(timestamp) ? Number(timestamp) : 0)
  if (ageSeconds > maxAgeSeconds || ageSeconds < -maxAheadSeconds)
    throw new WebhookRefused('The time at which it was signed is too far from now.')
}

function publicKeyOf(base64: string | undefined): KeyObject | undefined {
  const bytes = Buffer.from(base64 ?? '', 'base64')
  if (bytes.length !== 32) return undefined
  return createPublicKey({ key: Buffer.concat([spkiPrefix, bytes]), format: 'der', type: 'spki' })
}
