import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../db/schema.ts'
import { endLinksOf } from './link-store.ts'

/** Sets the password, and ends the user's links for another one and their sessions, but for one that is kept. */
export async function replacePassword(
  transaction: Transaction<Database>,
  change: { userId: string; passwordHash: string; now: Date; keepSession?: string },
): Promise<void> {
  await transaction
    .updateTable('app_user')
    .set((eb) => ({ password_hash: change.passwordHash, revision: eb('revision', '+', 1) }))
    .where('id', '=', change.userId)
    .execute()
  await endLinksOf(transaction, change)
  await endSessionsOf(transaction, change)
}

export async function endSessionsOf(
  db: Kysely<Database>,
  { userId, now, keepSession }: { userId: string; now: Date; keepSession?: string },
): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(keepSession !== undefined, (query) => query.where('id', '!=', keepSession ?? ''))
    .execute()
}
