import type { IngestAnswer } from '@callboard/contract/calls'
import type { Kysely } from 'kysely'
import pLimit, { type LimitFunction } from 'p-limit'
import { CallStoreError, type CallStore } from '../../db/call-store.ts'
import type { Database } from '../../db/schema.ts'
import type { SharedNumber, Snapshots } from '../../db/snapshots.ts'
import type { Geography } from '../../lib/geo/place-of-number.ts'
import type { Log } from '../../lib/log.ts'
import { Annotations } from './annotations.ts'
import { hasChange } from './annotation-store.ts'
import { decodeCallers, encodeCallers } from './batch.ts'
import { CallHolds } from './call-holds.ts'
import { checkRow, type IngestCustomer } from './check.ts'
import { Committer, type Submitted } from './committer.ts'
import { Cleaner } from './cleaner.ts'
import { Flusher, type Flushing } from './flusher.ts'
import type { Merge } from './merge.ts'
import { normaliseCall } from './normalise.ts'
import { deleteOldCalls, type OldCalls } from './deletion.ts'
import { mergeOf, newestVersionOf, openSnapshots, readBatches, readUnfinished } from './resume.ts'
import { startYielding } from './yield-to-event-loop.ts'
import { type PendingCall, PendingCalls } from './pending.ts'
import { Patches } from './patches.ts'
import type { SentRow } from './read-rows.ts'
import { CallRecordings } from './recordings.ts'
import { Relations } from './relations.ts'
import { type RowError, rowError } from './row-errors.ts'
import { Spool } from './spool.ts'
import { StoredIds } from './stored-ids.ts'
import { type ChangeToWrite, UndoableChanges } from './undoable-changes.ts'
import { insertQuarantined, type QuarantinedRow, selectIngestCustomer } from './store.ts'

export interface IngestOptions {
  db: Kysely<Database>
  calls: CallStore
  geography: Geography
  /** Used by this process only. */
  spoolFolder: string
  log: Log
  /** The store is embedded: nobody else can add calls, so a call that is not known here is new. */
  isStoreOurs: boolean
  /** For the other processes, when the store is not ours. */
  sharedNumber?: SharedNumber | undefined
  /** Disk space to be left to the databases; 256 MiB by default. */
  reserveBytes?: number
  keptAnswerBytes?: number | undefined
  /** What may wait to be inserted; 300,000 calls and 1 GiB by default. */
  waiting?: { rows: number; bytes: number }
}

/** A new or changed call that can be read now, with what decides who may see it. */
export type ArrivedCall = Pick<
  PendingCall,
  'id' | 'customerId' | 'startedAt' | 'direction' | 'status' | 'codes'
>
export type CallsListener = (calls: readonly ArrivedCall[]) => void

const defaultReserveBytes = 256 << 20
const defaultWaiting = { rows: 300_000, bytes: 1 << 30 }

/**
 * All calls are ingested here. There is one per process and no other process writes calls, as duplicates are recognised
 * here and nowhere else.
 */
export class Ingest {
  readonly #options: IngestOptions
  readonly #parts: Parts
  readonly #listeners: Set<CallsListener>
  #isClosed = false

  private constructor(options: IngestOptions, parts: Parts, listeners: Set<CallsListener>) {
    this.#options = options
    this.#parts = parts
    this.#listeners = listeners
  }

  /** Resumes what an earlier run accepted and did not finish; that is inserted first. */
  static async open(options: IngestOptions): Promise<Ingest> {
    const listeners = new Set<CallsListener>()
    const { spool, content } = await Spool.open(
      options.spoolFolder,
      options.reserveBytes ?? defaultReserveBytes,
    )
    const limit = pLimit(1)
    const pending = new PendingCalls()
    const { db, calls, log } = options
    const unfinished = await readUnfinished(spool, content)
    const snapshots = await openSnapshots(options, unfinished?.number ?? content.changes[0])
    const patches = new Patches({ calls, limit, log })
    const hasHappened = async (number: number) => await hasChange(db, number)
    const changes = new UndoableChanges({ calls, snapshots, spool, limit, patches, hasHappened, log })
    for (const number of content.changes) changes.undoUnfinished(number)
    const relations = new Relations({ calls, db, spool, snapshots, changes, log })
    const onInserted = (merge: Merge) => {
      for (const batch of merge.batches) pending.remove(batch.calls, batch.version)
      // Without the calls, which are not needed any more.
      const files = merge.batches.map(({ name, version, bytes }) => ({ name, version, bytes }))
      relations.invalidate(merge.callers, files)
      notify(listeners, merge.inserted, log)
    }
    const isComputing: Flushing['isComputing'] = (caller) => relations.isComputing(caller)
    const flusher = new Flusher({
      spool,
      calls,
      db,
      snapshots,
      limit,
      patches,
      log,
      isComputing,
      onInserted,
    })
    const storedIds = new StoredIds(calls, pending)
    const newestVersion = await newestVersionOf(content, options)
    const committer = new Committer({
      calls,
      snapshots,
      spool,
      pending,
      flusher,
      storedIds,
      newestVersion,
      limits: options.waiting ?? defaultWaiting,
    })
    const batches = await readBatches(spool, content)
    for (const batch of batches) {
      pending.add(batch.calls, { version: batch.version, isClassified: batch.notes.unjudged === null })
      flusher.add(batch)
    }
    flusher.start(unfinished && mergeOf(unfinished, batches))
    for (const file of content.inserted)
      relations.invalidate(decodeCallers(await spool.readInserted(file)), [file])
    const isFailing = () => flusher.isFailing
    const onEdited = (edited: readonly ArrivedCall[]) => notify(listeners, edited, log)
    const annotations = new Annotations({ db, calls, spool, changes, isFailing, onEdited })
    const recordings = new CallRecordings({ db, calls, spool, changes, onListed: onEdited, log })
    recordings.start()
    const betweenChanges = async <T>(work: () => Promise<T>): Promise<T> => await limit(work)
    const holds = new CallHolds({ db, calls, changes, betweenChanges, isFailing, onChanged: onEdited, log })
    holds.start()
    const ours = options.isStoreOurs ? patches : undefined
    const hiddenListeners = new Set<() => void>()
    const onHidden = () => {
      for (const listener of hiddenListeners) listener()
    }
    const cleaner = new Cleaner({ calls, snapshots, limit, patches: ours, log, db, onHidden })
    cleaner.start()
    const writing = { limit, snapshots, changes, patches, cleaner, spool, pending }
    return new Ingest(
      options,
      {
        ...writing,
        relations,
        flusher,
        committer,
        storedIds,
        annotations,
        recordings,
        holds,
        hiddenListeners,
      },
      listeners,
    )
  }

