const hourMs = 3_600_000
/** As many as an import of three months touches. */
const maxHours = 2000

/** The starts of calls that a change brought or took out, in milliseconds; undefined when any may be among them. */
export type DirtyStarts = Iterable<number> | undefined

/**
 * Which hours each change of calls touched: what was read of other hours is still so. It only ever errs by taking an hour
 * for touched, as what is noted is bounded.
 */
export class DirtyHours {
  /** Number of the newest change that may have touched any hour. */
  #ofAll: number
  /** Number of the newest change that touched the hour. */
  readonly #numbers = new Map<number, number>()
  #newestStartMs: number

  constructor({ number, newestStartMs }: { number: number; newestStartMs: number }) {
    this.#ofAll = number
    this.#newestStartMs = newestStartMs
  }

  /** No call starts later. */
  get newestStartMs(): number {
    return this.#newestStartMs
  }

  /** Any hour may have been touched, and no call starts later. */
  touchAll(number: number, newestStartMs: number): void {
    this.#newestStartMs = newestStartMs
    this.#touchAll(number)
  }

  touch(number: number, startsMs: DirtyStarts): void {
    if (startsMs === undefined) {
      this.#newestStartMs = Infinity
      this.#touchAll(number)
      return
    }
    for (const startMs of startsMs) {
      this.#newestStartMs = Math.max(this.#newestStartMs, startMs)
      this.#numbers.set(Math.floor(startMs / hourMs), number)
    }
    if (this.#numbers.size > maxHours) this.#touchAll(number)
  }

  /** Number of the newest change that touched a time; `toMs` is exclusive. */
  newest({ fromMs, toMs }: { fromMs: number; toMs: number }): number {
    let newest = this.#ofAll
    for (const [hour, number] of this.#numbers) {
      if (number > newest && hour * hourMs < toMs && (hour + 1) * hourMs > fromMs) newest = number
    }
    return newest
  }

  #touchAll(number: number): void {
    this.#ofAll = number
    this.#numbers.clear()
  }
}
