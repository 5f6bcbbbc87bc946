import type { Body } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/exports'
import { type Export, ExportedRows, maxOpenExports } from '@callboard/contract/exports'
import type { Caller } from '../../access/callers/caller.ts'
import type { Db } from '../../db/tables/schema.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import type { FileStore } from '../../lib/files/file-store.ts'
import { contentTypeOf } from '../../report-engine/files/opened-file.ts'
import type { ExportRunner } from './export-runner.ts'
import { prepareExport } from './prepare-export.ts'
import * as store from './store.ts'
import { findWithdrawal } from './withdrawal.ts'

export interface ExportParts {
  db: Db
  runner: ExportRunner
  files: FileStore
}

/** Throws what a download at once would throw before it reads a call, and `conflict` when too many wait already. */
export async function createExport(
  { db, runner }: Omit<ExportParts, 'files'>,
  caller: Caller,
  { format, rows }: Body<typeof endpoints.createExport>,
): Promise<Export> {
  const { name } = await prepareExport({ db, caller }, rows, format)
  const row = await db.transaction().execute(async (transaction) => {
    const { userId } = caller
    await store.lockExports(transaction, userId)
    if ((await store.countOpenExports(transaction, userId)) >= maxOpenExports) {
      throw new AppError(
        'conflict',
        `You can have at most ${maxOpenExports} exports in progress. Wait for one to finish, or stop one.`,
      )
    }
    return await store.insertExport(transaction, { user_id: userId, name, format, asked: rows })
  })
  runner.wake()
  return exportOf(row)
}

/** Another one of the same; what is relative to the time is new. */
export async function repeatExport(
  parts: ExportParts,
  caller: Caller,
  { id }: { id: string },
): Promise<Export> {
  const { format, asked } = orNotFound(await store.selectExport(parts.db, { id, userId: caller.userId }))
  return await createExport(parts, caller, { format, rows: ExportedRows.parse(asked) })
}

export async function listExports(db: Db, { userId }: Caller): Promise<{ items: Export[] }> {
  const rows = await store.selectExports(db, userId)
  return { items: rows.map(exportOf) }
}

export async function getExport(db: Db, { userId }: Caller, { id }: { id: string }): Promise<Export> {
  return exportOf(orNotFound(await store.selectExport(db, { id, userId })))
}

/** Throws `conflict` while it is not ready, and `exportGone` when the file was deleted or may not be had any more. */
export async function getExportFile(
  { db, files }: Pick<ExportParts, 'db' | 'files'>,
  caller: Caller,
  { id }: { id: string },
): Promise<FileAnswer> {
  const row = orNotFound(await store.selectExport(db, { id, userId: caller.userId }))
  const { fileName, state, error, rowCount } = exportOf(row)
  if (state === 'waiting' || state === 'running')
    throw new AppError('conflict', 'The file is still being written.')
  if (state !== 'ready' || row.file_key === null || fileName === null)
    throw new AppError('exportGone', error ?? goneTexts[state])
  const withdrawal = await findWithdrawal({ db, caller }, row)
  if (withdrawal !== undefined) {
    await store.updateWithdrawn(db, id, withdrawal)
    await files.delete(row.file_key)
    throw new AppError('exportGone', withdrawal)
  }
  const stored = await files.get(row.file_key)
  if (stored === undefined) {
    throw new AppError(
      'unavailable',
      'The file is not where this process of the portal keeps files. All processes need the same FILES_URL or EXPORTS_DIR.',
    )
  }
  return new FileAnswer({
    contentType: contentTypeOf(row.format),
    fileName,
    bytes: stored.bytes,
    headers: {
      'content-length': String(stored.size),
      'x-row-count': String(rowCount),
      'x-snapshot': String(row.snapshot),
    },
  })
}

const goneTexts = {
  ready: 'The file no longer exists. Export it again.',
  expired: 'The file was deleted after a day. Export it again.',
  failed: 'The file could not be written. Export it again.',
  stopped: 'The export was stopped. Export it again.',
} as const satisfies Partial<Record<Export['state'], string>>

/** One that has ended stays as it is. */
export async function stopExport(
  { db, runner }: Pick<ExportParts, 'db' | 'runner'>,
  caller: Caller,
  { id }: { id: string },
): Promise<Export> {
  if (await store.updateStopped(db, { id, userId: caller.userId })) runner.stop(id)
  return await getExport(db, caller, { id })
}

export async function deleteExport(
  { db, runner, files }: ExportParts,
  { userId }: Caller,
  { id }: { id: string },
): Promise<undefined> {
  const { file_key: key } = orNotFound(await store.deleteExport(db, { id, userId }))
  runner.stop(id)
  if (key !== null) await files.delete(key)
}

type ExportRow = Awaited<ReturnType<typeof store.selectExports>>[number]

function exportOf(row: ExportRow): Export {
  const { id, name, format, state, error, bytes, expires_at: expiresAt } = row
  const isExpired = state === 'ready' && expiresAt !== null && expiresAt.getTime() <= Date.now()
  return {
    id,
    name,
    format,
    state: isExpired ? 'expired' : state,
    rowsDone: row.rows_done,
    rowCount: row.row_count,
    bytes,
    fileName: row.file_name,
    error,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}
