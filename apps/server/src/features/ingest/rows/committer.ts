import { CallStoreError, type CallStore } from '../../../db/calls/call-store.ts'
import type { Snapshots } from '../../../db/calls/snapshots.ts'
import { AppError } from '../../../lib/app-error.ts'
import { isFull } from '../../../lib/files/free-space.ts'
import { type Batch, type BatchNotes, encodeCalls, pendingOf, type Replaced, replacedOf } from './batch.ts'
import { classify, revisionAfter, type CallVersion, type Outcome } from './classify.ts'
import type { NormalCall } from './normalise.ts'
import type { PendingCalls } from './pending.ts'
import type { SentRow } from './read-rows.ts'
import type { Journal, JournalEntry } from '../journal/journal.ts'
import { selectKnownCalls } from './store.ts'
import type { StoredIds } from './stored-ids.ts'

/** What accepted batches wait for. */
interface Insertion {
  readonly waitingBytes: number
  readonly isFailing: boolean
  add(batch: Batch): void
}

export interface Committing {
  calls: CallStore
  snapshots: Snapshots
  journal: Journal
  pending: PendingCalls
  flusher: Insertion
  storedIds: Pick<StoredIds, 'filter'>
  /** The greatest version assigned so far. */
  newestVersion: number
  /** How much may wait while the store does not answer. */
  limits: { rows: number; bytes: number }
}

/** A call with the row it was sent as. */
export interface Submitted {
  call: NormalCall
  row: Pick<SentRow, 'line' | 'raw'>
}

/** What becomes of a call that was submitted. */
export interface JudgedCall {
  id: string
  contentHash: string
  outcome: Outcome
}

/** Told of the calls that are submitted, in their order, before any of them is written. When it throws, none is. */
export type BeforeWriting = (judged: readonly JudgedCall[]) => Promise<void>

interface Submission {
  calls: readonly Submitted[]
  beforeWriting: BeforeWriting | undefined
  resolve: (outcomes: Outcome[]) => void
  reject: (error: unknown) => void
}

const groupRows = 10_000
// Per row, for what precedes its columns.
const prefixBytes = 60
const retryAfterSeconds = 10
// The source waits for the answer, so a failing store gets less time.
const lookupTimeoutMs = 20_000
const degradedLookupTimeoutMs = 2000

/**
 * Classifies calls against the known ones and writes those that change something to disk, one group after another. The
 * calls that arrive while a group is written form the next one, which shares one look-up and one wait for the disk.
 */
export class Committer {
  readonly #committing: Committing
  #newestVersion: number
  #queue: Submission[] = []
  #running: Promise<void> | undefined

  constructor(committing: Committing) {
    this.#committing = committing
    this.#newestVersion = committing.newestVersion
  }

  /** Resolves when the accepted calls are on disk. When it rejects, none of them is. */
  async submit(calls: readonly Submitted[], beforeWriting?: BeforeWriting): Promise<Outcome[]> {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome[]>()
    this.#queue.push({ calls, beforeWriting, resolve, reject })
    this.#running ??= this.#run()
    return await promise
  }

  /** What would become of the calls. Throws `unavailable` when the store of calls does not answer. */
  async judge(calls: readonly Submitted[]): Promise<JudgedCall[]> {
    const { known, isCertain } = await this.#lookUp(calls)
    if (!isCertain) throw uncertain()
    return judgedOf(calls, classifyAll(calls, known).outcomes)
  }

  /** Versions grow with every batch, also across restarts. They follow the clock in case the store cannot be asked. */
  nextVersion(): number {
    this.#newestVersion = Math.max(this.#newestVersion + 1, Date.now())
    return this.#newestVersion
  }

  async close(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    // Groups the requests of the same tick.
    await Promise.resolve()
    while (this.#queue.length > 0) {
      const group = this.#takeGroup()
      try {
        const outcomes = await this.#commit(
          group.flatMap((submission) => submission.calls),
          group[0]?.beforeWriting,
        )
        let from = 0
        for (const { calls, resolve } of group) {
          resolve(outcomes.slice(from, from + calls.length))
          from += calls.length
        }
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.#running = undefined
  }

  #takeGroup(): Submission[] {
    const group: Submission[] = []
    let rows = 0
    for (const submission of this.#queue) {
      if (group.length > 0 && rows + submission.calls.length > groupRows) break
      // One that is told may refuse: that is for itself alone.
      const isAlone = submission.beforeWriting !== undefined
      if (group.length > 0 && isAlone) break
      group.push(submission)
      rows += submission.calls.length
      if (isAlone) break
    }
    this.#queue = this.#queue.slice(group.length)
    return group
  }

