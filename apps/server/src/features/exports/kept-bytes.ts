import type { Db } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import * as store from './store.ts'

/** The most bytes of files that are kept for one user, and for all. */
export interface KeptBytes {
  user: number
  portal: number
}

/** Throws `storageFull` when as much is kept as may be. */
export async function requireQuota(db: Db, userId: string, limits: KeptBytes): Promise<void> {
  const kept = await store.selectKeptBytes(db, userId)
  if (kept.user >= limits.user) {
    throw new AppError(
      'storageFull',
      `Your exports have reached the limit of ${sizeOf(limits.user)}. Delete some that you no longer need.`,
    )
  }
  if (kept.portal >= limits.portal) {
    throw new AppError(
      'storageFull',
      `The exports of all users have reached the limit of ${sizeOf(limits.portal)}. Space becomes free as exports are deleted, within a day at the latest.`,
    )
  }
}

function sizeOf(bytes: number): string {
  return `${Math.round(bytes / 2 ** 30)} GB`
}
