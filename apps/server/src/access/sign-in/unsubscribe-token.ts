import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '../../db/tables/schema.ts'

const idBytes = 16
const signatureBytes = 24

/** By which tokens are signed. Made by a migration, so that every process knows it and a backup has it. */
export async function readUnsubscribeSecret(db: Db): Promise<Uint8Array> {
  const { secret } = await db
    .selectFrom('portal_secret')
    .where('name', '=', 'unsubscribe')
    .select('secret')
    .executeTakeFirstOrThrow()
  return secret
}

/** What a mail to a recipient says, and has in its head, for them to be taken off the list. */
export function buildUnsubscribing(
  publicUrl: string,
  { secret, recipientId }: { secret: Uint8Array; recipientId: string },
): { link: string; headers: Record<string, string> } {
  const token = buildUnsubscribeToken(secret, recipientId)
  return {
    link: `${publicUrl}/unsubscribe#token=${token}`,
    // RFC 8058: mail programs offer to unsubscribe, and do it by one request.
    headers: {
      'List-Unsubscribe': `<${publicUrl}/api/unsubscribe/${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

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
