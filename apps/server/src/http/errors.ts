import { type ErrorCode, errorStatus } from '@callboard/contract/errors'
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CallStoreError, type CallStoreErrorKind } from '../db/calls/call-store.ts'
import { isUnreachableDatabase } from '../db/postgres/unreachable-database.ts'
import { AppError } from '../lib/app-error.ts'
import { isFull } from '../lib/files/free-space.ts'
import { describeRequest } from './request-log.ts'

const storeCodes = {
  timeout: ['queryTimeout', 'This took too long. Choose a shorter period or add filters.'],
  memory: ['queryTooLarge', 'This needed too much memory. Choose a shorter period or add filters.'],
  cancelled: ['queryCancelled', 'This was cancelled.'],
  busy: ['overloaded', 'The portal is busy. Try again in a moment.'],
  unavailable: ['unavailable', 'Calls cannot be read right now. Try again in a moment.'],
  damaged: ['unavailable', 'Some calls cannot be read right now. They are being repaired.'],
  full: ['storageFull', 'There is not enough disk space to create this file.'],
  query: ['internal', 'Something went wrong.'],
} as const satisfies Record<CallStoreErrorKind, readonly [ErrorCode, string]>

const frameworkCodes: Record<string, readonly [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['payloadTooLarge', 'The body is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupportedMediaType', 'The media type of the body is not supported.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['malformedBody', 'The body is empty.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'malformedBody',
    'The length of the body does not match Content-Length.',
  ],
  FST_ERR_BAD_URL: ['invalid', 'The address is not valid.'],
  // A malformed id is an unknown id.
  FST_ERR_MAX_PARAM_LENGTH: ['notFound', 'This does not exist, or you do not have access to it.'],
}

/** Answers every error with the contract's list of errors. */
export function handleErrors(app: FastifyInstance): void {
  const errorLog = new ErrorLog(app.log)
  app.addHook('onClose', () => errorLog.flush())
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const appError = toAppError(error)
    errorLog.add(appError, error, request)
    return await sendError(reply, appError)
  })
}

export async function sendError(reply: FastifyReply, error: AppError): Promise<FastifyReply> {
  const { status, items, retryAfterSeconds = status === 503 ? 5 : undefined } = error
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds))
  if (status === 401) void reply.header('www-authenticate', 'Bearer')
  return await reply.code(status).type('application/json; charset=utf-8').send(items)
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof CallStoreError) {
    const [code, description] = storeCodes[error.kind]
    return new AppError(code, description, { cause: error })
  }
  // A client that goes away ends with the same code as a database; Fastify marks it as the client's error.
  if (isUnreachableDatabase(error) && statusOf(error) === undefined) {
    return new AppError(
      'unavailable',
      'The portal cannot reach its database right now. Try again in a moment.',
      {
        cause: error,
      },
    )
  }
  if (codeOf(error) === queryCanceled)
    return new AppError('queryTimeout', 'This took too long. Try again in a moment.', { cause: error })
  if (isNoText(error))
    return new AppError('invalid', 'A text contains an invalid character.', { cause: error })
  if (isFull(error))
    return new AppError('storageFull', 'There is not enough disk space to save this.', { cause: error })
  const known = codeOf(error) === undefined ? undefined : frameworkCodes[codeOf(error) ?? '']
  if (known !== undefined) return new AppError(known[0], known[1], { cause: error })
  const status = statusOf(error)
  if (status !== undefined && status >= 400 && status < 500) {
    return new AppError(codeForStatus(status), 'The request could not be read.', { cause: error })
  }
  return new AppError('internal', 'Something went wrong. The request id helps to find out what.', {
    cause: error,
  })
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined
}

function codeForStatus(status: number): ErrorCode {
  if (status === errorStatus.notFound) return 'notFound'
  if (status === errorStatus.payloadTooLarge) return 'payloadTooLarge'
  if (status === errorStatus.unsupportedMediaType) return 'unsupportedMediaType'
  return 'malformedBody'
}

// What PostgreSQL says of a statement that had more than `statement_timeout`.
const queryCanceled = '57014'

// character_not_in_repertoire: PostgreSQL neither stores nor compares a text with a NUL.
function isNoText(error: unknown): boolean {
  return codeOf(error) === '22021'
}

const intervalMs = 10_000

/** Logs the errors of requests. Those that come in masses are logged once, and then counted for an interval. */
class ErrorLog {
  readonly #log: FastifyBaseLogger
  readonly #counts = new Map<ErrorCode, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  add(appError: AppError, error: unknown, request: FastifyRequest): void {
    const { code, status } = appError
    // A cancelled query is no error of ours.
    if (status < 500 || code === 'queryCancelled') return
    if (status !== 503) {
      logFailed(request, error)
      return
    }
    const count = this.#counts.get(code)
    this.#counts.set(code, (count ?? 0) + 1)
    this.#timer ??= setTimeout(() => this.flush(), intervalMs).unref()
    // Of an overload there is nothing to find out but how large it is.
    if (count === undefined && code !== 'overloaded') logFailed(request, error)
  }

  /** Logs what was counted. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const [code, count] of this.#counts)
      if (count > 1 || code === 'overloaded')
        this.#log.error({ code, count, withinSeconds: intervalMs / 1000 }, 'requests failed')
    this.#counts.clear()
  }
}

function logFailed(request: FastifyRequest, error: unknown): void {
  request.log.error({ err: error, ...describeRequest(request) }, 'a request failed')
}
