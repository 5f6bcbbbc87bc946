import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import * as store from './store.ts'

/** The most bytes of files that are kept for one user, and for all. */
export interface KeptBytes {
  user: number
  portal: number
}

/** Throws `storageFull` when as much is kept as may be. */
export async function requireRoom(db: Kysely<Database>, userId: string, most: KeptBytes): Promise<void> {
  const kept = await store.selectKeptBytes(db, userId)
  if (kept.user >= most.user) {
    throw new AppError(
      'storageFull',
      `Your exports have the ${sizeOf(most.user)} that are kept for you. Delete some that you do not need any more.`,
    )
  }
  if (kept.portal >= most.portal) {
    throw new AppError(
      'storageFull',
      `The exports of all users have the ${sizeOf(most.portal)} that the portal keeps. There is room again when some are deleted, at the latest in a day.`,
    )
  }
}

function sizeOf(bytes: number): string {
  return `${Math.round(bytes / 2 ** 30)} GB`
}
