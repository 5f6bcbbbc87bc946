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
      `Your exports have reached the limit of ${sizeOf(most.user)}. Delete some that you no longer need.`,
    )
  }
  if (kept.portal >= most.portal) {
    throw new AppError(
      'storageFull',
      `The exports of all users have reached the limit of ${sizeOf(most.portal)}. Space becomes free as exports are deleted, within a day at the latest.`,
    )
  }
}

function sizeOf(bytes: number): string {
  return `${Math.round(bytes / 2 ** 30)} GB`
}
