import pLimit, { type LimitFunction } from 'p-limit'
import { AppError } from './app-error.ts'

/** Does so much side by side and lets so much more wait; beyond that it rejects right away with `overloaded`. */
export class BoundedQueue {
  readonly #limit: LimitFunction
  readonly #capacity: number

  constructor({ concurrency, waiting }: { concurrency: number; waiting: number }) {
    this.#limit = pLimit(concurrency)
    this.#capacity = concurrency + waiting
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#limit.activeCount + this.#limit.pendingCount >= this.#capacity)
      throw new AppError('overloaded', 'The portal is busy. Try again in a moment.', {
        retryAfterSeconds: 5,
      })
    return await this.#limit(work)
  }
}
