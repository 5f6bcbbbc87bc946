import { RecentCounts } from '../../lib/recent-counts.ts'

/**
 * The places for attempts of whoever is limited: a recent failure takes one, and so does an attempt while it is checked, so
 * that of many at once no more than the limit can fail.
 */
export class AttemptPlaces {
  readonly #limit: number
  readonly #failures: RecentCounts
  readonly #underWay = new Map<string, number>()

  constructor({ limit, windowMs }: { limit: number; windowMs: number }) {
    this.#limit = limit
    this.#failures = new RecentCounts(windowMs)
  }

  isFree(key: string): boolean {
    return this.#failures.of(key) + this.#underWayOf(key) < this.#limit
  }

  /** Whether failures alone have taken all. */
  isExhausted(key: string): boolean {
    return this.#failures.of(key) >= this.#limit
  }

  take(key: string): void {
    this.#underWay.set(key, this.#underWayOf(key) + 1)
  }

  release(key: string): void {
    const others = this.#underWayOf(key) - 1
    if (others > 0) this.#underWay.set(key, others)
    else this.#underWay.delete(key)
  }

  /** @param atMs Unix time in milliseconds. */
  addFailure(key: string, atMs: number): void {
    this.#failures.add(key, atMs)
  }

  #underWayOf(key: string): number {
    return this.#underWay.get(key) ?? 0
  }
}
