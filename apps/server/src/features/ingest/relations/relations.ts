import { setTimeout } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { CallStore } from '../../../db/calls/call-store.ts'
import type { Db } from '../../../db/tables/schema.ts'
import type { Snapshots } from '../../../db/calls/snapshots.ts'
import { readSettings } from '../../../db/settings.ts'
import type { Log } from '../../../lib/log.ts'
import { startYielding } from '../../../lib/yield-to-event-loop.ts'
import { addCaller, type Callers, countCallers } from '../rows/callers.ts'
import { changedRelations, type Relation } from './relation-rules.ts'
import type { Journal, JournalEntry } from '../journal/journal.ts'
import {
  changeManyRelations,
  changeRelations,
  encodeRelations,
  selectRelatedCalls,
} from './relation-store.ts'
import type { UndoableChanges } from '../changes/undoable-changes.ts'
import { inPartsOf } from '../../../lib/in-parts-of.ts'

export interface RelationWork {
  calls: CallStore
  db: Db
  journal: Journal
  snapshots: Snapshots
  changes: UndoableChanges
  log: Log
}

const delayMs = 2000
/** During a load the same callers keep recurring: it is waited for, but not for ever. */
const manyCallers = 5000
const maxDelayMs = 20_000
const maxRetryMs = 30_000
/** What a load may leave in the journal, to be read again at the next start after a crash. */
const maxBytesOfLoad = 512 << 20
const numberBatchSize = 2000
const updateBatchSize = 100_000
/** Up to here they are part of the statement; more are passed in a table. */
const fewUpdates = 200

/**
 * Computes the relations of calls in the background: prior calls, first time, returned. The batches that made it
 * necessary stay in the journal until it is done, so that a crash only delays it.
 */
export class Relations {
  readonly #work: RelationWork
  readonly #oneAtATime = pLimit(1)
  #callers: Callers = new Map()
  /** Those whose calls have been read, and whose relations may not be written yet. */
  #computing: Callers = new Map()
  #files: JournalEntry[] = []
  #firstChangeMs = 0
  #lastChangeMs = 0
  #running: Promise<void> | undefined
  #failures = 0
  #beginnings = 0
  #isHurried = false
  #loads = 0
  #waitingBytes = 0
  readonly #closing = new AbortController()

  constructor(work: RelationWork) {
    this.#work = work
  }

