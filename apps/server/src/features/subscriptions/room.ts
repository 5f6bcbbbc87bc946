import { maxSubscriptions } from '@callboard/contract/subscriptions'
import type { Transaction } from 'kysely'
import { lockOwner } from '../../db/records/lock-owner.ts'
import type { Database } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'

/** Throws `conflict` when a user has too many subscriptions for one more, or for so many. */
export async function requireRoom(
  transaction: Transaction<Database>,
  userId: string,
  added = 1,
): Promise<void> {
  const count = await lockOwner(transaction, 'subscription', userId)
  if (added > 0 && count + added > maxSubscriptions)
    throw new AppError('conflict', `Nobody has more than ${maxSubscriptions} subscriptions.`)
}
