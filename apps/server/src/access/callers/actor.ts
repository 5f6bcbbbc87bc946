import type { Actor } from '../../db/records/change.ts'
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

export function readOnlyError(): AppError {
  return new AppError('maskedReadOnly', 'You cannot change anything while viewing as another user.')
}
