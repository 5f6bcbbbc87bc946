import type { SsoErrorCode } from '@callboard/contract/auth'
import * as client from 'openid-client'

/** A single sign-on that failed, with the code that the page of the user is given. The cause is for the log. */
export class SsoError extends Error {
  override readonly name = 'SsoError'
  readonly code: SsoErrorCode
  /** Whom the provider proved, where that is a user who may not sign in so. */
  readonly userId: string | undefined

  constructor(code: SsoErrorCode, message: string, options: { cause?: unknown; userId?: string } = {}) {
    super(message, options)
    this.code = code
    this.userId = options.userId
  }
}

const atProvider: ReadonlySet<string> = new Set([
  'server_error',
  'temporarily_unavailable',
  'invalid_client',
  'unauthorized_client',
])
const byPerson: ReadonlySet<string> = new Set([
  'access_denied',
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
])
// Codes of the library for whatever is not an answer of a provider.
const noAnswer: ReadonlySet<string | undefined> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_REQUEST_PROTOCOL_FORBIDDEN',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
])

/** The code for an error that the provider names, in the callback or at the token endpoint, as the standards define it. */
export function codeOfProviderError(error: string): SsoErrorCode {
  if (byPerson.has(error)) return 'denied'
  return atProvider.has(error) ? 'providerUnavailable' : 'invalidResponse'
}

/** Of what was thrown during a request to a provider. */
export function asSsoError(error: unknown): SsoError {
  if (error instanceof SsoError) return error
  return new SsoError(codeOf(error), 'the provider did not answer as it should', { cause: error })
}

function codeOf(error: unknown): SsoErrorCode {
  if (error instanceof client.AuthorizationResponseError) return codeOfProviderError(error.error)
  if (error instanceof client.ResponseBodyError) {
    return error.status >= 500 ? 'providerUnavailable' : codeOfProviderError(error.error)
  }
  // Without a connection, fetch itself throws a TypeError.
  if (error instanceof client.ClientError && error.code !== undefined && !noAnswer.has(error.code)) {
    return 'invalidResponse'
  }
  return 'providerUnavailable'
}

/** For the log: names, codes and fixed messages. Other causes are left out, for they contain tokens and claims. */
export function describeCauses(error: unknown): string[] {
  const causes: string[] = []
  for (let at = error; at instanceof Error && causes.length < 5; at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' ? [at.code] : []
    const providerCode =
      at instanceof client.ResponseBodyError && /^[\w.-]{1,64}$/.test(at.error) ? [at.error] : []
    // A SyntaxError of JSON quotes the text.
    const message = at instanceof SyntaxError ? [] : [at.message]
    causes.push([at.name, ...code, ...providerCode, ...message].join(' '))
  }
  return causes
}
