import type { Actor } from '../db/change.ts'
import type { Caller } from './caller.ts'

/** Under whose name a change is recorded. */
export function actorOf({ userId, userName, requestId }: Caller): Actor {
  return { userId, userName, requestId }
}
