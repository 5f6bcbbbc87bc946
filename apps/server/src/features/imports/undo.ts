import type { ImportUndo } from '@callboard/contract/imports'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import type { FileStore } from '../../lib/files/file-store.ts'
import type { Log } from '../../lib/log.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { deleteFiles, deleteRecordings } from '../recordings/recordings.ts'
import { type ReadingCalls, selectStates } from './call-store.ts'
import type { ImportFiles } from './import-files.ts'
import { type LedgerEntry, readLedger } from './ledger.ts'
import * as store from './store.ts'

export interface UndoParts extends ReadingCalls {
  db: Db
  ingest: Pick<Ingest, 'deleteKnownCalls' | 'duringLoad' | 'settled'>
  /** Where it is noted which calls are made of which events. */
  callAssembler: { settled: () => Promise<void> }
  files: ImportFiles
  /** Where recordings are kept. */
  recordingFiles: FileStore
  log: Log
}

interface Undoing {
  id: string
  customerId: string
}

type BroughtCall = Pick<LedgerEntry, 'id' | 'contentHash'>
type DeletedCalls = Parameters<Parameters<Ingest['deleteKnownCalls']>[0]['record']>[1]

/** Later than any call. */
const endOfTimes = new Date('9999-01-01')

/** The calls that an import brought, as it left them, in portions. */
async function* readBrought(files: ImportFiles, importId: string): AsyncGenerator<BroughtCall[]> {
  const changedAgain = new Map<string, string>()
  for await (const entries of readLedger(files, importId))
    for (const { kind, id, contentHash } of entries) if (kind === 'again') changedAgain.set(id, contentHash)
  for await (const entries of readLedger(files, importId))
    yield entries
      .filter(({ kind }) => kind === 'created')
      .map(({ id, contentHash }) => ({ id, contentHash: changedAgain.get(id) ?? contentHash }))
}

/** What would become of the calls that an import brought, as they are now. */
export async function planUndo(parts: UndoParts, { id: importId, customerId }: Undoing): Promise<ImportUndo> {
  const plan: ImportUndo = { calls: 0, annotated: 0, recorded: 0, held: 0, changed: 0, gone: 0 }
  const held = await store.selectHeld(parts.db, customerId)
  for await (const brought of readBrought(parts.files, importId)) {
    const wanted = { customerId, ids: brought.map(({ id }) => id), held }
    const found = new Map((await selectStates(parts, wanted)).map((call) => [call.id, call]))
    const free: string[] = []
    for (const { id, contentHash } of brought) {
      const call = found.get(id)
      if (call === undefined) plan.gone += 1
      else if (call.contentHash !== contentHash) plan.changed += 1
      else if (call.isHeld) plan.held += 1
      else free.push(id)
    }
    const worked = await store.countWorkedOn(parts.db, free)
    plan.calls += free.length
    plan.annotated += worked.annotated
    plan.recorded += worked.recorded
  }
  return plan
}

/**
 * Deletes the calls that an import brought, and that are as it left them, up to 10,000 at once; readers see each portion whole
 * or not at all. Begun anew after a crash it goes on. False when it was aborted.
 */
export async function undoImport(parts: UndoParts, undoing: Undoing, signal: AbortSignal): Promise<boolean> {
  const { ingest, callAssembler } = parts
  // Events go with their calls: they would be made of them again.
  await callAssembler.settled()
  // What was accepted last may not be in the table of calls yet.
  await ingest.settled()
  // The portions have callers in common, whose other calls need to be looked at only once.
  return await ingest.duringLoad(async () => await deleteBrought(parts, undoing, signal))
}

async function deleteBrought(parts: UndoParts, undoing: Undoing, signal: AbortSignal): Promise<boolean> {
  const { ingest, files } = parts
  const { id: importId, customerId } = undoing
  for await (const calls of readBrought(files, importId)) {
    if (signal.aborted) return false
    let recordings: string[] = []
    if (calls.length === 0) continue
    await ingest.deleteKnownCalls({
      customerId,
      calls,
      kept: async () => await store.selectHeld(parts.db, customerId),
      record: async (transaction, deleted) => {
        recordings = await recordDeleted(transaction, undoing, deleted)
      },
    })
    await deleteNow(parts, recordings)
  }
  return true
}

/** What became of the calls in the end, whichever process deleted them. */
export async function summariseUndo(
  parts: UndoParts,
  undoing: Undoing,
  planned: ImportUndo | null,
): Promise<ImportUndo> {
  const calls = await store.countDeleted(parts.db, undoing.id)
  const left = await planUndo(parts, undoing)
  const { annotated = 0, recorded = 0 } = planned ?? {}
  const { held, changed, gone } = left
  return { calls, annotated, recorded, held, changed, gone: Math.max(0, gone - calls) }
}

/** Answers which files of recordings are to be deleted. */
async function recordDeleted(
  transaction: Transaction,
  { id: importId, customerId }: Undoing,
  { ids, count, oldest, newest, number }: DeletedCalls,
): Promise<string[]> {
  const wanted = { customerId, callIds: ids, before: endOfTimes, kept: [] }
  const { files } = await deleteRecordings(transaction, wanted)
  const deleted = { run_id: importId, customer_id: customerId, count, oldest, newest, change_number: number }
  await store.insertDeletion(transaction, deleted)
  return files
}

async function deleteNow({ db, recordingFiles, log }: UndoParts, files: readonly string[]): Promise<void> {
  try {
    await deleteFiles({ db, files: recordingFiles }, files)
  } catch (error) {
    log.error({ err: error }, 'files of deleted recordings are left; they are swept')
  }
}
