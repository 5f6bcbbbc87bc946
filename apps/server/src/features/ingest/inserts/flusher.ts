import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { LimitFunction } from 'p-limit'
import { CallStoreError } from '../../../db/calls/call-store.ts'
import type { Log } from '../../../lib/log.ts'
import type { Batch } from '../rows/batch.ts'
import { deleteSince, selectStoredSince } from './cut-short-store.ts'
import type { CallProblems } from '../changes/call-problems.ts'
import type { JournalEntry } from '../journal/journal.ts'
import { changedBy, composeMerge, type Merge, type Merging } from './merge.ts'
import { noteChanged } from '../changes/outbox-store.ts'
import type { Patches } from '../changes/patches.ts'
import { addCallerOf, otherNumber } from '../rows/callers.ts'
import { supersede } from '../changes/snapshot-store.ts'
import { storedMs } from '../rows/stored-instant.ts'
import { deleteAccepted, hasRejectedCalls } from '../rows/quarantine-store.ts'
import { insertCalls } from '../rows/store.ts'
import { inPartsOf } from '../../../lib/in-parts-of.ts'

export interface Flushing extends Merging {
  /** Of one at a time: held while calls are written, until all of it is seen or nothing is left of it. */
  limit: LimitFunction
  patches: Patches
  /** Makes good what the insert may have failed of; true when that included the insert itself. */
  repair: (merge: Merge | undefined) => Promise<boolean>
  log: Log
  /** The relations of this caller may be written from what was read before these rows. */
  isComputing: (caller: { customerId: string; number: string }) => boolean
  problems: CallProblems
  /** The calls of a merge can be read. */
  onInserted: (merge: Merge) => void
}

const mergedRows = 20_000
const mergedBytes = 32 << 20
/** The engine has to merge the parts of every insert, so small batches wait for more; readers hardly notice. */
const pauseMs = 500
const enoughRows = 5000
/** A statement for more would keep others waiting where the database is embedded. */
const acceptedPerDelete = 2000
const firstRetryMs = 250
const maxRetryMs = 30_000

/** Inserts accepted batches into the table, in order, one insert at a time, each until it succeeds. */
export class Flusher {
  readonly #flushing: Flushing
  readonly #waiting: Batch[] = []
  /** Its batches are the first of `#waiting`. */
  #merge: Merge | undefined
  /** The insert was interrupted before, by the end of the process or by an error. */
  #wasCutShort = false
  readonly #waiters: { version: number; resolve: () => void; reject: (error: unknown) => void }[] = []
  readonly #closing = new AbortController()
  #wake = Promise.withResolvers<void>()
  #inserted = Promise.withResolvers<void>()
  #failures = 0
  #loop: Promise<void> | undefined

  constructor(flushing: Flushing) {
    this.#flushing = flushing
  }

  /** Begins with the insert that an earlier run left unfinished. */
  start(unfinished: Merge | undefined): void {
    this.#merge = unfinished
    this.#wasCutShort = unfinished !== undefined
    this.#loop = this.#run()
  }

  add(batch: Batch): void {
    this.#waiting.push(batch)
    this.#wake.resolve()
  }

  get waitingBytes(): number {
    return this.#waiting.reduce((bytes, batch) => bytes + batch.bytes, 0)
  }

  /** When the first batch that waits was accepted; undefined when none does. */
  get waitingSinceMs(): number | undefined {
    // Versions follow the clock, in milliseconds.
    return this.#waiting[0]?.version
  }

  /** True while inserts fail. */
  get isFailing(): boolean {
    return this.#failures > 0
  }

  /** Resolves when everything accepted so far can be read; rejects when the portal ends before. */
  async settled(): Promise<void> {
    const last = this.#waiting.at(-1)
    if (last === undefined) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiters.push({ version: last.version, resolve, reject })
    this.#wake.resolve()
    await promise
  }

  /** Resolves after the insert that runs or comes next. */
  async nextInsert(): Promise<void> {
    await this.#inserted.promise
  }

  /** Finishes the current insert. What waits stays in the journal for the next start. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#wake.resolve()
    await this.#loop
    this.#inserted.resolve()
    for (const { reject } of this.#waiters.splice(0)) reject(new CallStoreError('unavailable'))
  }

  async #run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      if (this.#waiting.length === 0) {
        this.#wake = Promise.withResolvers<void>()
        if (this.#waiting.length === 0) await this.#wake.promise
        continue
      }
      const startedMs = performance.now()
      const merge = await this.#flushing.limit(async () => await this.#insertUntilDone())
      if (merge === undefined) return
      this.#waiting.splice(0, merge.batches.length)
      this.#flushing.onInserted(merge)
      for (const { giveBack } of merge.batches) giveBack?.()
      this.#inserted.resolve()
      this.#inserted = Promise.withResolvers<void>()
      this.#resolveWaiters()
      await this.#pause(pauseMs - (performance.now() - startedMs))
    }
  }

  /** Undefined when it could not be done before the portal ended. Nothing else is written while an insert is half done. */
  async #insertUntilDone(): Promise<Merge | undefined> {
    while (!this.#closing.signal.aborted) {
      try {
        const merge = await this.#insert()
        this.#failures = 0
        this.#flushing.problems.set('waiting', false)
        return merge
      } catch (error) {
        const retryMs = Math.min(firstRetryMs * 2 ** this.#failures, maxRetryMs)
        this.#failures++
        this.#wasCutShort = true
        if (await this.#flushing.repair(this.#merge)) {
          const merge = await this.#finish()
          if (merge !== undefined) return merge
        }
        this.#flushing.problems.set('waiting', true)
        this.#flushing.log.error({ err: error, retryMs }, 'accepted calls could not be inserted; tried again')
        await this.#sleep(retryMs)
      }
    }
    return undefined
  }

