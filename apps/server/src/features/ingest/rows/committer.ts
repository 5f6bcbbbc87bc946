import { CallStoreError } from '../../../db/calls/call-store.ts'
import type { Snapshots } from '../../../db/calls/snapshots.ts'
import { AppError } from '../../../lib/app-error.ts'
import { isFull } from '../../../lib/files/free-space.ts'
import { type Batch, type BatchNotes, pendingOf, type Replaced, replacedOf, writeCalls } from './batch.ts'
import { classify, revisionAfter, type CallVersion, type Outcome } from './classify.ts'
import type { Merged, SubmittedFields } from './merge-fields.ts'
import { LineChunks, type SpareChunks } from './line-chunks.ts'
import type { NormalCall } from './normalise.ts'
import type { Waiting } from './pending.ts'
import type { SentRow } from './read-rows.ts'
import type { JournalEntry } from '../journal/journal.ts'
import { readSent, type SentReading } from './read-sent.ts'
import type { RowError } from './row-errors.ts'
import type { SentFields } from './sent-fields.ts'
import { type KnownIds, selectKnownCalls } from './store.ts'
import type { StoredIds } from './stored-ids.ts'

/** What accepted batches wait for. */
interface Insertion {
  readonly waitingBytes: number
  readonly isFailing: boolean
  add(batch: Batch): void
}

export interface Committing extends SentReading {
  snapshots: Snapshots
  flusher: Insertion
  storedIds: Pick<StoredIds, 'filter'>
  spareChunks: SpareChunks
  /** The greatest version assigned so far. */
  newestVersion: number
  /** How much may wait while the store does not answer. */
  limits: { rows: number; bytes: number }
}

/** A call with the row it was sent as. */
export interface Submitted {
  call: NormalCall
  row: SentRow
}

/** What became of it. */
export type Classified = { outcome: Outcome; call: NormalCall } | { error: RowError }

/** What becomes of a call that was submitted. */
export interface ClassifiedCall {
  id: string
  contentHash: string
  outcome: Outcome
}

/** Told of the calls that are submitted, in their order, before any of them is written. When it throws, none is. */
export type BeforeWriting = (results: readonly ClassifiedCall[]) => Promise<void>

type Item = Submitted | SubmittedFields

interface Submitting {
  items: readonly Item[]
  /** Fields to be laid over calls: what was sent of these before has to be known. */
  isMerge: boolean
  beforeWriting?: BeforeWriting | undefined
}

interface Submission extends Submitting {
  resolve: (results: Classified[]) => void
  reject: (error: unknown) => void
}

