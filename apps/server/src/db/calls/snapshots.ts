import { setTimeout } from 'node:timers/promises'
import type { Fence } from './fenced-calls.ts'
import type { SingleFlightCache } from './single-flight-cache.ts'
import { DirtyHours, type DirtyStarts } from './dirty-hours.ts'

/** The calls as some change left them: what all reads of an answer see, whatever is written meanwhile. */
export interface Snapshot {
  /** Of the newest change that is seen. Numbers rise and follow the clock, in milliseconds. */
  readonly number: number
  /**
   * The condition under which a read sees a row: `all` while all rows are of this snapshot, `live` while nothing newer is
   * being written, `atSnapshot` when each row is classified by its numbers.
   */
  readonly visibility: 'all' | 'live' | 'atSnapshot'
  /** No call starts later; `Infinity` when that is not known. */
  readonly newestStartMs: number
}

export interface ReadingAt {
  at: Snapshot
  signal: AbortSignal
}

/** Where several processes find the number that one of them has published. */
export interface SharedNumber {
  read(): Promise<number>
  write(number: number, fence: Fence): Promise<void>
}

export interface StoredChanges {
  /** Of the newest change that is whole. */
  published: number
  /** Of the oldest and the newest change that took out rows which are still in the table; undefined when none did. */
  superseding: Superseding | undefined
  /** Number of the change that an earlier run left half done. */
  unfinished: number | undefined
  /** No call starts later; `Infinity` when that is not known. */
  newestStartMs: number
}

/** What is asked of the calls that start within a time; `toMs` is exclusive. */
export interface Question {
  /** All that the answer depends on, but the calls. */
  text: string
  fromMs: number
  toMs: number
}

interface Superseding {
  oldest: number
  newest: number
}

interface Lease {
  at: Snapshot
  preempted: AbortController
  ended: Promise<void>
  end: () => void
}

/** An answer without conditions may hold up a change for this long; then it is asked again with them. */
const timeoutMs = 500
/** What a change took out is kept for so long, for lists that are read page by page. */
const keptMs = 20 * 60_000
/** Other processes do not say what they read. No answer takes a day. */
const keptForOthersMs = 24 * 3_600_000
const maxChangeMs = 3_600_000

/**
 * Lets every answer see each change of calls as a whole or not at all. A change brings rows and takes out others under
 * its number, in several statements; when all is written its number is published, which moves all later answers at once.
 *
 * An answer that begins while nothing is being written needs no condition for that. The next change waits for it before
 * its first statement, or, when that takes long, has it done again with conditions: either way nothing that it read was
 * touched before it ended (docs/decisions/0017-snapshots.md).
 */
export class Snapshots {
  readonly #reads: SingleFlightCache
  readonly #shared: SharedNumber | undefined
  readonly #leases = new Set<Lease>()
  #touched = new DirtyHours({ number: 0, newestStartMs: Infinity })
  #published = 0
  #newest = 0
  #superseding: Superseding | undefined
  /** The change that is being written, or is half done. */
  #changing: number | undefined
  /** What changes up to this one took out may be gone. */
  #cleanedTo = 0
  #fence: Fence = async () => {}

  constructor({ reads, shared }: { reads: SingleFlightCache; shared?: SharedNumber | undefined }) {
    this.#reads = reads
    this.#shared = shared
  }

  /** To be called when this process begins to write, with what is stored then. */
  resume(stored: StoredChanges, fence: Fence): void {
    this.#touched = new DirtyHours({ number: stored.published, newestStartMs: stored.newestStartMs })
    this.#published = stored.published
    this.#newest = Math.max(stored.published, stored.unfinished ?? 0)
    this.#superseding = stored.superseding
    this.#changing = stored.unfinished
    this.#cleanedTo = stored.published
    this.#fence = fence
  }

  /** Of the newest change that every process may see. */
  async published(): Promise<number> {
    return this.#shared === undefined ? this.#published : await this.#shared.read()
  }

  /**
   * Runs `work`, all of whose reads have to be at the snapshot that it is given. It runs twice when a change could not wait
   * for it; the signal ends the first run. `number` is that of an earlier snapshot, which is read again if it still can be.
   */
  async read<T>(
    { signal, number }: { signal?: AbortSignal | undefined; number?: number | undefined },
    work: (reading: ReadingAt) => Promise<T>,
  ): Promise<T> {
    const published = await this.published()
    const wanted = number !== undefined && this.#keeps(number, published) ? number : published
    return await this.#readAt(wanted, signal, work)
  }

