import { ApiError, readableError } from '#web/lib/api-error.ts'

/** Why it failed, with the request id to quote if it was the server. */
export function signInError(error: unknown): string {
  if (!(error instanceof ApiError) || error.status < 500) return readableError(error)
  return `${readableError(error)} (request ${error.requestId ?? 'unknown'})`
}
