import { hash } from 'node:crypto'

/** The same GUID for the same text: one of version 8 (RFC 9562 5.8) from the first 16 bytes of its SHA-256. */
export function guidOfText(text: string): string {
  const digest = hash('sha256', text, 'hex')
  const variant = '89ab'.charAt(Number.parseInt(digest.charAt(16), 16) & 3)
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-')
}