  /** The relations of these callers are computed anew; then the files are deleted. */
  invalidate(callers: Callers, files: readonly JournalEntry[]): void {
    if (this.#callers.size === 0) this.#firstChangeMs = performance.now()
    this.#lastChangeMs = performance.now()
    for (const [customerId, numbers] of callers) {
      for (const number of numbers) addCaller(this.#callers, customerId, number)
    }
    for (const file of files) {
      this.#files.push(file)
      this.#waitingBytes += file.bytes
    }
    this.#running ??= this.#run()
  }

  /** What is being computed is computed once more when that is done: what was written of it may be gone. */
  beginAnew(): void {
    this.#beginnings++
  }

  /**
   * To be asked while rows are written: true when what is written next for this caller may have been computed without
   * them.
   */
  isComputing({ customerId, number }: { customerId: string; number: string }): boolean {
    return this.#computing.get(customerId)?.has(number) === true
  }

  /**
   * Computes the relations of these callers now, and changes all of them as one. Throws when it cannot, and keeps no note to
   * try again.
   */
  async recompute(customerId: string, numbers: readonly string[]): Promise<void> {
    await this.#computeAlone(new Map([[customerId, new Set(numbers)]]), Infinity)
  }

  /** Resolves when what is being computed has been written. */
  async computed(): Promise<void> {
    await this.#oneAtATime(async () => {})
  }

  /** The callers that `work` invalidates are computed after its end. */
  async duringLoad<T>(work: () => Promise<T>): Promise<T> {
    this.#loads++
    try {
      return await work()
    } finally {
      this.#loads--
    }
  }

  /** Resolves when the relations of all callers invalidated so far have been computed. */
  async settled(): Promise<void> {
    this.#isHurried = true
    await this.#running
    this.#isHurried = false
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    // So that it is known to run before it ends, where there is nothing to do.
    await Promise.resolve()
    while (this.#callers.size + this.#files.length > 0 && !this.#closing.signal.aborted) {
      await this.#wait()
      if (this.#closing.signal.aborted) break
      const callers = this.#callers
      const files = this.#files
      this.#callers = new Map()
      this.#files = []
      this.#waitingBytes = 0
      const beginnings = this.#beginnings
      try {
        await this.#computeAlone(callers)
        if (this.#beginnings === beginnings) await this.#work.journal.deleteInserted(files)
        else this.invalidate(callers, files)
        this.#failures = 0
      } catch (error) {
        this.#failures++
        this.invalidate(callers, files)
        if (!this.#closing.signal.aborted) {
          this.#work.log.error({ err: error }, 'relations of calls could not be computed; tried again')
        }
      }
    }
    this.#running = undefined
  }

  async #wait(): Promise<void> {
    const retryMs = this.#failures === 0 ? 0 : Math.min(1000 * 2 ** this.#failures, maxRetryMs)
    const fromMs = performance.now()
    for (;;) {
      const nowMs = performance.now()
      const isMany = countCallers(this.#callers) > manyCallers
      const dueMs = isMany
        ? Math.min(this.#lastChangeMs + delayMs, this.#firstChangeMs + maxDelayMs)
        : this.#firstChangeMs + delayMs
      const isOfLoad = this.#loads > 0 && this.#waitingBytes < maxBytesOfLoad
      const isDue = this.#isHurried || (nowMs >= dueMs && !isOfLoad)
      if ((isDue && nowMs - fromMs >= retryMs) || this.#closing.signal.aborted) return
      await setTimeout(50, undefined, { signal: this.#closing.signal }).catch(() => {})
    }
  }

  async #computeAlone(callers: Callers, changeBatchSize = updateBatchSize): Promise<void> {
    await this.#oneAtATime(async () => {
      this.#computing = callers
      try {
        await this.#compute(callers, changeBatchSize)
      } finally {
        this.#computing = new Map()
      }
    })
  }

  async #compute(callers: Callers, changeBatchSize: number): Promise<void> {
    const { returnedWithinHours } = await readSettings(this.#work.db)
    const withinMs = returnedWithinHours * 3_600_000
    for (const [customerId, numbers] of callers) {
      let changed: Relation[] = []
      for (const some of inPartsOf(numberBatchSize, [...numbers])) {
        if (this.#closing.signal.aborted) throw new Error('the portal ends')
        // Not `push(...)`: one caller may have more calls than a function takes arguments.
        changed = changed.concat(await this.#readChanged(customerId, some, withinMs))
        if (changed.length < changeBatchSize) continue
        await this.#update(customerId, changed)
        changed = []
      }
      await this.#update(customerId, changed)
    }
  }

  async #readChanged(customerId: string, numbers: readonly string[], withinMs: number): Promise<Relation[]> {
    const seen = await this.#work.snapshots.published()
    const related = await selectRelatedCalls(this.#work.calls, customerId, { numbers, seen })
    const changed: Relation[][] = []
    const yielding = startYielding()
    for (const history of Map.groupBy(related, (call) => call.number).values()) {
      changed.push(changedRelations(history, withinMs))
      if (yielding.isDue()) await yielding.yield()
    }
    return changed.flat()
  }

  /** One change, in as many statements as it takes. */
  async #update(customerId: string, changed: readonly Relation[]): Promise<void> {
    const { calls, journal, changes } = this.#work
    if (changed.length === 0) return
    const startsMs = changed.map((relation) => relation.startedMs)
    await changes.run(async (change) => {
      for (const some of inPartsOf(updateBatchSize, changed)) {
        if (some.length <= fewUpdates) await changeRelations(calls, { customerId, ...change }, some)
        else
          await journal.withScratch(
            encodeRelations(change.number, some),
            async (path) => await changeManyRelations(calls, { customerId, ...change }, path),
          )
      }
    }, startsMs)
  }
}
