import pLimit, { type LimitFunction } from 'p-limit'
import type { ArrivedCall } from '../../db/arrived-call.ts'
import { type CallStore, CallStoreError } from '../../db/calls/call-store.ts'
import { SpareChunks } from './rows/line-chunks.ts'
import { type Fence, FencedCalls } from '../../db/calls/fenced-calls.ts'
import type { Snapshots } from '../../db/calls/snapshots.ts'
import { reserves } from '../../lib/files/free-space.ts'
import { hasChange, selectSourceValues } from './annotations/annotation-store.ts'
import { decodeCallers } from './rows/batch.ts'
import { CallHolds } from './legal-holds/call-holds.ts'
import { CallKeeping } from './checkpoints/call-keeping.ts'
import type { CallProblems } from './changes/call-problems.ts'
import { CheckpointedJournal } from './journal/checkpointed-journal.ts'
import { Cleaner } from './deletion/cleaner.ts'
import { Committer } from './rows/committer.ts'
import { Flusher, type Flushing } from './inserts/flusher.ts'
import { FolderJournal } from './journal/folder-journal.ts'
import type { HeldLease } from './writer-lease/held-lease.ts'
import type { IngestOptions } from './ingest-options.ts'
import type { Journal, JournalContent } from './journal/journal.ts'
import type { Merge } from './inserts/merge.ts'
import { moveFolderJournal } from './journal/move-folder-journal.ts'
import { Patches } from './changes/patches.ts'
import { PendingCalls } from './rows/pending.ts'
import { PostgresJournal } from './journal/postgres-journal.ts'
import { CallRecordings } from './recording-lists/recordings.ts'
import { Relations } from './relations/relations.ts'
import { mergeOf, newestVersionOf, readBatches, readStoredChanges, readUnfinished } from './inserts/resume.ts'
import { StoredIds } from './rows/stored-ids.ts'
import { UndoableChanges } from './changes/undoable-changes.ts'

export interface Writing {
  options: IngestOptions
  held: HeldLease
  snapshots: Snapshots
  /** The calls can be read as they are now. */
  onReadable: (calls: readonly ArrivedCall[]) => void
  /** Calls were found that missing from reports, although nobody deleted them. */
  onHidden: () => void
  problems: CallProblems
}

export const defaultWaiting = { rows: 300_000, bytes: 1 << 30 }

/** All that writes calls, from when this process may until it may not any more. */
export class CallWriter {
  readonly held: HeldLease
  readonly calls: CallStore
  readonly limit: LimitFunction
  readonly journal: Journal
  readonly pending: PendingCalls
  readonly changes: UndoableChanges
  readonly relations: Relations
  readonly flusher: Flusher
  readonly committer: Committer
  readonly storedIds: StoredIds
  readonly recordings: CallRecordings
  readonly holds: CallHolds
  readonly cleaner: Cleaner
  readonly #patches: Patches
  /** Where the store of calls is embedded. */
  readonly keeping: CallKeeping | undefined

  private constructor(
    { options, held, snapshots, onReadable, onHidden, problems }: Writing,
    { calls, journal, newestVersion }: { calls: CallStore; journal: Journal; newestVersion: number },
  ) {
    const { db, log } = options
    const { fence } = held
    const limit = pLimit(1)
    const pending = new PendingCalls()
    const patches = new Patches({ calls, limit, log })
    const hasHappened = async (number: number) => await hasChange(db, number)
    const repair = async (merge?: Merge) => (await this.keeping?.repair(merge)) ?? false
    const changing = { calls, snapshots, journal, limit, patches, hasHappened, repair, log }
    const changes = new UndoableChanges(changing)
    const relations = new Relations({ calls, db, journal, snapshots, changes, log })
    const onInserted = (merge: Merge) => {
      for (const batch of merge.batches) pending.remove(batch.calls, batch.version)
      // Without the calls, which are not needed any more.
      const files = merge.batches.map(({ name, version, bytes }) => ({ name, version, bytes }))
      relations.invalidate(merge.callers, files)
      onReadable(merge.inserted)
    }
    const isComputing: Flushing['isComputing'] = (caller) => relations.isComputing(caller)
    const spareChunks = new SpareChunks()
    const merging = { journal, calls, db, snapshots, fence, spareChunks }
    const flusher = new Flusher({
      ...merging,
      limit,
      patches,
      repair,
      problems,
      log,
      isComputing,
      onInserted,
    })
    const storedIds = new StoredIds(calls, pending)
    const limits = options.waiting ?? defaultWaiting
    const selectBeforeEdits = async (ids: readonly string[]) => await selectSourceValues(db, ids)
    const reading = { calls, journal, pending, selectBeforeEdits }
    const committing = { ...reading, spareChunks, snapshots, flusher, storedIds, newestVersion, limits }
    this.held = held
    this.calls = calls
    this.limit = limit
    this.journal = journal
    this.pending = pending
    this.changes = changes
    this.relations = relations
    this.flusher = flusher
    this.committer = new Committer(committing)
    this.storedIds = storedIds
    this.recordings = new CallRecordings({ db, calls, journal, changes, onListed: onReadable, log })
    const betweenChanges = async <T>(work: (one: Fence) => Promise<T>) =>
      await limit(async () => await work(fence))
    const isFailing = () => flusher.isFailing
    const holding = { db, calls, changes, betweenChanges, isFailing, log }
    this.holds = new CallHolds({ ...holding, onChanged: onReadable })
    this.cleaner = new Cleaner({ calls, snapshots, limit, patches, log, db, onHidden })
    this.#patches = patches
    const { checkpoints, checkpointIntervalMs: intervalMs } = options
    if (checkpoints !== undefined && journal instanceof CheckpointedJournal) {
      const { recordings } = this
      this.keeping = new CallKeeping({
        ...changing,
        db,
        intervalMs,
        journal,
        checkpoints,
        relations,
        recordings,
        problems,
        onRepaired: () => this.holds.syncSoon(),
      })
    }
  }

