import type { SsoFault } from '@callboard/contract/auth'
import * as client from 'openid-client'

/** A single sign-on that does not come to its end, by what the person is told. The cause is for the log. */
export class SsoError extends Error {
  override readonly name = 'SsoError'
  readonly fault: SsoFault

  constructor(fault: SsoFault, message: string, options?: { cause: unknown }) {
    super(message, options)
    this.fault = fault
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
// The library's codes for what is no answer of a provider at all.
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

/** What an error of a call-back's parameters or of the token endpoint means, as the standards name it. */
export function faultOfCode(code: string): SsoFault {
  if (byPerson.has(code)) return 'denied'
  return atProvider.has(code) ? 'providerUnavailable' : 'invalidResponse'
}

/** What was thrown while a provider was asked. */
export function asSsoError(error: unknown): SsoError {
  if (error instanceof SsoError) return error
  return new SsoError(faultOf(error), 'the provider did not answer as it should', { cause: error })
}

function faultOf(error: unknown): SsoFault {
  if (error instanceof client.AuthorizationResponseError) return faultOfCode(error.error)
  if (error instanceof client.ResponseBodyError) {
    return error.status >= 500 ? 'providerUnavailable' : faultOfCode(error.error)
  }
  // fetch itself throws a TypeError where there is no connection.
  if (error instanceof client.ClientError && error.code !== undefined && !noAnswer.has(error.code)) {
    return 'invalidResponse'
  }
  return 'providerUnavailable'
}

/** For the log: names, codes and fixed sentences. Causes of other kinds hold tokens and claims, and are left out. */
export function describeCauses(error: unknown): string[] {
  const causes: string[] = []
  for (let at = error; at instanceof Error && causes.length < 5; at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' ? [at.code] : []
    const told = at instanceof client.ResponseBodyError && /^[\w.-]{1,64}$/.test(at.error) ? [at.error] : []
    // That of JSON quotes what it could not read.
    const message = at instanceof SyntaxError ? [] : [at.message]
    causes.push([at.name, ...code, ...told, ...message].join(' '))
  }
  return causes
}
