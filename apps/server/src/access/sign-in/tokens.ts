import { createHash, randomBytes } from 'node:crypto'

const keyPrefix = 'cbk_'

export function newSessionToken(): string {
  return randomBytes(32).toString('base64url')
}

export function newApiKey(): string {
  return keyPrefix + randomBytes(32).toString('base64url')
}

export function isApiKey(token: string): boolean {
  return token.startsWith(keyPrefix)
}

/** What is stored of a token: 256 random bits need no salt and no slow hash. */
export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}
