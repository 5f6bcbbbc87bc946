import { maxSubscriptions } from '@callboard/contract/subscriptions'
import { lockOwner } from '../../db/records/lock-owner.ts'
import type { Transaction } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { countSentOnce } from './delivery-store.ts'

/** Throws `conflict` when a user has too many subscriptions for one more, or for so many. */
export async function requireQuota(transaction: Transaction, userId: string, added = 1): Promise<void> {
  const count = await lockOwner(transaction, 'subscription', userId)
  if (added > 0 && count + added > maxSubscriptions)
    throw new AppError('conflict', `You can have at most ${maxSubscriptions} subscriptions.`)
}

/** The most that one user sends once in 24 hours: whoever gets it did not ask. */
const maxSentOnce = 100
const dayMs = 24 * 60 * 60_000

/** Throws `conflict` when a user has sent too much once for one more. */
export async function requireSendingQuota(transaction: Transaction, userId: string): Promise<void> {
  await lockOwner(transaction, 'subscription', userId)
  const since = new Date(Date.now() - dayMs)
  if ((await countSentOnce(transaction, { userId, since })) >= maxSentOnce)
    throw new AppError(
      'conflict',
      `You have sent ${maxSentOnce} reports in the last 24 hours. Try again tomorrow.`,
    )
}
