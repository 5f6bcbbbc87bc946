import { ApiError, explainedError } from '#web/lib/api/api-error.ts'

/** Why it failed, with the request id to quote if it was the server. */
export function signInError(error: unknown): string {
  if (!(error instanceof ApiError) || error.status < 500) return explainedError(error)
  return `${explainedError(error)} (request ${error.requestId ?? 'unknown'})`
}
