import type { IngestAnswer } from '@callboard/contract/calls'
import type { ArrivedCall } from '../../db/arrived-call.ts'
import type { CallStore } from '../../db/calls/call-store.ts'
import type { Fence } from '../../db/calls/fenced-calls.ts'
import type { Checkpoint } from '../../db/embedded-calls/checkpoint-file.ts'
import { SingleFlightCache } from '../../db/calls/single-flight-cache.ts'
import { Snapshots } from '../../db/calls/snapshots.ts'
import { StartError } from '../../lib/files/data-dir.ts'
import { acceptRows, externalIdOf, type HowToAccept, classifyRows, type DryRun } from './rows/accept-rows.ts'
import { Annotations } from './annotations/annotations.ts'
import { CallAttribution } from './attribution/call-attribution.ts'
import { encodeCallers } from './rows/batch.ts'
import type { CallHolds } from './legal-holds/call-holds.ts'
import { CallProblems } from './changes/call-problems.ts'
import { CallWriter, defaultWaiting } from './call-writer.ts'
import { checkRow, checkSentFields, errorsOfRow, type IngestCustomer } from './rows/check.ts'
import { type Accepted, acceptedOf } from './rows/accepted.ts'
import { recordingsIn } from './rows/recordings-in.ts'
import {
  deleteKnownCalls,
  deleteOldCalls,
  type Deleting,
  type KnownCalls,
  type OldCalls,
} from './deletion/deletion.ts'
import type { IngestOptions } from './ingest-options.ts'
import { type HeldLease, onlyProcess, writerElsewhere } from './writer-lease/held-lease.ts'
import { isReadable, type KeptRow, readKeptRow, type SentRow } from './rows/read-rows.ts'
import { selectIngestCustomer } from './rows/store.ts'
import type { ChangeToWrite } from './changes/undoable-changes.ts'
import { WriterLease } from './writer-lease/writer-lease.ts'
import { Writers } from './writer-lease/writers.ts'

export type CallsListener = (calls: readonly ArrivedCall[]) => void

/** A recording that is still at whoever sent its call. */
export type RecordingAtSource = ReturnType<typeof recordingsIn>[number]
type RecordingsListener = (recordings: readonly RecordingAtSource[]) => Promise<void>
type AcceptedListener = (accepted: Accepted) => void

/** More at once make nothing faster, and what others send would be seen later. */
const manyWaiting = 40_000
/** With an own store of calls a portal cannot do without the lease: so long its holder may take to be gone. */
const startTimeoutMs = 10_000

/**
 * All calls are ingested here, and written by one process at a time, as duplicates are recognised here and nowhere else.
 * Where several processes can write, the lease says which one does (docs/decisions/0045-one-writer.md); in the others all
 * that writes throws `unavailable`.
 */
export class Ingest {
  /** Through which calls are read. */
  readonly snapshots: Snapshots
  /** What people say of calls. */
  readonly annotations: Annotations
  /** To what calls are attributed. */
  readonly attribution: CallAttribution
  /** Which process writes calls, where there are several. */
  readonly writers: Writers
  /** What is wrong with the store of calls. */
  readonly problems = new CallProblems()
  readonly #options: IngestOptions
  readonly #listeners = new Set<CallsListener>()
  readonly #hiddenListeners = new Set<() => void>()
  readonly #recordingListeners = new Set<RecordingsListener>()
  readonly #acceptedListeners = new Set<AcceptedListener>()
  readonly #roleListeners = new Set<(isWriter: boolean) => void>()
  readonly #lease: WriterLease | undefined
  #writer: CallWriter | undefined
  #isClosed = false

