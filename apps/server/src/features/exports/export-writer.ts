import { ExportedRows, exportHours } from '@callboard/contract/exports'
import { findCallerOfUser } from '../../access/callers/caller-of-user.ts'
import type { Caller } from '../../access/callers/caller.ts'
import type { StoredCalls } from '../../db/calls/stored-calls.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import type { FileStore } from '../../lib/files/file-store.ts'
import type { Log } from '../../lib/log.ts'
import type { OpenedFile } from '../../report-engine/files/opened-file.ts'
import { type KeptBytes, requireQuota } from './kept-bytes.ts'
import { prepareExport } from './prepare-export.ts'
import * as store from './store.ts'
import { findWithdrawal } from './withdrawal.ts'

export interface ExportWriting extends StoredCalls {
  db: Db
  files: FileStore
  log: Log
  keptBytes: KeptBytes
}

export type ClaimedExport = NonNullable<Awaited<ReturnType<typeof store.claimExport>>>

/** It was stopped or deleted, or is another process's by now. */
export class ExportEnded extends Error {
  override readonly name = 'ExportEnded'
}

const heartbeatIntervalMs = 1_000

/**
 * Writes an export and makes it ready. Every second it tells in the database how far it is; when it may not go on, it is
 * aborted with the reason. Throws whatever ended it.
 */
export async function writeExport(
  writing: ExportWriting,
  claimed: ClaimedExport,
  { worker, abort }: { worker: string; abort: AbortController },
): Promise<void> {
  const { db, calls, snapshots } = writing
  const { signal } = abort
  const own = { id: claimed.id, worker }
  const done = { rows: 0, bytes: 0 }
  const heartbeat = setInterval(() => {
    writeHeartbeat(writing, claimed, { ...own, done }).catch((error: unknown) => {
      if (error instanceof AppError || error instanceof ExportEnded) abort.abort(error)
      else
        writing.log.error({ err: error, export: claimed.id }, 'the progress of an export could not be stored')
    })
  }, heartbeatIntervalMs)
  try {
    const { format, created_at: askedAt } = claimed
    const asking = { db, caller: await getOwner(writing, claimed), askedAt }
    const prepared = await prepareExport(asking, ExportedRows.parse(claimed.asked), format)
    const onRows = (count: number) => (done.rows = count)
    // One thread: what people wait for has the others.
    // It is written once more, and better not begun than left half way.
    const onWritten = async (bytes: number) => await writing.files.requireSpace(bytes)
    const file = await prepared.open({ calls, snapshots, signal, threads: 1, onRows, onWritten })
    try {
      await writeFile(writing, file, {
        claimed,
        own,
        scope_fingerprint: prepared.fingerprint,
        done,
        signal,
      })
    } finally {
      // Whatever became of it, the rows of its snapshot need not be kept any longer.
      await file.bytes.return?.()
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    clearInterval(heartbeat)
  }
}

interface Done {
  rows: number
  bytes: number
}

interface WrittenFile {
  claimed: ClaimedExport
  own: { id: string; worker: string }
  scope_fingerprint: string
  done: Done
  signal: AbortSignal
}

async function writeFile(
  writing: ExportWriting,
  file: OpenedFile,
  { claimed, own, done, signal, scope_fingerprint }: WrittenFile,
): Promise<void> {
  const { db, files } = writing
  const opened = { row_count: file.rowCount, file_name: file.fileName }
  const snapshot = file.snapshot.number
  if (!(await store.updateRunning(db, own, { ...opened, snapshot, scope_fingerprint })))
    throw new ExportEnded()
  await files.put(claimed.file_key, counted(file.bytes, done, signal))
  // A file may be written between two beats.
  await writeHeartbeat(writing, claimed, { ...own, done })
  const caller = await getOwner(writing, claimed)
  const withdrawal = await findWithdrawal({ db, caller }, { ...claimed, scope_fingerprint })
  if (withdrawal !== undefined) throw new AppError('exportGone', withdrawal)
  const ended = new Date()
  const isReady = await store.updateRunning(db, own, {
    state: 'ready',
    rows_done: file.rowCount,
    bytes: done.bytes,
    ended_at: ended,
    expires_at: new Date(ended.getTime() + exportHours * 3_600_000),
  })
  if (!isReady) throw new ExportEnded()
}

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  done: Done,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    signal.throwIfAborted()
    yield chunk
    done.bytes += chunk.length
  }
}

async function writeHeartbeat(
  { db, keptBytes }: ExportWriting,
  { user_id: userId }: ClaimedExport,
  { done, ...own }: { id: string; worker: string; done: Done },
): Promise<void> {
  if (!(await store.updateProgress(db, own, done))) throw new ExportEnded()
  await requireQuota(db, userId, keptBytes)
}

async function getOwner({ db, log }: ExportWriting, { id, user_id: userId }: ClaimedExport): Promise<Caller> {
  const owner = await findCallerOfUser(db, userId, { id, log })
  if (owner === undefined) throw new AppError('forbidden', 'Its owner can no longer sign in.')
  return owner
}
