import type { User } from '@callboard/contract/users'
import type { Kysely, Transaction } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { endSessionsOf } from '../../access/session-ends.ts'
import { change } from '../../db/change.ts'
import type { Database } from '../../db/schema.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { lockAdmins, updateStatus } from './store.ts'
import { userOf } from './user-record.ts'

/** Of a user; what is left out stays. */
export interface AccountStatus {
  is_active?: boolean
  is_deleted?: boolean
}

/** Changes whether somebody may sign in. Throws `conflict` when no administrator would be left, or for oneself. */
export async function changeStatus(
  db: Kysely<Database>,
  caller: Caller,
  { id, status }: { id: string; status: AccountStatus },
): Promise<User> {
  const isEnd = status.is_active === false || status.is_deleted === true
  if (isEnd) refuseOwnEnd(caller, id)
  return await change(db, actorOf(caller), async (transaction) => {
    if (isEnd) await keepAnAdmin(transaction, id)
    const row = await updateStatus(transaction, id, status)
    if (row === undefined) throw notFound()
    if (isEnd) await endSessionsOf(transaction, { userId: id, now: new Date() })
    return userOf(row)
  })
}

/** Nobody takes their own right to administer, or their own account. */
export function refuseOwnEnd(caller: Caller, id: string): void {
  if (id === caller.userId)
    throw new AppError('conflict', 'You cannot do this to your own account. Another administrator can.')
}

/** Two administrators who take each other's rights at once do it one after the other. */
export async function keepAnAdmin(transaction: Transaction<Database>, id: string): Promise<void> {
  const admins = await lockAdmins(transaction)
  if (admins.includes(id) && admins.length === 1)
    throw new AppError('conflict', 'This is the last administrator.')
}
