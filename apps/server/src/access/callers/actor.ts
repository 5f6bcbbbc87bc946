import { type Actor, change } from '../../db/records/change.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Caller, KeyCaller } from './caller.ts'

/** Under whose name a change is recorded. Throws `maskedReadOnly` while the portal is viewed as another user. */
export function actorOf(caller: Caller | KeyCaller): Actor {
  const { requestId } = caller
  if (caller.kind === 'key') return { userId: null, userName: caller.keyName, requestId }
  const { userId, userName, viewedBy } = caller
  if (viewedBy !== null) throw readOnlyError()
  return { userId, userName, requestId }
}

/** A change that is recorded under the caller's name. Throws as `actorOf` does. */
export async function changeBy<T>(
  db: Db,
  caller: Caller | KeyCaller,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return await change(db, actorOf(caller), work)
}

export function readOnlyError(): AppError {
  return new AppError('maskedReadOnly', 'You cannot change anything while viewing as another user.')
}