  async #insert(): Promise<Merge> {
    const { calls, journal, snapshots, patches, isComputing } = this.#flushing
    this.#merge ??= await composeMerge(this.#nextBatches(), this.#flushing)
    const { replaced, number, file, inserted } = this.#merge
    await snapshots.begin(number)
    if (replaced.length > 0) await supersede(calls, replaced, { number, before: file.version })
    if (inserted.length > 0) await this.#insertFile(file, file.name)
    if (inserted.length > 0 && this.#wasCutShort) await this.#completeInsert(this.#merge)
    const startsMs = [...replaced, ...inserted].map((call) => storedMs(call.startedAt))
    await snapshots.publish(number, { supersedes: replaced.length > 0, startsMs })
    if (replaced.length > 0) patches.applySoon()
    for (const call of inserted) {
      const caller = { customerId: call.customerId, number: otherNumber(call) }
      if (isComputing(caller)) addCallerOf(this.#merge.callers, call)
    }
    await this.#noteInserted(this.#merge)
    await journal.finishMerge(file, this.#merge.batches)
    const merge = this.#merge
    this.#merge = undefined
    this.#wasCutShort = false
    return merge
  }

  /** What has to be known of an insert before the journal forgets it. */
  async #noteInserted(merge: Merge): Promise<void> {
    const { db } = this.#flushing
    await noteChanged(db, merge.number, changedBy(merge))
    if (await hasRejectedCalls(db)) await this.#deleteRejected(merge)
  }

  /** Of calls that were rejected before and are accepted now. */
  async #deleteRejected(merge: Merge): Promise<void> {
    // Versions follow the clock.
    const accepted = merge.batches
      .filter(({ notes }) => !notes.isMerge)
      .flatMap(({ calls, version }) => calls.map(({ id }) => ({ id, acceptedMs: version })))
    for (const some of inPartsOf(acceptedPerDelete, accepted)) await deleteAccepted(this.#flushing.db, some)
  }

  /** Of an insert that somebody else has done; undefined when none was begun. */
  async #finish(): Promise<Merge | undefined> {
    const merge = this.#merge
    if (merge === undefined) return undefined
    await this.#flushing.journal.finishMerge(merge.file, merge.batches)
    this.#merge = undefined
    this.#wasCutShort = false
    this.#failures = 0
    return merge
  }

  /**
   * The engine skips an insert it has done before, by its deduplication token. A process that is killed at the wrong
   * moment leaves the token of a part without its rows (chDB 3.4.0): then all of it is inserted again under another one.
   */
  async #completeInsert({ file, inserted }: Merge): Promise<void> {
    const { calls, log } = this.#flushing
    // Each batch of a merge has its own version; that of the file is the first of them.
    const all = { ids: inserted.map((call) => call.id), version: file.version }
    const stored = await selectStoredSince(calls, all)
    if (stored.size === inserted.length) return
    log.error({ missing: inserted.length - stored.size }, 'an insert that was cut short is done again')
    await deleteSince(calls, all)
    await this.#insertFile(file, `${file.name} ${randomUUID()}`)
  }

  async #insertFile(file: JournalEntry, token: string): Promise<void> {
    const { calls, journal } = this.#flushing
    await journal.withMergeFile(file, async (path) => await insertCalls(calls, path, token))
  }

  /**
   * As many batches as make a good insert. No call occurs twice in it, as the version that a correction replaces has to
   * be in the table before the correction.
   */
  #nextBatches(): Batch[] {
    const batches: Batch[] = []
    const ids = new Set<string>()
    let bytes = 0
    for (const batch of this.#waiting) {
      const isFirst = batches.length === 0
      const fits = ids.size + batch.calls.length <= mergedRows && bytes + batch.bytes <= mergedBytes
      if (
        !isFirst &&
        (!fits || batch.notes.unjudged !== null || batch.calls.some((call) => ids.has(call.id)))
      )
        break
      batches.push(batch)
      bytes += batch.bytes
      for (const call of batch.calls) ids.add(call.id)
      if (batch.notes.unjudged !== null) break
    }
    return batches
  }

  #resolveWaiters(): void {
    const oldest = this.#waiting[0]?.version ?? Infinity
    for (const waiter of this.#waiters.splice(0)) {
      if (waiter.version < oldest) waiter.resolve()
      else this.#waiters.push(waiter)
    }
  }

  /** Waits for more batches, unless somebody waits for the insert or it is large enough already. */
  async #pause(ms: number): Promise<void> {
    const endMs = performance.now() + ms
    while (performance.now() < endMs && !this.#closing.signal.aborted) {
      const rows = this.#waiting.reduce((count, batch) => count + batch.calls.length, 0)
      if (this.#waiters.length > 0 || rows >= enoughRows) return
      await this.#sleep(Math.min(20, ms))
    }
  }

  async #sleep(ms: number): Promise<void> {
    await setTimeout(ms, undefined, { signal: this.#closing.signal }).catch(() => {})
  }
}
