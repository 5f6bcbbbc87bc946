import { hash } from 'node:crypto'

/**
 * The id of a call, derived from its name at the source, so that the same call always has the same id: a GUID of
 * version 8 (RFC 9562 5.8) from the first 16 bytes of SHA-256 over the JSON array
 * `["callboard.call", customerId, sourceSystem, externalCallId]`.
 */
export function callId(customerId: string, sourceSystem: string, externalCallId: string): string {
  const name = JSON.stringify(['callboard.call', customerId, sourceSystem, externalCallId])
  const digest = hash('sha256', name, 'hex')
  const variant = '89ab'.charAt(Number.parseInt(digest.charAt(16), 16) & 3)
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-')
}
