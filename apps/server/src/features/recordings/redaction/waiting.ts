import type { Db } from '../../../db/tables/schema.ts'
import { AppError } from '../../../lib/app-error.ts'
import { isFull } from '../../../lib/files/free-space.ts'
import { isSystemError } from '../../../lib/system-error.ts'
import * as store from './waiting-store.ts'

/** Why a recording with which nothing is wrong waits, a sentence for people; undefined for any other error. */
export function whyWaiting(error: unknown): string | undefined {
  if (error instanceof AppError && error.code === 'unavailable') return error.message
  if (isFull(error)) return 'There is too little space to work on recordings.'
  if (isSystemError(error)) return 'The files of recordings cannot be reached at the moment.'
  return undefined
}

/** So many are tried while the storage is away: the files of one of them alone may be lost. */
const probeBatchSize = 3

/**
 * Tries a few of the recordings that wait for the storage, those that were not tried for the longest time. Once one of them is
 * worked on, the storage is back, and all others are queued.
 */
export async function tryWaiting(
  db: Db,
  {
    work,
    queue,
  }: {
    work: (id: string) => Promise<'worked' | 'waits' | 'nothing'>
    queue: (id: string) => Promise<void>
  },
): Promise<void> {
  const waiting = await store.selectWaiting(db)
  for (const [at, id] of waiting.slice(0, probeBatchSize).entries()) {
    if ((await work(id)) !== 'worked') continue
    for (const other of waiting.slice(at + 1)) await queue(other)
    return
  }
}