  /**
   * A text that is read at the snapshot of an answer: once for all who ask for it at the same time, and not again while no
   * change touched the calls that it tells of. It is read on its own, so that it outlives the answer that asked first.
   */
  async readOnce(
    { at: { number }, signal }: ReadingAt,
    { text, ...time }: Question,
    read: (reading: ReadingAt) => Promise<string>,
  ): Promise<string> {
    const newest = this.#shared === undefined ? this.#touched.newest(time) : number
    // At an earlier snapshot than the newest change of these calls nobody knows which one came before.
    const state = Math.min(newest, number)
    return await this.#reads.read(
      `${state} ${text}`,
      signal,
      async (left) => await this.#readAt(number, left, read),
    )
  }

  /** To be called when calls were written by no change, while nobody read: those of the demo. None of them starts later. */
  filled(newestStartMs: number): void {
    this.#touched.touch(this.#published, [newestStartMs])
    this.#reads.clear()
  }

  async #readAt<T>(
    number: number,
    signal: AbortSignal | undefined,
    work: (reading: ReadingAt) => Promise<T>,
  ): Promise<T> {
    const lease = this.#lease(this.#isQuick(number) ? this.#quick() : { number, visibility: 'atSnapshot' })
    const preempted = lease.preempted.signal
    let again: Lease
    try {
      const signals = signal === undefined ? [preempted] : [preempted, signal]
      const answer = await work({ at: lease.at, signal: AbortSignal.any(signals) })
      if (!preempted.aborted) return answer
    } catch (error) {
      if (!preempted.aborted || signal?.aborted === true) throw error
    } finally {
      // Before the first one ends, so that its rows are kept.
      again = this.#lease({ number: lease.at.number, visibility: 'atSnapshot' })
      lease.end()
      if (!preempted.aborted) again.end()
    }
    try {
      return await work({ at: again.at, signal: signal ?? again.preempted.signal })
    } finally {
      again.end()
    }
  }

  /** Runs work that may take long and cannot be done again. */
  async hold<T>(work: (at: Snapshot) => Promise<T>): Promise<T> {
    const { at, end } = await this.open()
    try {
      return await work(at)
    } finally {
      end()
    }
  }

  /** A snapshot for what is read bit by bit; it has to be ended. */
  async open(): Promise<{ at: Snapshot; end: () => void }> {
    return this.#lease({ number: await this.published(), visibility: 'atSnapshot' })
  }

  /** The number of a new change; there is one change at a time. */
  next(): number {
    this.#newest = Math.max(this.#newest + 1, Date.now())
    return this.#newest
  }

  /**
   * To be awaited before the first statement of a change: afterwards no answer without conditions is going on. It may begin
   * again after an error. Throws while another one is half done.
   */
  async begin(number: number): Promise<void> {
    if (this.#changing !== undefined && this.#changing !== number)
      throw new Error(`the change ${this.#changing} of calls is half done`)
    this.#changing = number
    this.#newest = Math.max(this.#newest, number)
    const quick = [...this.#leases].filter(({ at }) => at.visibility !== 'atSnapshot')
    if (quick.length === 0) return
    const waiting = new AbortController()
    await Promise.race([
      Promise.all(quick.map(({ ended }) => ended)),
      setTimeout(timeoutMs, undefined, { signal: waiting.signal }).catch(() => {}),
    ])
    waiting.abort()
    for (const { preempted } of quick) preempted.abort()
  }

  /** All of the change is written: from now on it is seen. `startsMs` are those of the calls that it brought or took out. */
  async publish(
    number: number,
    { supersedes, startsMs }: { supersedes: boolean; startsMs?: DirtyStarts },
  ): Promise<void> {
    await this.#shared?.write(number, this.#fence)
    this.#touched.touch(number, startsMs)
    if (supersedes) this.#superseding = { oldest: this.#superseding?.oldest ?? number, newest: number }
    this.#published = number
    this.#changing = undefined
  }

  /** The same of the last one of many changes that touched calls of any time; none of them starts later than that. */
  async publishLast(number: number, newestStartMs: number): Promise<void> {
    await this.publish(number, { supersedes: false })
    this.#touched.touchAll(number, newestStartMs)
  }

  /** Nothing of the change is left. */
  abandon(): void {
    this.#changing = undefined
  }

  /** Up to which change the rows taken out are needed by nobody; undefined when there are none to delete. */
  cleanable(nowMs: number): number | undefined {
    const to = this.oldestNeeded(nowMs)
    return this.#superseding === undefined || this.#superseding.oldest > to ? undefined : to
  }

  /** Number of the oldest snapshot that somebody may yet read. */
  oldestNeeded(nowMs: number): number {
    const age = this.#shared === undefined ? keptMs : keptForOthersMs
    return Math.min(this.#published, nowMs - age, ...[...this.#leases].map(({ at }) => at.number))
  }

  /** Older snapshots are not read again: to be called before rows are cleared for this one. */
  forget(to: number): void {
    this.#cleanedTo = Math.max(this.#cleanedTo, to)
  }

  /** They have been deleted, and nothing was written meanwhile. */
  cleaned(to: number): void {
    if (this.#superseding === undefined) return
    const { newest } = this.#superseding
    this.#superseding = newest > to ? { oldest: to + 1, newest } : undefined
  }

  #isQuick(number: number): boolean {
    return this.#shared === undefined && this.#changing === undefined && number === this.#published
  }

  #quick(): Pick<Snapshot, 'number' | 'visibility'> {
    return {
      number: this.#published,
      visibility: this.#superseding === undefined ? 'all' : 'live',
    }
  }

  #keeps(number: number, published: number): boolean {
    if (number > published) return false
    return this.#shared === undefined
      ? number >= this.#cleanedTo
      : number === published || number > Date.now() - keptForOthersMs + maxChangeMs
  }

  #lease(rows: Pick<Snapshot, 'number' | 'visibility'>): Lease {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const newestStartMs = this.#shared === undefined ? this.#touched.newestStartMs : Infinity
    const lease: Lease = {
      at: { ...rows, newestStartMs },
      preempted: new AbortController(),
      ended,
      end: () => {
        this.#leases.delete(lease)
        resolve()
      },
    }
    this.#leases.add(lease)
    return lease
  }
}

/** The rows of a snapshot, by the parameter `seen`. */
export const seenSql = 'seen_from <= {seen:UInt64} AND seen_to NOT BETWEEN 1 AND {seen:UInt64}'