  private constructor(options: IngestOptions) {
    const { db, log, lease, keptAnswerBytes, sharedNumber } = options
    this.#options = options
    this.snapshots = new Snapshots({ reads: new SingleFlightCache(keptAnswerBytes), shared: sharedNumber })
    this.annotations = new Annotations({
      db,
      writer: () => this.#requireWriter(),
      onEdited: (calls) => this.#notify(calls),
    })
    const { snapshots } = this
    this.attribution = new CallAttribution({ ...options, snapshots, writer: () => this.#requireWriter() })
    this.#lease =
      lease &&
      new WriterLease({
        ...lease,
        log,
        onHeld: async (held) => await this.#beginToWrite(held),
        onLost: async () => await this.#endWriting(),
      })
    this.writers = new Writers({ db, lease: this.#lease, isWriter: () => this.isWriter })
  }

  static async open(options: IngestOptions): Promise<Ingest> {
    const ingest = new Ingest(options)
    await ingest.#start()
    return ingest
  }

  async #start(): Promise<void> {
    if (this.#lease === undefined) return await this.#beginToWrite(onlyProcess)
    const { isEmbedded, isCandidate = true } = this.#options
    if (!isCandidate) return
    await this.#lease.start(isEmbedded ? startTimeoutMs : 0)
    if (!isEmbedded || this.#writer !== undefined) return
    const name = (await this.writers.find())?.name
    await this.close()
    throw new StartError(
      `Another portal uses this DATABASE_URL (${name ?? 'unknown'}). Several can use one with a CLICKHOUSE_URL only: stop it first, or set CLICKHOUSE_URL for both.`,
    )
  }

  async #beginToWrite(held: HeldLease): Promise<void> {
    this.attribution.beginAnew()
    this.#writer = await CallWriter.open({
      options: this.#options,
      held,
      snapshots: this.snapshots,
      onReadable: (calls) => this.#notify(calls),
      onHidden: () => {
        for (const listener of this.#hiddenListeners) listener()
      },
      problems: this.problems,
    })
    for (const listener of this.#roleListeners) listener(true)
  }

  async #endWriting(): Promise<void> {
    const writer = this.#writer
    this.#writer = undefined
    for (const listener of this.#roleListeners) listener(false)
    await writer?.close()
    this.problems.endAll()
  }

  #requireWriter(): CallWriter {
    const writer = this.#writer
    if (writer === undefined || this.#isClosed) throw writerElsewhere()
    writer.held.check()
    return writer
  }

  /** True while this process writes calls. */
  get isWriter(): boolean {
    return this.#writer !== undefined
  }

  /** Throws in a transaction that another process's writing has preempted. */
  get fence(): Fence {
    return this.#requireWriter().held.fence
  }

  /** Calls the listener when this process begins, and ends, to write calls. Returns the function that removes it. */
  onRole(listener: (isWriter: boolean) => void): () => void {
    this.#roleListeners.add(listener)
    return () => this.#roleListeners.delete(listener)
  }

  /**
   * Ingests calls of one customer. Resolves when every accepted one is on disk and every rejected one in the quarantine;
   * the accepted ones can be read about a second later. `source` is the source system of calls that name none; with
   * `withIds` the answer says the id of each call; with `isMerge` what a row leaves out of a known call stays. What is rejected
   * of a retry is not kept once more. `beforeWriting` is told what becomes of the calls; while that is not certain,
   * `unavailable` is thrown. Rows that are no calls go to the quarantine by any process.
   */
  async accept(customer: IngestCustomer, rows: readonly SentRow[], how: HowToAccept): Promise<IngestAnswer> {
    const committer = () => this.#requireWriter().committer
    if (rows.some(({ error }) => error === undefined)) committer()
    if (this.#options.isEmbedded) this.#requireWriter().storedIds.start()
    const accepting = { ...this.#options, committer }
    const { answer, kept } = await this.attribution.accept(
      customer.id,
      async (standings) => await acceptRows({ ...accepting, standings }, { customer, rows, ...how }),
    )
    await this.#noteRecordings(recordingsIn(kept))
    if (this.#acceptedListeners.size > 0) {
      const accepted = acceptedOf(answer, kept, { customerId: customer.id, sourceSystem: how.source })
      for (const listener of this.#acceptedListeners) listener(accepted)
    }
    return answer
  }

  /** What would become of calls of one customer; nothing is written. */
  async classify(
    customer: IngestCustomer,
    rows: readonly SentRow[],
    how: { source: string },
  ): Promise<DryRun> {
    const committer = () => this.#requireWriter().committer
    const standings = await this.attribution.standingsOf(customer.id)
    return await classifyRows({ ...this.#options, committer, standings }, { customer, rows, ...how })
  }

  /** What is wrong with a row by itself, and why it would be rejected. */
  check(customer: IngestCustomer, row: SentRow, isMerge = false) {
    const checked = isMerge ? checkSentFields(row, customer) : checkRow(row, customer, Date.now())
    return {
      errors: errorsOfRow(row, customer, isMerge),
      reason: 'error' in checked ? checked.error : undefined,
    }
  }

  /** The same of a row that was kept as it was sent, and whether it can be read as a call at all. */
  checkKept(customer: IngestCustomer, { raw, isMerge }: KeptRow) {
    const row = readKeptRow(raw, 1)
    const checked = this.check(customer, row, isMerge)
    return { ...checked, isReadable: isReadable(row), externalCallId: externalIdOf(row) }
  }

  /** Accepts rows that were rejected before and kept as they were sent. What is rejected again is not kept once more. */
  async acceptAgain(
    customer: IngestCustomer,
    raws: readonly string[],
    how: { source: string; isMerge: boolean },
  ): Promise<IngestAnswer> {
    const rows = raws.map((raw, at) => readKeptRow(raw, at + 1))
    await this.waitForCapacity(rows.length)
    return await this.accept(customer, rows, { ...how, isRetry: true })
  }

  /** Undefined when there is no such customer. */
  async findCustomer(by: { id: string } | { code: string }): Promise<IngestCustomer | undefined> {
    return await selectIngestCustomer(this.#options.db, by)
  }

  /** Resolves when every call accepted so far can be read. */
  async settled(): Promise<void> {
    await this.#requireWriter().flusher.settled()
  }

  /** The same, and their relations (prior calls, first time, returned) have been computed. */
  async relationsSettled(): Promise<void> {
    await this.settled()
    await this.#requireWriter().relations.settled()
  }

  /** Resolves when so few accepted calls wait to be inserted that who has more to bring may go on. */
  async waitForCapacity(rows: number): Promise<void> {
    const { rows: maxRows } = this.#options.waiting ?? defaultWaiting
    while (this.#requireWriter().pending.size + rows > Math.min(manyWaiting, maxRows / 2))
      await this.#requireWriter().flusher.nextInsert()
  }

  /** For a load of many calls: relations are computed when `work` has ended, as the same callers keep recurring. */
  async duringLoad<T>(work: () => Promise<T>): Promise<T> {
    return await this.#requireWriter().relations.duringLoad(work)
  }

  /** Calls the listener with calls as soon as they can be read. Returns the function that removes it. */
  onCalls(listener: CallsListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls the listener with the recordings that programs name with their calls, before these are answered. */
  onRecordings(listener: RecordingsListener): void {
    this.#recordingListeners.add(listener)
  }

  /** Calls the listener with what came of rows, before these are answered. Returns the function that removes it. */
  onAccepted(listener: AcceptedListener): () => void {
    this.#acceptedListeners.add(listener)
    return () => this.#acceptedListeners.delete(listener)
  }

  async #noteRecordings(recordings: readonly RecordingAtSource[]): Promise<void> {
    for (const listener of this.#recordingListeners) await listener(recordings)
  }

  /** Which calls are under legal hold. */
  get holds(): CallHolds {
    return this.#requireWriter().holds
  }

  /** Calls the listener when calls were found that missing from reports, although nobody deleted them. */
  onHiddenCalls(listener: () => void): void {
    this.#hiddenListeners.add(listener)
  }

  /** Resolves when calls list all recordings that were there before; they do about two seconds later. */
  async recordingsSettled(): Promise<void> {
    await this.#requireWriter().recordings.settled()
  }

  /** Runs work that brings and takes out calls while none is inserted: seen whole, or not at all when it throws. */
  async change(work: (change: ChangeToWrite, calls: CallStore) => Promise<void>): Promise<void> {
    const { changes, calls } = this.#requireWriter()
    await changes.run(async (change) => await work(change, calls))
  }

  /** Deletes up to 10,000 old calls of a customer, with their annotations; returns how many. */
  async deleteOldCalls(old: OldCalls): Promise<number> {
    return await deleteOldCalls(this.#deleting(), old)
  }

  /** Deletes some calls of a customer, with their annotations, unless they were changed since; returns how many. */
  async deleteKnownCalls(known: KnownCalls): Promise<number> {
    return await deleteKnownCalls(this.#deleting(), known)
  }

  #deleting(): Deleting {
    const { calls, journal, changes, relations, committer, held } = this.#requireWriter()
    const nextVersion = () => committer.nextVersion()
    return { db: this.#options.db, calls, journal, changes, relations, nextVersion, fence: held.fence }
  }

  /**
   * Runs work between the changes of calls: none is written, planned or deleted meanwhile, as far as its transactions await
   * the fence.
   */
  async betweenChanges<T>(work: (fence: Fence) => Promise<T>): Promise<T> {
    const { limit, held } = this.#requireWriter()
    return await limit(async () => await work(held.fence))
  }

  /** Resolves when all that has happened to calls is on disk, where the store of calls is embedded. */
  async checkpoint(): Promise<void> {
    await this.#requireWriter().keeping?.checkpoint()
  }

  /** See `Checkpointer.whileKept`. Throws where the store of calls is not embedded. */
  async whileKept<T>(work: (checkpoint: Checkpoint) => Promise<T>): Promise<T> {
    const { keeping } = this.#requireWriter()
    if (keeping === undefined) throw new Error('the store of calls is not embedded')
    return await keeping.whileKept(work)
  }

  /** Has what was deleted removed from the disk. */
  async purge(): Promise<void> {
    await this.#requireWriter().cleaner.purge()
  }

  /** Deletes the versions that no answer needs any more; done every few minutes. */
  async clean(nowMs?: number): Promise<void> {
    await this.#requireWriter().cleaner.clean(nowMs)
  }

  /** The same, and makes what was written in the last days as fast to read as the rest. */
  async settle(nowMs?: number): Promise<void> {
    await this.#requireWriter().cleaner.settle(nowMs)
  }

  /** To be called when calls of these numbers were deleted: the relations of the others are computed anew. */
  async relationsChanged(customerId: string, numbers: readonly string[]): Promise<void> {
    const { journal, committer, relations } = this.#requireWriter()
    const file = await journal.noteInserted(committer.nextVersion(), encodeCallers(customerId, numbers))
    relations.invalidate(new Map([[customerId, new Set(numbers)]]), [file])
  }

  /** Computes the relations of these numbers before it resolves. Throws when it cannot. */
  async recomputeRelations(customerId: string, numbers: readonly string[]): Promise<void> {
    const { journal, committer, relations } = this.#requireWriter()
    // In case what is computed is lost.
    const file = await journal.noteInserted(committer.nextVersion(), encodeCallers(customerId, numbers))
    try {
      await relations.recompute(customerId, numbers)
    } finally {
      await journal.deleteInserted([file])
    }
  }

  /** Resolves when nothing is under way that began before this and may have read settings that were changed since. */
  async earlierSettingsDone(): Promise<void> {
    const { limit, relations } = this.#requireWriter()
    await limit(async () => {})
    await relations.computed()
  }

  /** What waits to be inserted; undefined while another process writes calls. */
  get waiting(): CallWriter['waiting'] | undefined {
    return this.#writer?.waiting
  }

  /** True while accepted calls cannot be inserted: they are safe on disk, but cannot be read. */
  get isFailing(): boolean {
    return this.#writer?.flusher.isFailing ?? false
  }

  /** Accepted calls that are not inserted yet stay in the journal. To be closed before the stores. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#lease?.stop()
    await this.#endWriting()
    await this.#lease?.release()
  }

  #notify(calls: readonly ArrivedCall[]): void {
    for (const listener of this.#listeners) {
      try {
        listener(calls)
      } catch (error) {
        this.#options.log.error({ err: error }, 'a listener to incoming calls failed')
      }
    }
  }
}