  /**
   * Ingests calls of one customer. Resolves when every accepted one is on disk and every rejected one in the quarantine;
   * the accepted ones can be read about a second later. `source` is the source system of calls that name none.
   */
  async accept(customer: IngestCustomer, rows: readonly SentRow[], source: string): Promise<IngestAnswer> {
    if (this.#isClosed) throw new CallStoreError('unavailable')
    if (this.#options.isStoreOurs) this.#parts.storedIds.start()
    const { submitted, rejected } = await this.#prepare(customer, rows, source)
    await this.#quarantine(customer, source, rejected)
    const outcomes = submitted.length === 0 ? [] : await this.#parts.committer.submit(submitted)
    const conflicts = submitted
      .filter((_, at) => outcomes[at] === 'conflict')
      .map(({ row: { line, raw }, call }) => ({
        row: { line, raw, value: call },
        error: rowError('revisionConflict'),
      }))
    await this.#quarantine(customer, source, conflicts)
    const count = (outcome: string) => outcomes.filter((other) => other === outcome).length
    return {
      received: rows.length,
      created: count('created'),
      updated: count('updated'),
      unchanged: count('unchanged'),
      rejected: [...rejected, ...conflicts]
        .map(({ row, error }) => ({
          line: row.line,
          externalCallId: textOf(row.value, 'externalCallId', 200),
          ...error,
        }))
        .toSorted((one, other) => one.line - other.line),
    }
  }

  /** Undefined when there is no such customer. */
  async findCustomer(by: { id: string } | { code: string }): Promise<IngestCustomer | undefined> {
    return await selectIngestCustomer(this.#options.db, by)
  }

  /** Resolves when every call accepted so far can be read. */
  async settled(): Promise<void> {
    await this.#parts.flusher.settled()
  }

  /** The same, and their relations (prior calls, first time, returned) have been computed. */
  async relationsSettled(): Promise<void> {
    await this.settled()
    await this.#parts.relations.settled()
  }

  /** Resolves when at most that many accepted calls wait to be inserted. */
  async roomFor(rows: number): Promise<void> {
    const { rows: most } = this.#options.waiting ?? defaultWaiting
    while (this.#parts.pending.size + rows > most / 2 && !this.#isClosed)
      await this.#parts.flusher.nextInsert()
  }

  /** For a load of many calls: relations are computed when `work` has ended, as the same callers keep recurring. */
  async duringLoad<T>(work: () => Promise<T>): Promise<T> {
    return await this.#parts.relations.duringLoad(work)
  }

  /** Calls the listener with calls as soon as they can be read. Returns the function that removes it. */
  onCalls(listener: CallsListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls the listener when calls were found that cannot be seen, though nobody deleted them. */
  onHiddenCalls(listener: () => void): void {
    this.#parts.hiddenListeners.add(listener)
  }

  /** Through which calls are read. */
  get snapshots(): Snapshots {
    return this.#parts.snapshots
  }

  /** What people say of calls. */
  get annotations(): Annotations {
    return this.#parts.annotations
  }

  /** Which calls are under legal hold. */
  get holds(): CallHolds {
    return this.#parts.holds
  }

  /** Resolves when calls list all recordings that were there before; they do about two seconds later. */
  async recordingsSettled(): Promise<void> {
    await this.#parts.recordings.settled()
  }

  /** Runs work that brings and takes out calls while none is inserted: seen whole, or not at all when it throws. */
  async change(work: (change: ChangeToWrite) => Promise<void>): Promise<void> {
    await this.#parts.changes.run(work)
  }

  /** Deletes up to 10,000 old calls of a customer, with their annotations; returns how many. */
  async deleteOldCalls(old: OldCalls): Promise<number> {
    const { db, calls } = this.#options
    const { spool, changes, relations, committer } = this.#parts
    const nextVersion = () => committer.nextVersion()
    return await deleteOldCalls({ db, calls, spool, changes, relations, nextVersion }, old)
  }

  /** Runs work between the changes of calls: none is written, planned or deleted meanwhile. */
  async betweenChanges<T>(work: () => Promise<T>): Promise<T> {
    return await this.#parts.limit(work)
  }

  /** Has what was deleted removed from the disk. */
  async purge(): Promise<void> {
    await this.#parts.cleaner.purge()
  }

  /** Deletes the versions that no answer needs any more; done every few minutes. */
  async clean(nowMs?: number): Promise<void> {
    await this.#parts.cleaner.clean(nowMs)
  }

  /** The same, and makes what was written in the last days as fast to read as the rest. */
  async settle(nowMs?: number): Promise<void> {
    await this.#parts.cleaner.settle(nowMs)
  }

  /** To be called when calls of these numbers were deleted: the relations of the others are computed anew. */
  async relationsChanged(customerId: string, numbers: readonly string[]): Promise<void> {
    const { spool, committer, relations } = this.#parts
    const file = await spool.noteInserted(committer.nextVersion(), encodeCallers(customerId, numbers))
    relations.invalidate(new Map([[customerId, new Set(numbers)]]), [file])
  }

  /** Computes the relations of these numbers before it resolves. Throws when it cannot. */
  async recomputeRelations(customerId: string, numbers: readonly string[]): Promise<void> {
    await this.#parts.relations.recompute(customerId, numbers)
  }

  /** Resolves when nothing is under way that began before this and may have read settings that were changed since. */
  async earlierSettingsDone(): Promise<void> {
    await this.#parts.limit(async () => {})
    await this.#parts.relations.computed()
  }

  /** True while accepted calls cannot be inserted: they are safe on disk, but cannot be read. */
  get isFailing(): boolean {
    return this.#parts.flusher.isFailing
  }

  /** Accepted calls that are not inserted yet stay in the spool. To be closed before the stores. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#parts.cleaner.close()
    await this.#parts.committer.close()
    await this.#parts.storedIds.close()
    this.#parts.changes.close()
    await this.#parts.flusher.close()
    await this.#parts.recordings.close()
    await this.#parts.holds.close()
    await this.#parts.relations.close()
    await this.#parts.patches.close()
  }

  async #prepare(customer: IngestCustomer, rows: readonly SentRow[], source: string) {
    const nowMs = Date.now()
    const { geography } = this.#options
    const yielding = startYielding()
    const submitted: Submitted[] = []
    const rejected: Rejected[] = []
    for (const row of rows) {
      const checked = checkRow(row, customer, nowMs)
      if ('error' in checked) rejected.push({ row, error: checked.error })
      else {
        const call = normaliseCall(checked.input, { customer, source, geography })
        if (checked.input.parentCallId === call.id) rejected.push({ row, error: rowError('ownParent') })
        else submitted.push({ call, row })
      }
      if (yielding.isDue()) await yielding.yield()
    }
    return { submitted, rejected }
  }

  async #quarantine(customer: IngestCustomer, source: string, rejected: readonly Rejected[]): Promise<void> {
    if (rejected.length === 0) return
    const rows = rejected.map(({ row, error }): QuarantinedRow => ({
      ...error,
      line: row.line,
      raw: row.raw,
      sourceSystem: textOf(row.value, 'sourceSystem', 64) ?? source,
      externalCallId: textOf(row.value, 'externalCallId', 200),
    }))
    await insertQuarantined(this.#options.db, customer.id, rows)
  }
}

interface Parts {
  limit: LimitFunction
  snapshots: Snapshots
  changes: UndoableChanges
  patches: Patches
  cleaner: Cleaner
  spool: Spool
  pending: PendingCalls
  relations: Relations
  flusher: Flusher
  committer: Committer
  storedIds: StoredIds
  annotations: Annotations
  recordings: CallRecordings
  holds: CallHolds
  hiddenListeners: Set<() => void>
}

interface Rejected {
  row: Pick<SentRow, 'line' | 'raw' | 'value'>
  error: RowError
}

function notify(listeners: ReadonlySet<CallsListener>, calls: readonly ArrivedCall[], log: Log): void {
  for (const listener of listeners) {
    try {
      listener(calls)
    } catch (error) {
      log.error({ err: error }, 'a listener to incoming calls failed')
    }
  }
}

/** A field of what was sent, if it is a text that PostgreSQL can store. */
function textOf(value: unknown, field: string, longest: number): string | null {
  if (typeof value !== 'object' || value === null) return null
  const text: unknown = Object.getOwnPropertyDescriptor(value, field)?.value
  if (typeof text !== 'string' || text === '' || text.length > longest) return null
  return text.isWellFormed() && !text.includes('\0') ? text : null
}
