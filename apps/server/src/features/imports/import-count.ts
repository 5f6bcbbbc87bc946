import { formatCounted } from '@callboard/contract/format'
import type { Import } from '@callboard/contract/imports'
import type { BatchEnd } from './ledger.ts'
import { gapsOf } from './days-without-calls.ts'

/** Reasons that are counted one by one. */
const countedReasons = 50
/** Of which the most frequent are shown. */
const shownReasons = 20

/** How far the reading of a file is, and what came of it. */
export class ImportCount {
  bytesRead = 0
  rows = 0
  created = 0
  updated = 0
  unchanged = 0
  rejected = 0
  firstCallAt: string | null = null
  lastCallAt: string | null = null
  /** What the adapter says of the file. */
  fileWarnings: readonly string[] = []
  /** Calls that were known, to which something is added. */
  added = 0
  /** What became of sound files. */
  recordings: readonly string[] = []
  #doubled = 0
  readonly #reasons = new Map<string, { count: number; value: string | null }>()
  readonly #days = new Set<string>()
  readonly #bytes: number
  readonly #startedMs = performance.now()

  constructor(bytes: number) {
    this.#bytes = bytes
  }

  add(batch: BatchEnd): void {
    this.rows += batch.rows
    this.created += batch.created
    this.updated += batch.updated
    this.unchanged += batch.unchanged
    this.rejected += batch.rejected
    this.#doubled += batch.doubled
    for (const [description, count, value] of batch.rejections) this.#reject(description, { count, value })
    for (const day of batch.days) this.#days.add(day)
    const starts = [this.firstCallAt, this.lastCallAt, batch.firstCallAt, batch.lastCallAt]
    const known = starts.filter((start) => start !== null).toSorted()
    this.firstCallAt = known.at(0) ?? null
    this.lastCallAt = known.at(-1) ?? null
  }

  #reject(description: string, { count, value }: { count: number; value: string | null }): void {
    const isCounted = this.#reasons.has(description) || this.#reasons.size < countedReasons
    const reason = isCounted ? description : ''
    const known = this.#reasons.get(reason)
    if (known === undefined) this.#reasons.set(reason, { count, value })
    else known.count += count
  }

  get rowsPerSecond(): number {
    return Math.round(this.rows / this.#seconds)
  }

  /** Null until that can be told. */
  get secondsLeft(): number | null {
    if (this.bytesRead === 0 || this.#bytes === 0) return null
    const bytesLeft = Math.max(0, this.#bytes - this.bytesRead)
    return Math.round(bytesLeft / (this.bytesRead / this.#seconds))
  }

  get elapsedMs(): number {
    return this.#seconds * 1000
  }

  get #seconds(): number {
    return Math.max(1, performance.now() - this.#startedMs) / 1000
  }

  rejections(): Import['rejections'] {
    const all = Array.from(this.#reasons, ([description, reason]) => ({ description, ...reason }))
    const shown = all
      .filter(({ description }) => description !== '')
      .toSorted((one, other) => other.count - one.count)
      .slice(0, shownReasons)
    const others = this.rejected - shown.reduce((sum, { count }) => sum + count, 0)
    return others > 0 ? [...shown, { description: '', count: others, value: null }] : shown
  }

  warnings(): string[] {
    const times = formatCounted(this.#doubled, 'time')
    const doubled = this.#doubled === 0 ? [] : [`The file repeats calls that it had before, ${times}.`]
    const known = formatCounted(this.added, 'call that was known', 'calls that were known')
    const added = this.added === 0 ? [] : [`What the file says was added to ${known}.`]
    return [...this.fileWarnings, ...added, ...doubled, ...gapsOf(this.#days), ...this.recordings]
  }
}