const groupRows = 10_000
/** So much of what waits is kept in memory, too. */
const maxBytesInMemory = 64 << 20
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
  async submit(calls: readonly Submitted[], beforeWriting?: BeforeWriting): Promise<Classified[]> {
    return await this.#enqueue({ items: calls, isMerge: false, beforeWriting })
  }

  /** The same with fields that are laid over what was sent of their calls before; all else stays. */
  async merge(fields: readonly SubmittedFields[]): Promise<Classified[]> {
    return await this.#enqueue({ items: fields, isMerge: true })
  }

  /** What would become of the calls. Throws `unavailable` when the store of calls does not answer. */
  async classify(calls: readonly Submitted[]): Promise<ClassifiedCall[]> {
    const lookedUp = await this.#lookUp(calls)
    if (!lookedUp.isCertain) throw uncertain()
    return classifiedCalls(classifyAll(calls, lookedUp).results)
  }

  async #enqueue(submitting: Submitting): Promise<Classified[]> {
    const { promise, resolve, reject } = Promise.withResolvers<Classified[]>()
    this.#queue.push({ ...submitting, resolve, reject })
    this.#running ??= this.#run()
    return await promise
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
        const { isMerge = false, beforeWriting } = group[0] ?? {}
        const items = group.flatMap((submission) => submission.items)
        const results = await this.#commit({ items, isMerge, beforeWriting })
        let from = 0
        for (const { items: own, resolve } of group) {
          resolve(results.slice(from, from + own.length))
          from += own.length
        }
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.#running = undefined
  }

  /** Of one kind: while the store does not answer fields are refused, and calls are not. */
  #takeGroup(): Submission[] {
    const group: Submission[] = []
    let rows = 0
    for (const submission of this.#queue) {
      const [first = submission] = group
      if (submission.isMerge !== first.isMerge) break
      // One that is told may refuse: that is for itself alone.
      const isAlone = submission.beforeWriting !== undefined
      if (group.length > 0 && (isAlone || rows + submission.items.length > groupRows)) break
      group.push(submission)
      rows += submission.items.length
      if (isAlone) break
    }
    this.#queue = this.#queue.slice(group.length)
    return group
  }

  async #commit({ items: all, isMerge, beforeWriting }: Submitting): Promise<Classified[]> {
    await this.#requireCapacity(all)
    const { known, isCertain, sent } = isMerge ? await this.#lookUpSent(all) : await this.#lookUp(all)
    const classified = classifyAll(all, { known, sent })
    if (beforeWriting !== undefined) {
      if (!isCertain) throw uncertain()
      await beforeWriting(classifiedCalls(classified.results))
    }
    if (classified.accepted.length === 0) return classified.results
    const version = this.nextVersion()
    const notes: BatchNotes = {
      replaced: classified.replaced,
      unjudged: isCertain ? null : classified.accepted.map(({ submitted }) => sentOf(submitted)),
      isMerge,
    }
    const lines = new LineChunks(this.#committing.spareChunks)
    const rows = await writeCalls(lines, {
      calls: classified.accepted.map(({ submitted, revision }) => ({ call: submitted.call, revision })),
      version,
    })
    const entry = await this.#write(version, rows, notes)
    const isInMemory = this.#committing.flusher.waitingBytes + entry.bytes <= maxBytesInMemory
    const kept = isInMemory ? lines.keep() : {}
    if (!isInMemory) lines.giveBack()
    this.#keep({
      ...entry,
      ...kept,
      calls: classified.accepted.map(({ submitted, revision }) =>
        pendingOf({ call: submitted.call, revision }),
      ),
      notes,
    })
    return classified.results
  }

  async #write(version: number, rows: readonly Buffer[], notes: BatchNotes): Promise<JournalEntry> {
    const isPlain = notes.replaced.length === 0 && notes.unjudged === null && !notes.isMerge
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
    const { name, version, bytes, calls, notes } = batch
    const { filter } = this.#committing.storedIds
    for (const { id } of calls) filter?.add(id)
    const entry = { name, version, bytes }
    this.#committing.pending.add(calls, { entry, isClassified: notes.unjudged === null })
    this.#committing.flusher.add(batch)
  }

  async #requireCapacity(all: readonly Item[]): Promise<void> {
    const { journal, pending, flusher, limits } = this.#committing
    const bytes = all.reduce((sum, item) => sum + lengthOf(item) + prefixBytes, 0)
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
  async #lookUp(all: readonly Item[]): Promise<LookedUp> {
    const { calls, snapshots, pending, flusher } = this.#committing
    const { filter } = this.#committing.storedIds
    const known = new Map<string, Known>()
    const waiting = new Set<Waiting>()
    const ids = new Set<string>()
    const customerIds = new Set<string>()
    for (const item of all) {
      const { id, customerId } = callOf(item)
      const found = pending.find(id)
      if (found === undefined) {
        if (filter?.mayContain(id) === false) continue
        ids.add(id)
        customerIds.add(customerId)
      } else {
        known.set(id, found.call)
        waiting.add(found)
      }
    }
    const withinMs = flusher.isFailing ? degradedLookupTimeoutMs : lookupTimeoutMs
    const isCertain = [...waiting].every(({ isClassified }) => isClassified)
    const lookedUp = { known, waiting: [...waiting], isCertain, sent: new Map<string, SentFields>() }
    try {
      const asked = {
        customerIds: [...customerIds],
        ids: [...ids],
        withinMs,
        seen: await snapshots.published(),
      }
      const stored = await selectKnownCalls(calls, asked)
      for (const call of stored) known.set(call.id, call)
      return { ...lookedUp, stored: { ...asked, ids: stored.map(({ id }) => id) } }
    } catch (error) {
      if (error instanceof CallStoreError && error.kind !== 'query') return { ...lookedUp, isCertain: false }
      throw error
    }
  }

  /** The same, and what was sent of these calls. */
  async #lookUpSent(all: readonly Item[]): Promise<LookedUp> {
    for (;;) {
      const lookedUp = await this.#lookUp(all)
      const { known, waiting, stored, isCertain } = lookedUp
      if (!isCertain || stored === undefined) throw notKnown()
      const sent = await readSent(this.#committing, { waiting, stored }).catch((cause: unknown) => {
        throw cause instanceof CallStoreError && cause.kind !== 'query' ? notKnown(cause) : cause
      })
      // What waited was inserted meanwhile.
      if (sent === undefined) continue
      if (known.size > sent.size) throw notKnown()
      return { ...lookedUp, sent }
    }
  }
}

