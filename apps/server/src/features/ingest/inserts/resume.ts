import { type CallStore, CallStoreError } from '../../../db/calls/call-store.ts'
import type { SharedNumber, StoredChanges } from '../../../db/calls/snapshots.ts'
import type { Log } from '../../../lib/log.ts'
import { type Batch, BatchNotes, decodeCalls } from '../rows/batch.ts'
import { type Merge, MergeNotes } from './merge.ts'
import { addCallerOf, type Callers } from '../rows/callers.ts'
import { selectStoredChanges } from '../changes/snapshot-store.ts'
import type { Journal, JournalContent } from '../journal/journal.ts'
import { selectNewestVersion } from '../rows/store.ts'

interface Resuming {
  calls: CallStore
  sharedNumber?: SharedNumber | undefined
  log: Log
}

export async function newestVersionOf(content: JournalContent, { calls, log }: Resuming): Promise<number> {
  const kept = [...content.accepted, ...content.inserted].map((file) => file.version)
  const newestKept = kept.reduce((one, other) => Math.max(one, other), 0)
  try {
    return Math.max(newestKept, await selectNewestVersion(calls))
  } catch (error) {
    if (!(error instanceof CallStoreError) || error.kind === 'query') throw error
    log.error({ err: error }, 'the store of calls does not answer; versions follow the clock')
    return newestKept
  }
}

export async function readBatches(journal: Journal, content: JournalContent): Promise<Batch[]> {
  const batches: Batch[] = []
  for (const file of content.accepted) {
    const calls = decodeCalls(await journal.readAccepted(file))
    batches.push({ ...file, calls, notes: BatchNotes.parse((await journal.readNotes(file)) ?? {}) })
  }
  return batches
}

type Unfinished = Pick<Merge, 'file' | 'replaced' | 'number'> & { batchNames: ReadonlySet<string> }

/** The insert that an earlier run did not finish. */
export async function readUnfinished(
  journal: Journal,
  content: JournalContent,
): Promise<Unfinished | undefined> {
  const [file] = content.merges
  if (file === undefined) return undefined
  const { batches, replaced, number = file.version } = MergeNotes.parse(await journal.readNotes(file))
  return { file, replaced, number, batchNames: new Set(batches) }
}

/** Its batches are the first that wait. The relations of all its callers are computed anew. */
export function mergeOf({ batchNames, ...unfinished }: Unfinished, waiting: readonly Batch[]): Merge {
  const batches = waiting.filter((batch) => batchNames.has(batch.name))
  const inserted = batches.flatMap((batch) => batch.calls)
  const callers: Callers = new Map()
  for (const call of [...inserted, ...unfinished.replaced]) addCallerOf(callers, call)
  return { ...unfinished, batches, callers, inserted }
}

/** What was published and superseded before; `unfinished` is the number of what is half done. */
export async function readStoredChanges(
  { calls, sharedNumber, log }: Resuming,
  unfinished: number | undefined,
): Promise<StoredChanges> {
  try {
    const stored = await selectStoredChanges(calls, unfinished)
    return { ...stored, published: (await sharedNumber?.read()) ?? stored.published }
  } catch (error) {
    if (!(error instanceof CallStoreError) || error.kind === 'query') throw error
    log.error({ err: error }, 'the store of calls does not answer; what is superseded in it is not known')
    const published = (await sharedNumber?.read()) ?? (unfinished ?? Date.now()) - 1
    return { published, superseding: { oldest: 1, newest: published }, unfinished, newestStartMs: Infinity }
  }
}
