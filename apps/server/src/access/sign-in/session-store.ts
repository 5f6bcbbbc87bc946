import type { Db, Transaction } from '../../db/tables/schema.ts'
import { whereGiven } from '../../db/records/where-given.ts'

export async function updatePasswordHash(
  transaction: Transaction,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<void> {
  await transaction
    .updateTable('app_user')
    .set((eb) => ({ password_hash: passwordHash, revision: eb('revision', '+', 1) }))
    .where('id', '=', userId)
    .execute()
}

/** Sessions of a user, or of all users of a customer: one of them, all, or all but one. */
export type WhichSessions =
  | { userId: string; sessionId?: string; keepSession?: string | undefined }
  | { customerId: string }

/** Ends those that are open, and answers with where they began. */
export async function updateEndedSessions(db: Db, which: WhichSessions, now: Date) {
  const open = db.updateTable('session').set({ ended_at: now }).where('ended_at', 'is', null)
  const chosen =
    'customerId' in which
      ? open.where('user_id', 'in', (eb) =>
          eb.selectFrom('app_user').where('customer_id', '=', which.customerId).select('id'),
        )
      : open
          .where('user_id', '=', which.userId)
          .$call(whereGiven(which.sessionId, (all, id) => all.where('id', '=', id)))
          .$call(whereGiven(which.keepSession, (all, id) => all.where('id', '!=', id)))
  return await chosen.returning(['user_id', 'address', 'user_agent']).execute()
}
