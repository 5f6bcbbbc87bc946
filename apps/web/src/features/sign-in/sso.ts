import { startSso } from '@callboard/contract/auth'
import { z } from 'zod'

const key = 'ssoStart'

const SsoStart = z.strictObject({ verifier: z.string().regex(/^[\w-]{43}$/), returnTo: z.string() })
/** What this tab stores while the browser is at the provider. */
export type SsoStart = z.infer<typeof SsoStart>

/** Why this browser cannot sign in at a provider; undefined if it can. */
export function ssoError(): string | undefined {
  // Browsers omit it on pages that come unencrypted from another machine.
  const subtle: unknown = globalThis.crypto?.subtle
  if (subtle !== undefined) return undefined
  return 'Signing in at a provider needs a secure connection. Open the portal by its https address, or sign in by password.'
}

/** Leaves for the provider, with a challenge whose verifier stays in this tab. */
export async function leaveForProvider(provider: string, returnTo: string): Promise<void> {
  const verifier = base64Url(crypto.getRandomValues(new Uint8Array(32)))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const start: SsoStart = { verifier, returnTo }
  sessionStorage.setItem(key, JSON.stringify(start))
  const path = startSso.path.replace('{provider}', encodeURIComponent(provider))
  location.assign(`${path}?challenge=${base64Url(new Uint8Array(digest))}`)
}

/** What was stored, only once: it is good for one return. */
export function takeSsoStart(): SsoStart | undefined {
  const text = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  try {
    return SsoStart.safeParse(JSON.parse(text ?? 'null')).data
  } catch {
    return undefined
  }
}

function base64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
