import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { OidcProvider } from '#server/lib/outside/oidc-providers.ts'
import { ProviderBrowser } from './provider-browser.ts'
import type { Answer, Portal } from './portal.ts'

/** Where the portal of these tests says it is reached: nobody listens there. */
export const portalUrl = 'http://portal.example'

export interface Started {
  /** Where the browser is sent to. */
  url: URL
  verifier: string
  state: string
  nonce: string
}

/** A browser that signs in to the portal by a provider, as far as the portal sees it. */
export class SignOn {
  readonly test: Portal

  constructor(test: Portal) {
    this.test = test
  }

  async start(provider: string): Promise<Started> {
    const verifier = randomBytes(32).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const url = new URL(await this.go(`/api/auth/sso/${provider}?challenge=${challenge}`))
    const { searchParams } = url
    return { url, verifier, state: searchParams.get('state') ?? '', nonce: searchParams.get('nonce') ?? '' }
  }

  /** Asks for a page and answers where it leads. */
  async go(path: string): Promise<string> {
    return expectRedirect(await this.test.ask({ path, headers: { accept: 'text/html' } }))
  }

  /** Comes back from the provider; answers what follows `/ssoliberty`. */
  async comeBack(url: string): Promise<string> {
    return expectReturned(await this.go(url.replace(portalUrl, '')))
  }

  /** The one-time id of a whole sign-in, and the verifier that belongs to it. */
  async signIn(
    provider: string,
    { login, browser = new ProviderBrowser() }: { login: string; browser?: ProviderBrowser },
  ): Promise<{ id: string; verifier: string }> {
    const { url, verifier } = await this.start(provider)
    const back = await this.comeBack(await browser.signIn(url.href, { login, home: portalUrl }))
    return { id: expectOneTimeId(back), verifier }
  }

  /** The error that a sign-in ends with. */
  async refusedSignIn(provider: string, login: string): Promise<string> {
    const { url } = await this.start(provider)
    return await this.comeBack(await new ProviderBrowser().signIn(url.href, { login, home: portalUrl }))
  }

  async exchange(body: { id: string; verifier: string }): Promise<Answer> {
    return await this.test.ask({ path: '/api/auth/sso/exchange', body })
  }
}

function expectRedirect({ status, text, headers }: Answer): string {
  expect(status, text).toBe(302)
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(headers['set-cookie']).toBeUndefined()
  return String(headers['location'])
}

function expectReturned(to: string): string {
  const page = `${portalUrl}/ssoliberty`
  expect(to.slice(0, page.length)).toBe(page)
  return to.slice(page.length)
}

function expectOneTimeId(back: string): string {
  expect(back).toMatch(/^\/[\w-]{43}$/)
  return back.slice(1)
}

export function settingOf(
  { setting }: { setting: Omit<OidcProvider, 'createUsers'> },
  createUsers = false,
): OidcProvider {
  return { ...setting, createUsers }
}
