import type { ErrorCode } from '@callboard/contract/errors'
import type { FastifyBaseLogger } from 'fastify'
import type { AppError } from '../lib/app-error.ts'

const intervalMs = 10_000

/** Logs the errors of requests. Those that come in masses are logged once, and then counted for an interval. */
export class ErrorLog {
  readonly #log: FastifyBaseLogger
  readonly #counts = new Map<ErrorCode, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  add(appError: AppError, error: unknown, requestLog: FastifyBaseLogger): void {
    const { code, status } = appError
    // A cancelled query is no error of ours.
    if (status < 500 || code === 'queryCancelled') return
    if (status !== 503) {
      requestLog.error({ err: error }, 'a request failed')
      return
    }
    const count = this.#counts.get(code)
    this.#counts.set(code, (count ?? 0) + 1)
    this.#timer ??= setTimeout(() => this.flush(), intervalMs).unref()
    // Of an overload there is nothing to find out but how large it is.
    if (count === undefined && code !== 'overloaded') requestLog.error({ err: error }, 'a request failed')
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
