import type { User } from '@callboard/contract/users'
import { actorOf, changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { endSessions } from '../../access/sign-in/sessions.ts'
import { lockAdmins } from '../../access/callers/store.ts'
import { updateRecord } from '../../db/records/records.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { readUser } from './users.ts'

/** Changes whether a user may sign in. Throws `conflict` for oneself, and when no administrator would be left. */
export async function updateAccountStatus(
  db: Db,
  caller: Caller,
  { id, ...status }: { id: string; isActive?: boolean; isDeleted?: boolean },
): Promise<User> {
  const isEnd = status.isActive === false || status.isDeleted === true
  if (isEnd) requireAnotherUser(caller, id)
  return await changeBy(db, caller, async (transaction) => {
    if (isEnd) await requireAnotherAdmin(transaction, id)
    await updateRecord(transaction, 'user', { id, values: status })
    if (isEnd) await endSessions(transaction, { actor: actorOf(caller), log: caller.log }, { userId: id })
    return await readUser(transaction, id)
  })
}

/** Nobody takes their own administrator's right, or ends their own account. */
export function requireAnotherUser(caller: Caller, id: string): void {
  if (id === caller.userId)
    throw new AppError('conflict', 'You cannot do this to your own account. Another administrator can.')
}

/** Locks the administrators, so that two who take each other's right do so one after the other. */
export async function requireAnotherAdmin(transaction: Transaction, id: string): Promise<void> {
  const admins = await lockAdmins(transaction)
  if (admins.length === 1 && admins[0]?.id === id)
    throw new AppError('conflict', 'This is the last administrator.')
}
