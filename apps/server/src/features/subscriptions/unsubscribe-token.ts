import { createHmac, timingSafeEqual } from 'node:crypto'

const idBytes = 16
const signatureBytes = 24

/** What whoever got a mail unsubscribes with, without a sign-in: the id of a recipient, signed by the portal. */
export function buildUnsubscribeToken(secret: Uint8Array, recipientId: string): string {
  const id = Buffer.from(recipientId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, signatureOf(secret, id)]).toString('base64url')
}

/** The id of the recipient; undefined for a token that the portal did not make. */
export function parseUnsubscribeToken(secret: Uint8Array, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + signatureBytes) return undefined
  const id = bytes.subarray(0, idBytes)
  if (!timingSafeEqual(bytes.subarray(idBytes), signatureOf(secret, id))) return undefined
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function signatureOf(secret: Uint8Array, id: Uint8Array): Uint8Array {
  return createHmac('sha256', secret).update('unsubscribe:').update(id).digest().subarray(0, signatureBytes)
}
