import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { AppError } from '../lib/app-error.ts'
import {
  countFailures,
  deleteFailure,
  deleteFailuresBefore,
  type FailureCounts,
  insertFailure,
} from './attempt-store.ts'
import type { Caller } from './caller.ts'
import { verifyPassword } from './passwords.ts'
import { foldSignInName } from './sign-in-name.ts'
import { selectUserToSignIn } from './store.ts'

const windowMs = 60_000
const failuresOfName = 5
const failuresOfAddress = 20

export interface Guesser {
  /** Folded name of the user whose secret is guessed, whether or not there is one. */
  folded: string
  address: string
}

/**
 * Runs the check of a secret, within the limits of wrong ones for a name and for an address; beyond them it throws
 * `tooManyRequests`. The check answers undefined for a wrong secret. One that throws does not count.
 */
export async function attempt<T>(
  db: Kysely<Database>,
  { folded, address }: Guesser,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const now = new Date()
  const since = new Date(now.getTime() - windowMs)
  const counted = { folded, address, since }
  requireFew(await countFailures(db, counted), { own: 0 })
  // Counted as a failure before the slow check, so that many guesses at once are limited too.
  const failure = await insertFailure(db, { folded, address, at: now })
  let result: T | undefined
  try {
    // Once more, for guesses at the same time do not see each other until here.
    requireFew(await countFailures(db, counted), { own: 1 })
    result = await check()
  } catch (error) {
    await deleteFailure(db, failure)
    throw error
  }
  if (result === undefined) await deleteFailuresBefore(db, since)
  else await deleteFailure(db, failure)
  return result
}

function requireFew({ ofName, ofAddress }: FailureCounts, { own }: { own: 0 | 1 }): void {
  if (ofName - own < failuresOfName && ofAddress - own < failuresOfAddress) return
  throw new AppError('tooManyRequests', 'Too many failed attempts. Wait a minute and try again.', {
    retryAfterSeconds: windowMs / 1000,
  })
}

/** Throws `wrongPassword` unless this is the caller's password; guesses are limited as at the sign-in. */
export async function requireOwnPassword(
  db: Kysely<Database>,
  caller: Caller,
  { password, field, address }: { password: string; field: string; address: string },
): Promise<void> {
  const folded = foldSignInName(caller.userName)
  const isRight = await attempt(db, { folded, address }, async () => {
    const user = await selectUserToSignIn(db, folded)
    return (await verifyPassword(password, user?.password_hash ?? null)) ? true : undefined
  })
  if (isRight !== true) throw new AppError('wrongPassword', 'This is not your password.', { field })
}
