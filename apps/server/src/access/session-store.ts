import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../db/schema.ts'
import { whereGiven } from '../db/where-given.ts'

export async function updatePasswordHash(
  transaction: Transaction<Database>,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<void> {
  await transaction
    .updateTable('app_user')
    .set((eb) => ({ password_hash: passwordHash, revision: eb('revision', '+', 1) }))
    .where('id', '=', userId)
    .execute()
}

/** Ends the sessions of a user, but for the one to keep. */
export async function deleteSessionsOf(
  db: Kysely<Database>,
  { userId, now, keepSession }: { userId: string; now: Date; keepSession?: string | undefined },
): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$call(whereGiven(keepSession, (open, id) => open.where('id', '!=', id)))
    .execute()
}
