import type { Kysely } from 'kysely'
import { verifyPassword } from '../../access/passwords.ts'
import { foldSignInName } from '../../access/sign-in-name.ts'
import { hashToken, newSessionToken } from '../../access/tokens.ts'
import type { Database } from '../../db/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import {
  countFailures,
  deleteFailure,
  deleteFailuresBefore,
  endSession,
  type FailureCounts,
  findUserToSignIn,
  insertFailure,
  insertSession,
} from './store.ts'

const windowMs = 60_000
const failuresOfName = 5
const failuresOfAddress = 20

export interface SignIn {
  userName: string
  password: string
  address: string
  userAgent: string | null
}

/**
 * Checks a password and starts a session. Neither the answer nor its time tells whether the user exists: an unknown
 * name is limited, hashed and refused as a known one is.
 */
export async function signIn(
  db: Kysely<Database>,
  asked: SignIn,
): Promise<{ userId: string; token: string }> {
  const folded = foldSignInName(asked.userName)
  const now = new Date()
  const since = new Date(now.getTime() - windowMs)
  const counted = { folded, address: asked.address, since }
  refuseAfter(await countFailures(db, counted), { own: 0 })
  // Counted as failed before the slow check, so that a burst at once is limited too.
  const attempt = await insertFailure(db, { folded, address: asked.address, at: now })
  const user = await findUserToSignIn(db, folded)
  const mayUsePassword =
    user !== undefined && user.login_provider === 'local' && user.is_active && !user.is_deleted
  let isRight: boolean
  try {
    // Again: those of a burst counted before any of them was there, and only now see each other.
    refuseAfter(await countFailures(db, counted), { own: 1 })
    isRight = await verifyPassword(asked.password, mayUsePassword ? user.password_hash : null)
  } catch (error) {
    // Turned away before the password was looked at: no guess was made.
    await deleteFailure(db, attempt)
    throw error
  }
  if (!isRight || !mayUsePassword) {
    await deleteFailuresBefore(db, since)
    throw new AppError('invalidCredentials', 'The user name or the password is not right.')
  }
  await deleteFailure(db, attempt)
  return { userId: user.id, token: await startSession(db, { userId: user.id, asked, now }) }
}

function refuseAfter({ ofName, ofAddress }: FailureCounts, { own }: { own: 0 | 1 }): void {
  if (ofName - own < failuresOfName && ofAddress - own < failuresOfAddress) return
  throw new AppError('tooManyRequests', 'Too many failed sign-ins. Wait a minute and try again.', {
    retryAfterSeconds: windowMs / 1000,
  })
}

async function startSession(
  db: Kysely<Database>,
  { userId, asked, now }: { userId: string; asked: SignIn; now: Date },
): Promise<string> {
  const token = newSessionToken()
  await insertSession(db, {
    tokenHash: hashToken(token),
    userId,
    now,
    address: asked.address,
    userAgent: asked.userAgent?.slice(0, 300) ?? null,
  })
  return token
}

export async function signOut(db: Kysely<Database>, sessionId: string): Promise<void> {
  await endSession(db, sessionId, new Date())
}
