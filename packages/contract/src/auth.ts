import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { textLimits } from './limits.ts'
import { Session } from './users.ts'

/** A user name or an email address. */
const SignInName = withExample(z.string().trim().min(1).max(textLimits.signInName), 'ada')
export const Password = withExample(z.string().min(1).max(textLimits.password), 'heron-basalt-quilt-58')

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Signs in by user name or email address and password.',
  body: z.strictObject({
    userName: SignInName,
    password: Password,
    /** Second factor, where the user has one: six digits of the app, or a recovery code. */
    code: z.string().max(textLimits.secondFactorCode).optional(),
  }),
  response: Session,
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary:
    'Ends the session. The answer to a user who signed in at a provider has the address to sign out there.',
  response: z.strictObject({ signOutUrl: z.url() }),
  orNoContent: true,
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgotpassword',
  summary:
    'Sends a one-time link for a new password, if there is such a user. The answer does not say whether there is.',
  body: z.strictObject({ userName: SignInName }),
})

export const confirmPassword = endpoint({
  method: 'POST',
  path: '/api/auth/confirmpassword',
  summary: 'Sets a password by a one-time link, and ends all sessions of the user.',
  body: z.strictObject({
    id: idOf('oneTimeLink'),
    /** From the mailed link. */
    token: withExample(z.string().min(1).max(200), 'kD4r1cXvT0mWq8n2bYzL5sHfJ7uE9aGi3oRpQxVtN6M'),
    password: Password,
  }),
})

/** Id of a single sign-on provider, as the configuration names it. */
export const ProviderId = withExample(z.string().regex(/^[a-z][a-z0-9-]{0,31}$/), 'liberty')

export const listProviders = endpoint({
  method: 'GET',
  path: '/api/auth/providers',
  summary: 'The single sign-on providers that can be chosen.',
  response: z.array(z.strictObject({ id: ProviderId, name: z.string() })),
})

/** SHA-256 of the browser's verifier, or the verifier itself: 32 bytes as base64url. */
const Sha256Text = withExample(
  z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
)

export const startSso = endpoint({
  method: 'GET',
  path: '/api/auth/sso/{provider}',
  summary:
    'Sends the browser to the provider. The challenge is the SHA-256, as base64url, of a verifier that the browser keeps.',
  params: z.strictObject({ provider: ProviderId }),
  query: z.strictObject({ challenge: Sha256Text }),
  response: 'redirect',
  effect: 'change',
})

export const ssoCallback = endpoint({
  method: 'GET',
  path: '/api/auth/sso/{provider}/callback',
  summary:
    'Where the provider sends the browser back to; leads to /ssoliberty with a one-time id or an error.',
  params: z.strictObject({ provider: ProviderId }),
  // Providers add parameters of their own.
  query: z.looseObject({
    code: z.string().optional(),
    state: z.string().optional(),
    error: z.string().optional(),
  }),
  response: 'redirect',
  effect: 'change',
  calledBy: 'browser',
})

export const exchangeSso = endpoint({
  method: 'POST',
  path: '/api/auth/sso/exchange',
  summary: 'Exchanges the one-time id of a single sign-on, with the verifier of the browser, for a session.',
  body: z.strictObject({
    /** From the address of /ssoliberty. */
    id: withExample(z.string().min(1).max(200), 'kD4r1cXvT0mWq8n2bYzL5sHfJ7uE9aGi3oRpQxVtN6M'),
    verifier: Sha256Text,
  }),
  response: Session,
})

/** Why a single sign-on failed, as `/ssoliberty?error=…` has it. */
export const ssoErrorCodes = [
  'unknownProvider',
  'providerUnavailable',
  'denied',
  'invalidResponse',
  'expired',
  'noAccount',
  'accountInactive',
] as const
export type SsoErrorCode = (typeof ssoErrorCodes)[number]
