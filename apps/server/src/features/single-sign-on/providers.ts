import * as client from 'openid-client'
import type { OidcProvider } from '../../lib/outside/oidc-providers.ts'
import { within } from '../../lib/within.ts'
import { asSsoError, SsoError } from './sso-error.ts'

const askSeconds = 10
const signOutMs = 3_000
const toleranceSeconds = 60
const scope = 'openid email profile'

/** What the browser takes to the provider, and has to bring back unchanged. */
export interface Sending {
  state: string
  nonce: string
  codeVerifier: string
}

/** Somebody whom a provider vouches for. */
export interface Proven {
  subject: string
  idToken: string
  /** Claims of the id token; when it has none about the person, those of the userinfo endpoint. */
  claims: () => Promise<unknown>
}

/** The configured providers; each is discovered when it is first needed, and again after a failure. */
export class Providers {
  readonly #byId: ReadonlyMap<string, OidcProvider>
  readonly #publicUrl: string
  readonly #discovered = new Map<string, Promise<client.Configuration>>()

  constructor(list: readonly OidcProvider[], publicUrl: string) {
    this.#byId = new Map(list.map((provider) => [provider.id, provider]))
    this.#publicUrl = publicUrl
  }

  list(): { id: string; name: string }[] {
    return [...this.#byId.values()].map(({ id, name }) => ({ id, name }))
  }

  get(id: string): OidcProvider {
    const provider = this.#byId.get(id)
    if (provider === undefined) throw new SsoError('unknownProvider', 'there is no such provider')
    return provider
  }

  /** Where the browser goes to sign in. */
  async authorizationUrl(provider: OidcProvider, sending: Sending): Promise<string> {
    return await this.#ask(provider, askSeconds * 1000, async (configuration) => {
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: this.#redirectUri(provider),
        scope,
        state: sending.state,
        nonce: sending.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(sending.codeVerifier),
        code_challenge_method: 'S256',
      })
      return url.href
    })
  }

  /** Exchanges the code in the query of a callback, and checks whatever the standard demands. */
  async redeem(provider: OidcProvider, sending: Sending, query: string): Promise<Proven> {
    const until = Date.now() + askSeconds * 1000
    return await this.#ask(provider, askSeconds * 1000, async (configuration) => {
      const url = new URL(this.#redirectUri(provider))
      url.search = query
      const tokens = await client.authorizationCodeGrant(configuration, url, {
        expectedState: sending.state,
        expectedNonce: sending.nonce,
        pkceCodeVerifier: sending.codeVerifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (tokens.id_token === undefined || claims === undefined)
        throw new SsoError('invalidResponse', 'there is no id token')
      if (claims.iat > Date.now() / 1000 + toleranceSeconds)
        throw new SsoError('invalidResponse', 'the id token is of a later time')
      return {
        subject: claims.sub,
        idToken: tokens.id_token,
        claims: async () => {
          const isComplete = 'email_verified' in claims
          if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return claims
          return await this.#ask(provider, until - Date.now(), async () =>
            client.fetchUserInfo(configuration, tokens.access_token, claims.sub),
          )
        },
      }
    })
  }

  /** Undefined when the provider is no longer configured, does not answer, or has no such address. */
  async signOutUrl({
    provider: id,
    idToken,
  }: Record<'provider' | 'idToken', string>): Promise<string | undefined> {
    const provider = this.#byId.get(id)
    if (provider === undefined) return undefined
    try {
      return await this.#ask(provider, signOutMs, async (configuration) => {
        if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined
        const url = client.buildEndSessionUrl(configuration, {
          id_token_hint: idToken,
          post_logout_redirect_uri: `${this.#publicUrl}/`,
        })
        return url.href
      })
    } catch {
      // The session has ended here in any case.
      return undefined
    }
  }

  #redirectUri({ id }: OidcProvider): string {
    return `${this.#publicUrl}/api/auth/sso/${id}/callback`
  }

  /** Throws only `SsoError`, and not later than the limit. */
  async #ask<T>(
    provider: OidcProvider,
    limitMs: number,
    work: (configuration: client.Configuration) => Promise<T>,
  ): Promise<T> {
    try {
      return await within(
        limitMs,
        this.#configurationOf(provider).then(work),
        () => new SsoError('providerUnavailable', 'the provider takes too long'),
      )
    } catch (error) {
      const ssoError = asSsoError(error)
      // Its endpoints may have changed.
      if (ssoError.code === 'providerUnavailable') this.#discovered.delete(provider.id)
      throw ssoError
    }
  }

  async #configurationOf(provider: OidcProvider): Promise<client.Configuration> {
    const known = this.#discovered.get(provider.id)
    if (known !== undefined) return await known
    const discovering = discover(provider)
    this.#discovered.set(provider.id, discovering)
    return await discovering
  }
}

async function discover({ issuer, clientId, clientSecret }: OidcProvider): Promise<client.Configuration> {
  const execute = [client.enableNonRepudiationChecks]
  // The configuration allows it on this machine only. The library marks it as deprecated as a warning.
  // oxlint-disable-next-line typescript/no-deprecated -- a provider on localhost has no certificate
  if (new URL(issuer).protocol === 'http:') execute.push(client.allowInsecureRequests)
  try {
    const configuration = await client.discovery(
      new URL(issuer),
      clientId,
      { client_secret: clientSecret, [client.clockTolerance]: toleranceSeconds },
      authenticateClient(clientSecret),
      { timeout: askSeconds, execute },
    )
    // For some hosts the library accepts one issuer for all of their customers.
    if (new URL(configuration.serverMetadata().issuer).href !== new URL(issuer).href)
      throw new Error('the provider names another issuer')
    return configuration
  } catch (cause) {
    throw new SsoError('providerUnavailable', 'the provider cannot be discovered', { cause })
  }
}

/** In the header, which every provider must support, unless this one says that it does not. */
function authenticateClient(clientSecret: string): client.ClientAuth {
  const inHeader = client.ClientSecretBasic(clientSecret)
  const inBody = client.ClientSecretPost(clientSecret)
  return (...sent) => {
    const [{ token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] }] = sent
    const isBodyOnly = !methods.includes('client_secret_basic') && methods.includes('client_secret_post')
    const authenticate = isBodyOnly ? inBody : inHeader
    authenticate(...sent)
  }
}
