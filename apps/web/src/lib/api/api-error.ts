import type { ErrorCode } from '@callboard/contract/errors'
import { readNetwork } from '#web/lib/network.ts'

/** One error as the server reports it; `field` is the path of the field in the request that caused it. */
export interface ReportedError {
  code?: string
  description: string
  field?: string
}

interface Failure {
  /** HTTP status; 0 when there was no answer. */
  status: number
  message: string
  items?: readonly ReportedError[] | undefined
  requestId?: string | undefined
  /** Whether it may have changed something all the same. */
  isChange?: boolean
  cause?: unknown
}

/** A failed call; `message` is meant for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly items: readonly ReportedError[]
  readonly requestId: string | undefined
  readonly isChange: boolean

  constructor({ status, message, items = [], requestId, isChange = false, cause }: Failure) {
    super(message, { cause })
    this.status = status
    this.items = items
    this.requestId = requestId
    this.isChange = isChange
  }
}

/** Whether a call failed for this reason. */
export function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.items.some((item) => item.code === code)
}

/** The text of what was thrown, as specified. */
export function errorText(error: unknown): string {
  if (error instanceof Error && error.message !== '') return error.message
  return 'error'
}

/** A sentence that stands beside a specified text that says little to people. */
function errorExplanation(error: unknown): string | undefined {
  const text = errorText(error)
  if (text === 'network error') {
    if (error instanceof ApiError && error.isChange)
      return 'The server did not respond: it is not known whether this was done. Look, in another tab, before you do it again.'
    return readNetwork() === 'offline'
      ? 'You are offline: nothing was sent. Try again when the network is back.'
      : 'The server did not respond.'
  }
  if (text === 'error') return 'The server reported an error without details.'
  return undefined
}

/** The text with its explanation on a line of its own, where only plain text can be shown. */
export function explainedError(error: unknown): string {
  return [errorText(error), errorExplanation(error)].filter((line) => line !== undefined).join('\n')
}

/** Of what was sent wrongly: whoever uses a page can mend none of it. */
const errorsOfPages: ReadonlySet<string> = new Set<ErrorCode>([
  'unknownField',
  'malformedBody',
  'methodNotAllowed',
  'notAcceptable',
  'unsupportedMediaType',
])

/**
 * The id of the request to quote to whoever runs the portal; undefined for a refusal that says to the user what to do
 * themselves.
 */
export function requestToQuote(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { status, items, requestId } = error
  const isRefusal = status >= 400 && status < 500 && items.length > 0
  const isOfUser = isRefusal && !items.some(({ code = '' }) => errorsOfPages.has(code))
  return isOfUser ? undefined : requestId
}

/** Whether trying the same again may help: no answer, or an error of the server. */
export function isWorthRetrying(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/** Whether what was asked for is not there, or not for this user: trying the same again changes nothing. */
export function isOutOfReach(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 403)
}
