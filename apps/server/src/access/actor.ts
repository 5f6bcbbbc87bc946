import type { Actor } from '../db/change.ts'
import { AppError } from '../lib/app-error.ts'
import type { Caller } from './caller.ts'

/** Under whose name a change is recorded. Nobody changes anything while they view the portal as another user. */
export function actorOf({ userId, userName, maskedBy, requestId }: Caller): Actor {
  if (maskedBy !== null) throw maskedReadOnly()
  return { userId, userName, requestId }
}

export function maskedReadOnly(): AppError {
  return new AppError('maskedReadOnly', 'While you view the portal as another user, nothing can be changed.')
}
