import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Db } from '../../../db/tables/schema.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { FileStore } from '../../../lib/files/file-store.ts'
import { isFull } from '../../../lib/files/free-space.ts'
import * as store from './store.ts'

export interface Storage {
  db: Db
  files: FileStore
}

/** An upload may take so long that its file is no rest of a crash. */
const leftAfterMs = 24 * 3_600_000

/**
 * Writes a file that a recording is to name, and has `keep` name it. Neither a crash nor an error leaves a file that
 * nobody knows of: it is entered before it is written.
 */
export async function keepFile<T>(
  { db, files }: Storage,
  chunks: AsyncIterable<Uint8Array>,
  keep: (key: string) => Promise<T>,
): Promise<T> {
  const key = `${randomUUID()}.sound`
  await store.insertFile(db, key)
  try {
    await withStorage(async () => await files.put(key, chunks))
    const kept = await keep(key)
    await deleteLeft({ db, files }, key)
    return kept
  } catch (error) {
    // What cannot be deleted now is swept later.
    await deleteLeft({ db, files }, key).catch(() => undefined)
    throw error
  }
}

/** Deletes a file unless a recording names it. */
export async function deleteLeft({ db, files }: Storage, key: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (await store.deleteFile(transaction, key)) await files.delete(key)
  })
}

/**
 * Deletes the files that no recording names: those of a crash, and of recordings that are gone.
 *
 * @throws AggregateError of those that cannot be deleted now, when the others are
 */
export async function sweepFiles(storage: Storage): Promise<void> {
  const before = new Date(Date.now() - leftAfterMs)
  await deleteAllLeft(storage, await store.selectLeftFiles(storage.db, before))
}

/**
 * Deletes files unless recordings name them.
 *
 * @throws AggregateError of those that cannot be deleted now, when the others are
 */
export async function deleteAllLeft(storage: Storage, keys: readonly string[]): Promise<void> {
  const errors: unknown[] = []
  for (const key of keys) await deleteLeft(storage, key).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, 'Files of recordings could not be deleted.')
}

/** The file or the part of it. Throws `unavailable` when the storage has not got it. */
export async function openFile(
  files: FileStore,
  key: string,
  { size, range }: { size: number; range?: { start: number; end: number } },
): Promise<Readable> {
  const stored = await withStorage(async () => await files.get(key, range))
  if (stored?.size === size) return stored.bytes
  stored?.bytes.destroy()
  throw new AppError('unavailable', 'The recording is not where the portal keeps recordings.')
}

/** Errors of the storage as `unavailable`, but for a storage that is full. */
async function withStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError || isFull(error)) throw error
    throw new AppError('unavailable', 'The recordings cannot be reached at the moment.', { cause: error })
  }
}
