import { importBytesLimit, type Import } from '@callboard/contract/imports'
import { formatBytes, formatCount } from '@callboard/contract/format'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { isFull } from '../../lib/files/free-space.ts'
import { loadSource } from '../sources/sources.ts'
import type { ImportFiles } from './import-files.ts'
import { getImport, type ImportParts } from './imports.ts'
import * as store from './store.ts'

/** A part of a file, or all of it. */
export interface Upload {
  sourceId: string
  fileName: string
  dryRun: boolean
  /** Which part; undefined of a whole file. */
  range: { from: number; to: number; total: number } | undefined
  /** Undefined where it is not known before the end. */
  bytes: number | undefined
  chunks: AsyncIterable<Uint8Array>
}

/** Uploads that this process is receiving. */
const receiving = new Set<string>()

/**
 * Keeps what comes of a file, which is imported when it is whole. What was received of a part that broke off stays. Throws
 * `rangeNotSatisfiable` with how much is there, `payloadTooLarge`, `storageFull` and `malformedBody`.
 */
export async function receiveUpload(parts: ImportParts, caller: Caller, upload: Upload): Promise<Import> {
  const { files, runner } = parts
  const { range, bytes: length } = upload
  await requireFileSource(parts.db, upload.sourceId)
  const total = range?.total ?? length
  if (total !== undefined && total > importBytesLimit) throw tooLarge()
  const row = await rowOf(parts, caller, upload)
  if (receiving.has(row.id))
    throw new AppError('conflict', 'A part of this file is being received right now.')
  receiving.add(row.id)
  try {
    const received = row.bytes_received
    await requireDiskSpace(files, total === undefined ? 0 : total - received)
    const end = await append(parts, caller, { row, upload, from: received })
    if (range === undefined || end === range.total) await begin(parts, caller, { id: row.id, bytes: end })
  } finally {
    receiving.delete(row.id)
  }
  runner.wake()
  return await getImport(parts, caller, { id: row.id })
}

async function requireFileSource(db: Db, sourceId: string): Promise<void> {
  const source = await loadSource(db, sourceId)
  const refused = (description: string) => new AppError('invalid', description, { field: 'sourceId' })
  if (source === undefined) throw refused('There is no such source.')
  if (!source.isActive) throw refused('The source is inactive.')
  if (source.adapter.file === undefined)
    throw refused(`Calls of ${source.adapter.label} do not come in files.`)
}

/** The upload that a part goes on with, or a new one. */
async function rowOf(
  { db, files }: ImportParts,
  caller: Caller,
  { sourceId, fileName: name, dryRun: isDryRun, range, bytes }: Upload,
): Promise<store.ImportRow> {
  const { userId } = caller
  const known = await store.selectUpload(db, { sourceId, name, userId, isDryRun })
  if (range !== undefined && known?.bytes === range.total) {
    if (range.from !== known.bytes_received) throw new OtherRange(known.bytes_received, range.total)
    return known
  }
  if (range !== undefined && range.from !== 0) throw new OtherRange(0, range.total)
  // Whoever sends it from its beginning goes on with nothing.
  const old = known !== undefined && !receiving.has(known.id) ? known : undefined
  const row = await changeBy(db, caller, async (transaction) => {
    if (old !== undefined) {
      const startedAgain = {
        state: 'stopped',
        ended_at: new Date(),
        error: 'The upload was started again.',
      } as const
      await store.updateImport(
        transaction,
        { id: old.id, states: ['uploading'] },
        { ...startedAgain, file_deleted_at: new Date() },
      )
    }
    const id = await store.insertImport(transaction, {
      source_id: sourceId,
      name,
      way: 'upload',
      state: 'uploading',
      is_dry_run: isDryRun,
      user_id: userId,
      bytes: range?.total ?? bytes ?? 0,
    })
    return await store.selectImport(transaction, id)
  })
  if (old !== undefined) await files.delete(old.id)
  return orNotFound(row)
}

/** Another part is expected: the answer says where it begins. */
export class OtherRange extends AppError {
  readonly received: number

  constructor(received: number, total: number) {
    const next = received < total ? ` Go on with bytes ${received}-${total - 1}/${total}.` : ''
    super('rangeNotSatisfiable', `${formatCount(received)} bytes of this file are here.${next}`)
    this.received = received
  }
}

/** Writes what comes behind what is there, and answers how much there is then. */
async function append(
  { db, files }: ImportParts,
  caller: Caller,
  { row, upload, from }: { row: store.ImportRow; upload: Upload; from: number },
): Promise<number> {
  const { range, chunks } = upload
  const maxBytes = range === undefined ? importBytesLimit : range.to + 1
  const file = await files.openUpload(row.id, from)
  let end = from
  let kept = from
  const keep = async () => {
    await file.keep()
    kept = end
    await changeBy(db, caller, async (transaction) => {
      const at = { id: row.id, states: ['uploading'] } as const
      const isThere = await store.updateImport(transaction, at, { bytes_received: kept })
      if (!isThere) throw new AppError('conflict', 'This upload was stopped.')
    })
  }
  try {
    for await (const chunk of chunks) {
      if (end + chunk.length > maxBytes) throw range === undefined ? tooLarge() : longerThan(range)
      await file.write(chunk)
      end += chunk.length
      if (end - kept >= file.keepEveryBytes) {
        await requireDiskSpace(files, 0)
        await keep()
      }
    }
    if (range !== undefined && end !== maxBytes) throw cutOff()
  } catch (error) {
    if (error instanceof AppError) throw error
    if (isFull(error)) throw diskFull(error)
    throw cutOff(error)
  } finally {
    if (end > kept) await keep().catch(() => {})
    await file.close()
  }
  return end
}

async function begin(
  { db }: ImportParts,
  caller: Caller,
  { id, bytes }: { id: string; bytes: number },
): Promise<void> {
  await changeBy(db, caller, async (transaction) => {
    const values = { state: 'running', bytes, bytes_received: bytes } as const
    const isThere = await store.updateImport(transaction, { id, states: ['uploading'] }, values)
    if (!isThere) throw new AppError('conflict', 'This upload was stopped.')
  })
}

async function requireDiskSpace(files: ImportFiles, bytes: number): Promise<void> {
  try {
    await files.requireSpace(bytes)
  } catch (error) {
    throw diskFull(error)
  }
}

function diskFull(cause: unknown): AppError {
  const description = 'There is not enough space left on the disk of the portal for this file.'
  return new AppError('storageFull', description, { cause })
}

function tooLarge(): AppError {
  return new AppError('payloadTooLarge', `A file may have up to ${formatBytes(importBytesLimit)}.`)
}

function longerThan({ from, to }: { from: number; to: number }): AppError {
  return new AppError(
    'malformedBody',
    `The body is longer than its range of ${formatCount(to - from + 1)} bytes.`,
  )
}

function cutOff(cause?: unknown): AppError {
  return new AppError('malformedBody', 'The body was cut off. What came of it is kept.', { cause })
}