  async #commit(all: readonly Submitted[], beforeWriting?: BeforeWriting): Promise<Outcome[]> {
    await this.#requireRoom(all)
    const { known, isCertain } = await this.#lookUp(all)
    const classified = classifyAll(all, known)
    if (beforeWriting !== undefined) {
      if (!isCertain) throw uncertain()
      await beforeWriting(judgedOf(all, classified.outcomes))
    }
    if (classified.accepted.length === 0) return classified.outcomes
    const version = this.nextVersion()
    const notes: BatchNotes = {
      replaced: classified.replaced,
      unjudged: isCertain ? null : classified.accepted.map(({ submitted }) => sentOf(submitted)),
    }
    const file = await this.#write(version, classified.accepted, notes)
    this.#keep({
      ...file,
      calls: classified.accepted.map(({ submitted, revision }) =>
        pendingOf({ call: submitted.call, revision }),
      ),
      notes,
    })
    return classified.outcomes
  }

  async #write(version: number, accepted: readonly Accepted[], notes: BatchNotes): Promise<JournalEntry> {
    const rows = encodeCalls(
      accepted.map(({ submitted, revision }) => ({ call: submitted.call, revision })),
      version,
    )
    const isPlain = notes.replaced.length === 0 && notes.unjudged === null
    try {
      return await this.#committing.journal.accept(version, rows, isPlain ? undefined : notes)
    } catch (cause) {
      if (isFull(cause)) throw storageFull(cause)
      if (cause instanceof AppError) throw cause
      throw new AppError('unavailable', 'Calls cannot be written to disk right now. Try again later.', {
        cause,
        retryAfterSeconds,
      })
    }
  }

  #keep(batch: Batch): void {
    const { version, calls, notes } = batch
    const { filter } = this.#committing.storedIds
    for (const { id } of calls) filter?.add(id)
    this.#committing.pending.add(calls, { version, isClassified: notes.unjudged === null })
    this.#committing.flusher.add(batch)
  }

  async #requireRoom(all: readonly Submitted[]): Promise<void> {
    const { journal, pending, flusher, limits } = this.#committing
    const bytes = all.reduce((sum, { call }) => sum + call.columns.length + prefixBytes, 0)
    if (pending.size + all.length > limits.rows || flusher.waitingBytes + bytes > limits.bytes) {
      throw new AppError('unavailable', 'Too many calls are waiting to be stored. Send these again later.', {
        retryAfterSeconds,
      })
    }
    if (!(await journal.hasSpaceFor(bytes))) throw storageFull()
  }

  /**
   * The known versions of these calls. Pending calls are looked up before the store, as a call that is inserted in
   * between would otherwise be found in neither. The result is not certain when the store does not answer, or when a
   * pending call has not been classified itself.
   */
  async #lookUp(all: readonly Submitted[]): Promise<{ known: Map<string, Known>; isCertain: boolean }> {
    const { calls, snapshots, pending, flusher } = this.#committing
    const { filter } = this.#committing.storedIds
    const known = new Map<string, Known>()
    const ids = new Set<string>()
    const customerIds = new Set<string>()
    let isCertain = true
    for (const { call } of all) {
      const waiting = pending.find(call.id)
      if (waiting === undefined) {
        if (filter?.mayContain(call.id) === false) continue
        ids.add(call.id)
        customerIds.add(call.customerId)
      } else {
        known.set(call.id, waiting.call)
        isCertain &&= waiting.isClassified
      }
    }
    const withinMs = flusher.isFailing ? degradedLookupTimeoutMs : lookupTimeoutMs
    try {
      const asked = { customerIds: [...customerIds], ids: [...ids], withinMs }
      const stored = await selectKnownCalls(calls, { ...asked, seen: await snapshots.published() })
      for (const call of stored) known.set(call.id, call)
      return { known, isCertain }
    } catch (error) {
      if (error instanceof CallStoreError && error.kind !== 'query') return { known, isCertain: false }
      throw error
    }
  }
}

type Known = Replaced & CallVersion

interface Accepted {
  submitted: Submitted
  revision: number | null
}

/**
 * Classifies each call in the order of arrival. Of several accepted versions of one call only the last is written, and
 * it replaces the version that was known before all of them.
 */
function classifyAll(all: readonly Submitted[], stored: ReadonlyMap<string, Known>) {
  const accepted = new Map<string, Accepted & CallVersion>()
  const replaced = new Map<string, Replaced>()
  const outcomes = all.map((submitted): Outcome => {
    const { call } = submitted
    const before = stored.get(call.id)
    const known = accepted.get(call.id) ?? before
    const outcome = classify(known, call)
    if (outcome === 'created' || outcome === 'updated') {
      const revision = revisionAfter(known, call)
      accepted.set(call.id, { submitted, revision, contentHash: call.contentHash })
      if (before !== undefined) replaced.set(call.id, replacedOf(before))
    }
    return outcome
  })
  return { outcomes, accepted: [...accepted.values()], replaced: [...replaced.values()] }
}

function judgedOf(all: readonly Submitted[], outcomes: readonly Outcome[]): JudgedCall[] {
  return all.flatMap(({ call: { id, contentHash } }, at) => {
    const outcome = outcomes[at]
    return outcome === undefined ? [] : [{ id, contentHash, outcome }]
  })
}

function uncertain(): AppError {
  const description = 'These calls cannot be compared with those that are stored right now. Try again later.'
  return new AppError('unavailable', description, { retryAfterSeconds })
}

function sentOf({ call, row }: Submitted): NonNullable<BatchNotes['unjudged']>[number] {
  return {
    line: row.line,
    raw: row.raw,
    sourceSystem: call.sourceSystem,
    externalCallId: call.externalCallId,
  }
}

function storageFull(cause?: unknown): AppError {
  return new AppError(
    'storageFull',
    'There is no space left to store calls. No calls of this batch were accepted.',
    { cause },
  )
}
