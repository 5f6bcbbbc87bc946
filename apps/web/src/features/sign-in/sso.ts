import type { startSso } from '@callboard/contract/auth'
import { hasTexts } from '#web/lib/api/http.ts'

const key = 'ssoStart'
const startPath: typeof startSso.path = '/api/auth/sso/{provider}'

/** What this tab stores while the browser is at the provider. */
export interface SsoStart {
  verifier: string
  returnTo: string
}

/** Why this browser cannot sign in at a provider; undefined if it can. */
export function ssoError(): string | undefined {
  // Browsers omit it on pages that come unencrypted from another machine.
  const subtle: unknown = globalThis.crypto?.subtle
  if (subtle !== undefined) return undefined
  return 'Single sign-on needs a secure connection. Open the portal at its https address, or sign in with a password.'
}

/** Leaves for the provider, with a challenge whose verifier stays in this tab. */
export async function leaveForProvider(provider: string, returnTo: string): Promise<void> {
  const verifier = base64Url(crypto.getRandomValues(new Uint8Array(32)))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const start: SsoStart = { verifier, returnTo }
  sessionStorage.setItem(key, JSON.stringify(start))
  const path = startPath.replace('{provider}', encodeURIComponent(provider))
  location.assign(`${path}?challenge=${base64Url(new Uint8Array(digest))}`)
}

/** What was stored, only once: it is good for one return. */
export function takeSsoStart(): SsoStart | undefined {
  const text = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  try {
    const start: unknown = JSON.parse(text ?? 'null')
    const isValid = hasTexts(start, 'verifier', 'returnTo') && /^[\w-]{43}$/.test(start.verifier)
    return isValid ? start : undefined
  } catch {
    return undefined
  }
}

function base64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