  /** What is accepted and not inserted yet; `sinceMs` of the first of it, undefined where there is nothing. */
  get waiting(): { calls: number; bytes: number; sinceMs: number | undefined } {
    const { waitingBytes: bytes, waitingSinceMs: sinceMs } = this.flusher
    return { calls: this.pending.size, bytes, sinceMs }
  }

  /** Resumes what an earlier run, or another process, accepted and did not finish; that is inserted first. */
  static async open(writing: Writing): Promise<CallWriter> {
    const { options, held, snapshots } = writing
    const { journal, content } = await openJournal(writing)
    const calls = await openCalls(writing)
    // What was half done is not in a table that was put back to a checkpoint.
    const isRestored = options.checkpoints?.isRestored === true
    const unfinished = isRestored ? undefined : await readUnfinished(journal, content)
    const halfDone = isRestored ? undefined : (unfinished?.number ?? content.changes[0])
    snapshots.resume(await readStoredChanges(options, halfDone), held.fence)
    const newestVersion = await newestVersionOf(content, options)
    const writer = new CallWriter(writing, { calls, journal, newestVersion })
    await writer.#resume(content, unfinished)
    return writer
  }

  async #resume(all: JournalContent, unfinished: Awaited<ReturnType<typeof readUnfinished>>): Promise<void> {
    const { journal, changes, pending, flusher, relations } = this
    const content = (await this.keeping?.resume(all)) ?? all
    await this.keeping?.start()
    for (const number of content.changes) changes.undoUnfinished(number)
    const batches = await readBatches(journal, content)
    for (const batch of batches) {
      pending.add(batch.calls, { entry: batch, isClassified: batch.notes.unjudged === null })
      flusher.add(batch)
    }
    flusher.start(unfinished && mergeOf(unfinished, batches))
    for (const file of content.inserted)
      relations.invalidate(decodeCallers(await journal.readInserted(file)), [file])
    this.recordings.start()
    this.holds.start()
    this.cleaner.start()
  }

  /** Accepted calls that are not inserted yet stay in the journal. To be closed before the stores. */
  async close(): Promise<void> {
    this.cleaner.close()
    await this.committer.close()
    await this.storedIds.close()
    this.changes.close()
    await this.flusher.close()
    await this.recordings.close()
    await this.holds.close()
    await this.relations.close()
    await this.#patches.close()
    await this.keeping?.close()
  }
}

/** With servers of both the journal is where another process finds it, too. */
async function openJournal({
  options,
  held,
}: Writing): Promise<{ journal: Journal; content: JournalContent }> {
  const { db, log, spoolFolder } = options
  const folder = await FolderJournal.open(spoolFolder, options.reserveBytes ?? reserves.ingestion)
  if (options.checkpoints !== undefined)
    return { ...folder, journal: new CheckpointedJournal(folder.journal) }
  if (!hasPeers(options)) return folder
  const keeping = { db, fence: held.fence, scratchFolder: spoolFolder }
  await moveFolderJournal({ ...keeping, spoolFolder, log }, folder)
  return await PostgresJournal.open(keeping)
}

async function openCalls({ options, held }: Writing): Promise<CallStore> {
  const { calls, log, sharedNumber } = options
  if (!hasPeers(options)) return calls
  // What is published is there as well.
  const publishServer = async () => await sharedNumber?.write(0, held.fence)
  const fenced = new FencedCalls(calls, held, calls.replicas && publishServer)
  try {
    await fenced.shutOut()
  } catch (error) {
    if (!(error instanceof CallStoreError) || error.kind === 'query') throw error
    log.error({ err: error }, 'the store of calls does not answer; calls are accepted all the same')
  }
  return fenced
}

function hasPeers({ lease, isEmbedded }: IngestOptions): boolean {
  return lease !== undefined && !isEmbedded
}
