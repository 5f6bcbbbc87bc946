import { open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CallStoreError } from '#server/db/calls/call-store.ts'
import type { Execution } from '#server/db/calls/executions.ts'
import { requireSpace } from '#server/lib/files/free-space.ts'

/** The engine writes some 50 MB in this time. */
const pollIntervalMs = 250
/** How a file of Parquet begins and ends. */
const mark = Buffer.from('PAR1')

/**
 * Runs `write`, by which the engine writes a file, and stops it before the file takes space that the databases need. Throws
 * `ENOSPC` when there is none to begin with.
 */
export async function writeInSpace<T>(
  { path, reserveBytes, execution }: { path: string; reserveBytes: number; execution: Execution },
  write: () => Promise<T>,
): Promise<T> {
  const checkSpace = async () => await requireSpace(dirname(path), 0, reserveBytes)
  await checkSpace()
  const polling = setInterval(() => void checkSpace().catch(() => execution.stop('full')), pollIntervalMs)
  try {
    return await write()
  } finally {
    clearInterval(polling)
  }
}

/**
 * The bytes of a file of Parquet that the engine has written. It loses its name before the first one, so that it is gone when
 * nobody reads it any more. Throws `full` for half a file: the engine says nothing when the disk runs full (chDB 3.4.0).
 */
export async function* readOnceWhole(
  path: string,
  onWritten?: (bytes: number) => Promise<void>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await open(path)
  try {
    await rm(path)
    const { size } = await file.stat()
    const end = Buffer.alloc(mark.length)
    if (size > mark.length) await file.read(end, 0, mark.length, size - mark.length)
    if (!end.equals(mark)) throw new CallStoreError('full')
    await onWritten?.(size)
    yield* file.createReadStream({ start: 0, highWaterMark: 1 << 20, autoClose: false })
  } finally {
    await file.close()
  }
}
