import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import OpenIdServer, { type Configuration } from 'oidc-provider'

/** Somebody who can sign in at the provider; by name alone, for it listens on this machine only. */
export interface ProviderAccount {
  login: string
  /** The login unless given. */
  subject?: string
  email?: string
  /** True unless given. */
  isEmailVerified?: boolean
  givenName?: string
  familyName?: string
  preferredUsername?: string
}

/** One user of the demo data and somebody whom the portal does not know. */
export const demoAccounts: readonly ProviderAccount[] = [
  { login: 'libby', email: 'libby.marsh@harborhearth.example.com', givenName: 'Libby', familyName: 'Marsh' },
  { login: 'stranger', email: 'stranger@example.com', givenName: 'Sam', familyName: 'Stranger' },
]

export interface ProviderOptions {
  /** 0 has the system choose one. */
  port: number
  /** Where the portal is reached, and the id by which it knows the provider. */
  portalUrl: string
  id: string
  accounts: readonly ProviderAccount[]
  clientSecret?: string
}

export interface OpenProvider {
  issuer: string
  /** What the portal's configuration says of the provider. */
  setting: { id: string; name: string; issuer: string; clientId: string; clientSecret: string }
  close: () => Promise<void>
}

const clientId = 'callboard'

/** Starts a real OpenID provider: PKCE required, claims at the userinfo endpoint, sign-out by the portal. */
export async function startOidcProvider(options: ProviderOptions): Promise<OpenProvider> {
  const clientSecret = options.clientSecret ?? randomBytes(24).toString('base64url')
  const server = createServer()
  server.listen(options.port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the provider has no port')
  const issuer = `http://127.0.0.1:${address.port}`
  const provider = new OpenIdServer(issuer, describeProvider({ ...options, clientSecret }))
  const handle = provider.callback()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/interaction/') !== true) {
      void handle(request, response)
      return
    }
    interact(provider, { request, response, accounts: options.accounts }).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error))
    })
  })
  return {
    issuer,
    setting: { id: options.id, name: nameOf(options.id), issuer, clientId, clientSecret },
    close: async () => await stop(server),
  }
}

function nameOf(id: string): string {
  return id.replace(/^./, (letter) => letter.toUpperCase())
}

async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

function describeProvider({
  portalUrl,
  id,
  accounts,
  clientSecret,
}: ProviderOptions & { clientSecret: string }): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${portalUrl}/api/auth/sso/${id}/callback`],
        post_logout_redirect_uris: [`${portalUrl}/`],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'signing', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(24).toString('base64url')] },
    pkce: { required: () => true },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'preferred_username'],
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 600,
      Session: 3600,
      Grant: 3600,
    },
    findAccount: (_context, subject) => accountOf(accounts, subject),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    clientBasedCORS: () => false,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          const button =
            '<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>'
          context.body = page('Sign out', `${form}${button}`)
        },
        postLogoutSuccessSource: (context) => {
          context.body = page('Signed out', '')
        },
      },
    },
    renderError: (context, { error, error_description: description = '' }) => {
      context.type = 'html'
      context.body = page('This does not work', `<p>${escape(`${error} ${description}`)}</p>`)
    },
  }
}

function accountOf(accounts: readonly ProviderAccount[], subject: string) {
  const account = accounts.find((one) => (one.subject ?? one.login) === subject)
  if (account === undefined) return undefined
  const claims = {
    sub: subject,
    ...(account.email !== undefined && {
      email: account.email,
      email_verified: account.isEmailVerified ?? true,
    }),
    ...(account.givenName !== undefined && { given_name: account.givenName }),
    ...(account.familyName !== undefined && { family_name: account.familyName }),
    ...(account.preferredUsername !== undefined && { preferred_username: account.preferredUsername }),
  }
  return { accountId: subject, claims: () => claims }
}

/** The pages on which a person signs in and consents. */
async function interact(
  provider: OpenIdServer,
  {
    request,
    response,
    accounts,
  }: { request: IncomingMessage; response: ServerResponse; accounts: readonly ProviderAccount[] },
): Promise<void> {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response)
  const isLogin = prompt.name === 'login'
  if (request.method !== 'POST') {
    const body = isLogin ? loginForm(accounts) : consentForm
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body)
    return
  }
  const sent = new URLSearchParams(await text(request))
  if (sent.get('answer') === 'cancel') {
    await provider.interactionFinished(request, response, { error: 'access_denied' })
    return
  }
  if (isLogin) {
    const account = accounts.find(({ login }) => login === sent.get('login'))
    if (account === undefined) {
      response.writeHead(400, { 'content-type': 'text/html; charset=utf-8' }).end(loginForm(accounts))
      return
    }
    await provider.interactionFinished(request, response, {
      login: { accountId: account.subject ?? account.login },
    })
    return
  }
  const grant = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  const granted =
    grant ??
    new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params['client_id']) })
  granted.addOIDCScope('openid email profile')
  const consent = { grantId: await granted.save() }
  await provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true })
}

const cancel = '<button type="submit" name="answer" value="cancel" formnovalidate>Cancel</button>'

function loginForm(accounts: readonly ProviderAccount[]): string {
  const names = accounts.map(({ login }) => `<li>${escape(login)}</li>`).join('')
  return page(
    'Sign in at the provider',
    `<form method="post">
      <label>Name at the provider <input name="login" required autofocus autocomplete="off"></label>
      <button type="submit" name="answer" value="go on">Continue</button> ${cancel}
    </form>
    <p>A provider for development. It knows:</p><ul>${names}</ul>`,
  )
}

const consentForm = page(
  'Let Callboard know who you are?',
  `<form method="post"><button type="submit" name="answer" value="go on">Allow</button> ${cancel}</form>`,
)

// Nothing from elsewhere: it works without a network.
function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
    <body style="font-family: Arial, sans-serif; margin: 3em"><h1>${title}</h1>${body}</body></html>`
}

function escape(words: string): string {
  return words.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
