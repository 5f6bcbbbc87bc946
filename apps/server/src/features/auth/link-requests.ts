import { addressBlock } from '../../access/sign-in/address-block.ts'
import { AppError } from '../../lib/app-error.ts'
import { BoundedQueue } from '../../lib/bounded-queue.ts'
import { RecentCounts } from '../../lib/recent-counts.ts'

const ofAddressAMinute = 20

/** Limits the requests for links before any of them costs the database something: anybody may send them. */
export class LinkRequests {
  readonly #ofAddress = new RecentCounts(60_000)
  // One after the other, so that many at once make nobody else wait for the database.
  readonly #queue = new BoundedQueue({ concurrency: 1, waiting: 100 })

  /** Does the work of a request. Throws `tooManyRequests` for too many of one address, and `overloaded`. */
  async limit(address: string, work: () => Promise<void>): Promise<void> {
    const block = addressBlock(address)
    if (this.#ofAddress.of(block) >= ofAddressAMinute) {
      throw new AppError('tooManyRequests', 'Too many requests. Wait a minute and try again.', {
        retryAfterSeconds: 60,
      })
    }
    this.#ofAddress.add(block, Date.now())
    await this.#queue.run(work)
  }
}
