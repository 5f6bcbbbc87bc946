import pLimit, { type LimitFunction } from 'p-limit'
import { AppError } from './app-error.ts'

/** Does so much at once and lets so much more wait; beyond that it rejects at once with `overloaded`. */
export class BoundedQueue {
  readonly #limit: LimitFunction
  readonly #most: number

  constructor({ atOnce, waiting }: { atOnce: number; waiting: number }) {
    this.#limit = pLimit(atOnce)
    this.#most = atOnce + waiting
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#limit.activeCount + this.#limit.pendingCount >= this.#most)
      throw new AppError('overloaded', 'Too many people do this at once. Try again in a moment.', {
        retryAfterSeconds: 5,
      })
    return await this.#limit(work)
  }
}
