import { errorStatus, type ErrorCode, type ErrorItem } from '@callboard/contract/errors'

/** An error that the client is told as it is. Anything else that is thrown is a bug: 500. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** All errors of the request, where there are several. */
  readonly items: readonly ErrorItem[]

  constructor(
    code: ErrorCode,
    description: string,
    options: {
      field?: string
      cause?: unknown
      retryAfterSeconds?: number
      items?: readonly ErrorItem[]
    } = {},
  ) {
    super(description, { cause: options.cause })
    this.code = code
    this.field = options.field
    this.retryAfterSeconds = options.retryAfterSeconds
    const item = { code, description, ...(options.field === undefined ? {} : { field: options.field }) }
    this.items = options.items ?? [item]
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

/** The same for an unknown id and for one out of scope, so that the answer tells neither. */
export function notFound(): AppError {
  return new AppError('notFound', 'This does not exist, or you do not have access to it.')
}

/** What was looked for; throws `notFound` when there is none. */
export function orNotFound<T>(found: T | undefined): T {
  if (found === undefined) throw notFound()
  return found
}