interface LookedUp {
  known: Map<string, Known>
  isCertain: boolean
  waiting: readonly Waiting[]
  /** Those that are in the table; undefined when that is not known. */
  stored?: KnownIds
  /** By id; only where fields are to be laid over it. */
  sent: ReadonlyMap<string, SentFields>
}

function notKnown(cause?: unknown): AppError {
  const description =
    'What was sent of these calls before cannot be read right now. Send the fields again later.'
  return new AppError('unavailable', description, { cause, retryAfterSeconds })
}

function callOf(item: Item): { id: string; customerId: string } {
  return 'call' in item ? item.call : item
}

function lengthOf(item: Item): number {
  return 'call' in item ? item.call.columns.length : item.row.raw.length
}

type Known = Replaced & CallVersion

interface Accepted {
  submitted: Submitted
  revision: number | null
}

type Latest = Accepted & CallVersion & { fields: SentFields | undefined }

/**
 * Classifies each call in the order of arrival. Of several accepted versions of one call only the last is written, and
 * it replaces the version that was known before all of them.
 */
function classifyAll(
  all: readonly Item[],
  { known: stored, sent }: Pick<LookedUp, 'known' | 'sent'>,
): { results: Classified[]; accepted: Accepted[]; replaced: Replaced[] } {
  const accepted = new Map<string, Latest>()
  const replaced = new Map<string, Replaced>()
  const results = all.map((item): Classified => {
    const { id } = callOf(item)
    const before = stored.get(id)
    const latest = accepted.get(id)
    const merged: (Partial<Merged> & Pick<Merged, 'call'>) | { error: RowError } =
      'call' in item ? item : item.over(latest?.fields ?? sent.get(id))
    if ('error' in merged) return merged
    const { call, fields, hashBefore } = merged
    const known = latest ?? (before && { ...before, contentHash: hashBefore ?? before.contentHash })
    const outcome = classify(known, call)
    if (outcome === 'created' || outcome === 'updated') {
      const revision = revisionAfter(known, call)
      const submitted = { call, row: item.row }
      accepted.set(id, { submitted, revision, contentHash: call.contentHash, isOver: call.isOver, fields })
      if (before !== undefined) replaced.set(id, replacedOf(before))
    }
    return { outcome, call }
  })
  return { results, accepted: [...accepted.values()], replaced: [...replaced.values()] }
}

function classifiedCalls(results: readonly Classified[]): ClassifiedCall[] {
  return results.flatMap((one) =>
    'error' in one ? [] : [{ id: one.call.id, contentHash: one.call.contentHash, outcome: one.outcome }],
  )
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
