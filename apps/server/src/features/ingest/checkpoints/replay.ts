import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { CallStore } from '../../../db/calls/call-store.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { forgetAttributed } from '../../../db/number-assignments.ts'
import type { Snapshots } from '../../../db/calls/snapshots.ts'
import { decodeCalls } from '../rows/batch.ts'
import { repeatDeletion } from '../deletion/deletion.ts'
import type { JournalEntry, RepeatableJournal } from '../journal/journal.ts'
import { changedBy, type Merge, MergeNotes } from '../inserts/merge.ts'
import { noteChanged } from '../changes/outbox-store.ts'
import { reapplyAnnotations } from '../annotations/reapply-annotations.ts'
import type { CallRecordings } from '../recording-lists/recordings.ts'
import { addCallerOf, type Callers } from '../rows/callers.ts'
import { selectNewestStartMs, supersede } from '../changes/snapshot-store.ts'
import { insertCalls } from '../rows/store.ts'
import type { UndoableChanges } from '../changes/undoable-changes.ts'

/** An insert as the journal has it. */
export type KeptMerge = Pick<Merge, 'file' | 'replaced' | 'number' | 'inserted' | 'callers'> & {
  batchNames: ReadonlySet<string>
}

export interface Replaying {
  db: Db
  calls: CallStore
  journal: RepeatableJournal
  snapshots: Snapshots
  /** That ask for no lock, as whoever replays has it. */
  changes: UndoableChanges
  recordings: Pick<CallRecordings, 'syncAgain'>
  hasHappened: (number: number) => Promise<boolean>
}

export interface Replayed {
  /** Of the checkpoint that the table of calls is at. */
  since: number
  /** All inserts after it. */
  merges: readonly KeptMerge[]
  /** Numbers of changes after it that can be repeated. */
  changes: readonly number[]
}

/** In the order in which they were begun. */
export async function readMerges(
  journal: RepeatableJournal,
  entries: readonly JournalEntry[],
): Promise<KeptMerge[]> {
  const merges: KeptMerge[] = []
  for (const file of entries) {
    const { batches, replaced, number = file.version } = MergeNotes.parse(await journal.readNotes(file))
    let inserted: KeptMerge['inserted'] = []
    await journal.withMergeFile(file, async (path) => {
      inserted = decodeCalls(await readFile(path))
    })
    const callers: Callers = new Map()
    for (const call of [...inserted, ...replaced]) addCallerOf(callers, call)
    merges.push({ file, replaced, number, inserted, callers, batchNames: new Set(batches) })
  }
  return merges.toSorted((one, other) => one.number - other.number)
}

/**
 * Does again all that has happened to calls since the checkpoint that their table was put back to: inserts and deletions
 * from the journal, in their order and with their numbers; then edits and lists of recordings from PostgreSQL. Relations
 * of callers are computed anew later, as the journal says. To be called while nothing else is written.
 */
export async function replay(replaying: Replaying, { since, merges, changes }: Replayed): Promise<void> {
  const { db, calls, journal, snapshots } = replaying
  snapshots.abandon()
  const deletions = await listDeletions(replaying, changes)
  const steps = [
    ...merges.map((merge) => ({
      number: merge.number,
      isSuperseding: merge.replaced.length > 0,
      run: async () => await repeatMerge(replaying, merge),
    })),
    ...deletions.map(({ number, noted }) => ({
      number,
      isSuperseding: true,
      run: async () => await repeatDeletion(calls, number, noted),
    })),
  ].toSorted((one, other) => one.number - other.number)
  for (const { number, isSuperseding, run } of steps) {
    await snapshots.begin(number)
    await run()
    await snapshots.publish(number, { supersedes: isSuperseding })
  }
  // Any of them may have been cut short before that was done.
  for (const merge of merges) await noteChanged(db, merge.number, changedBy(merge))
  await reapplyAnnotations({ db, calls, journal, changes: replaying.changes }, since)
  await forgetAttributed(db, since)
  await replaying.recordings.syncAgain(replaying.changes)
  // What was answered before is asked again, and no number is used twice.
  const number = snapshots.next()
  await snapshots.begin(number)
  await snapshots.publishLast(number, await selectNewestStartMs(calls))
}

async function repeatMerge({ calls, journal }: Replaying, merge: KeptMerge): Promise<void> {
  const { file, replaced, number, inserted } = merge
  if (replaced.length > 0) await supersede(calls, replaced, { number, before: file.version })
  if (inserted.length === 0) return
  // The engine may remember the name of an insert whose rows are gone.
  const token = `${file.name} ${randomUUID()}`
  await journal.withMergeFile(file, async (path) => await insertCalls(calls, path, token))
}

/** Those that PostgreSQL knows of: any other never happened. */
async function listDeletions(
  { journal, hasHappened }: Replaying,
  changes: readonly number[],
): Promise<{ number: number; noted: Buffer }[]> {
  const deletions: { number: number; noted: Buffer }[] = []
  for (const number of changes) {
    const noted = await journal.readChange(number)
    if (noted.length > 0 && (await hasHappened(number))) deletions.push({ number, noted })
  }
  return deletions
}
