import type { Journal, JournalEntry, RepeatableJournal } from './journal.ts'

/** An insert that was done after the last checkpoint. */
export interface DoneMerge {
  merge: JournalEntry
  batches: readonly JournalEntry[]
}

interface Deferred {
  run: () => Promise<void>
  merge?: DoneMerge
  computed?: readonly JournalEntry[]
  /** A change that can be done again. */
  change?: number
}

/**
 * A journal that keeps what is done until a checkpoint has it on disk, so that all that came since can be done again from
 * it (docs/decisions/0048-checkpoints.md).
 */
export class CheckpointedJournal implements Journal {
  readonly #journal: RepeatableJournal
  #deferred: Deferred[] = []
  #released = 0
  readonly #repeatable = new Set<number>()
  // What is passed on as it is.
  readonly readChange: RepeatableJournal['readChange'] = async (...given) =>
    await this.#journal.readChange(...given)
  readonly noteKept: RepeatableJournal['noteKept'] = async (...given) =>
    await this.#journal.noteKept(...given)
  readonly readKept: RepeatableJournal['readKept'] = async (...given) =>
    await this.#journal.readKept(...given)
  readonly hasSpaceFor: RepeatableJournal['hasSpaceFor'] = async (...given) =>
    await this.#journal.hasSpaceFor(...given)
  readonly accept: RepeatableJournal['accept'] = async (...given) => await this.#journal.accept(...given)
  readonly merge: RepeatableJournal['merge'] = async (...given) => await this.#journal.merge(...given)
  readonly readAccepted: RepeatableJournal['readAccepted'] = async (...given) =>
    await this.#journal.readAccepted(...given)
  readonly readInserted: RepeatableJournal['readInserted'] = async (...given) =>
    await this.#journal.readInserted(...given)
  readonly readNotes: RepeatableJournal['readNotes'] = async (...given) =>
    await this.#journal.readNotes(...given)
  readonly withMergeFile: RepeatableJournal['withMergeFile'] = async (...given) =>
    await this.#journal.withMergeFile(...given)
  readonly withScratch: RepeatableJournal['withScratch'] = async (...given) =>
    await this.#journal.withScratch(...given)
  readonly noteInserted: RepeatableJournal['noteInserted'] = async (...given) =>
    await this.#journal.noteInserted(...given)

  constructor(journal: RepeatableJournal) {
    this.#journal = journal
  }

  /** Stands for all that was done so far: to be given to `release` when it is on disk. */
  mark(): number {
    return this.#released + this.#deferred.length
  }

  /** `number` is that of the newest change before the mark. */
  async release(mark: number, number: number): Promise<void> {
    if (this.#released < mark) await this.noteKept(number)
    while (this.#released < mark) {
      const [first] = this.#deferred
      if (first === undefined) return
      await first.run()
      this.#deferred.shift()
      this.#released++
    }
  }

  /** Inserts that no checkpoint has yet, in order. */
  get doneMerges(): readonly DoneMerge[] {
    return this.#deferred.flatMap(({ merge }) => merge ?? [])
  }

  /** What relations were computed of, and may have to be again. */
  get computed(): readonly JournalEntry[] {
    return this.#deferred.flatMap(({ computed }) => computed ?? [])
  }

  /** Relations are computed anew of all that they were computed of: it stays until that is done. */
  keepComputed(): void {
    this.#deferred = this.#deferred.map((deferred) =>
      deferred.computed === undefined ? deferred : { run: async () => {} },
    )
  }

  /** Numbers of changes that no checkpoint has yet and that can be done again. */
  get doneChanges(): readonly number[] {
    return this.#deferred.flatMap(({ change }) => change ?? [])
  }

  async finishMerge(merge: JournalEntry, batches: readonly JournalEntry[]): Promise<void> {
    this.#defer({
      run: async () => await this.#journal.finishMerge(merge, batches),
      merge: { merge, batches },
    })
    await Promise.resolve()
  }

  async deleteInserted(entries: readonly JournalEntry[]): Promise<void> {
    this.#defer({ run: async () => await this.#journal.deleteInserted(entries), computed: entries })
    await Promise.resolve()
  }

  async noteChange(number: number, repeatable?: Buffer): Promise<void> {
    await this.#journal.noteChange(number, repeatable)
    if (repeatable !== undefined) this.#repeatable.add(number)
  }

  async forgetChange(number: number): Promise<void> {
    if (!this.#repeatable.delete(number)) return await this.#journal.forgetChange(number)
    this.#defer({ run: async () => await this.#journal.forgetChange(number), change: number })
  }

  async whenKept(forget: () => Promise<void>): Promise<void> {
    this.#defer({ run: forget })
    await Promise.resolve()
  }

  #defer(deferred: Deferred): void {
    this.#deferred.push(deferred)
  }
}
