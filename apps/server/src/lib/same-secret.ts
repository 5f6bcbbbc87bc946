import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether both are the same, in a time that says nothing of the one that is expected: digests are of one length, whatever was given. */
export function isSameSecret(given: string | Uint8Array, expected: string | Uint8Array): boolean {
  return timingSafeEqual(digestOf(given), digestOf(expected))
}

function digestOf(secret: string | Uint8Array): Buffer {
  return createHash('sha256').update(secret).digest()
}
