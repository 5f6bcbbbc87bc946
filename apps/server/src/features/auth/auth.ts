import type { Session } from '@callboard/contract/users'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { attempt } from '../../access/attempts.ts'
import { authenticate } from '../../access/authenticate.ts'
import { verifyPassword } from '../../access/passwords.ts'
import { checkSecondFactor } from '../../access/second-factor.ts'
import { foldSignInName } from '../../access/sign-in-name.ts'
import { findUserToSignIn } from '../../access/store.ts'
import { hashToken, newSessionToken } from '../../access/tokens.ts'
import type { Database } from '../../db/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { describeMe } from '../users/users.ts'
import { endSession, insertSession } from './store.ts'

/** Where a sign-in comes from. */
export interface Origin {
  address: string
  userAgent: string | null
  requestId: string
}

export function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? null, requestId: request.id }
}

/**
 * Checks a password, and the second factor where there is one, and starts a session. Neither the answer nor its time
 * tells whether the user exists: an unknown name is limited, hashed and refused as a known one is.
 */
export async function signIn(
  db: Kysely<Database>,
  { userName, password, code }: { userName: string; password: string; code?: string | undefined },
  origin: Origin,
): Promise<Session> {
  const folded = foldSignInName(userName)
  let fault = new AppError('invalidCredentials', 'The user name or the password is not right.')
  const userId = await attempt(db, { folded, address: origin.address }, async () => {
    const user = await findUserToSignIn(db, folded)
    const mayUsePassword =
      user !== undefined && user.login_provider === 'local' && user.is_active && !user.is_deleted
    const isRight = await verifyPassword(password, mayUsePassword ? user.password_hash : null)
    if (!isRight || !mayUsePassword) return undefined
    if (user.totp_secret === null) return user.id
    if (code === undefined || code.trim() === '') throw secondFactorRequired()
    if (await checkSecondFactor(db, { id: user.id, totpSecret: user.totp_secret }, code)) return user.id
    fault = new AppError('invalidCredentials', 'The code is not right, or was used before.', {
      field: 'code',
    })
    return undefined
  })
  if (userId === undefined) throw fault
  return await startSession(db, { userId, origin })
}

function secondFactorRequired(): AppError {
  return new AppError('secondFactorRequired', 'Enter the code of your authenticator app.', { field: 'code' })
}

/** A session for a user whose identity was proven; `sso` where a provider did. */
export async function startSession(
  db: Kysely<Database>,
  { userId, origin, sso }: { userId: string; origin: Origin; sso?: { provider: string; idToken: string } },
): Promise<Session> {
  const token = newSessionToken()
  await insertSession(db, {
    tokenHash: hashToken(token),
    userId,
    now: new Date(),
    address: origin.address,
    userAgent: origin.userAgent?.slice(0, 300) ?? null,
    provider: sso?.provider ?? null,
    idToken: sso?.idToken ?? null,
  })
  const caller = await authenticate(db, {
    authorization: `Bearer ${token}`,
    maskedUser: undefined,
    requestId: origin.requestId,
  })
  if (caller.kind !== 'user') throw new Error('the token of a session is that of a user')
  return { ...(await describeMe(db, caller)), token }
}

/** What a session began with that ended. */
export interface EndedSignOn {
  provider: string
  idToken: string
}

/** Ends the session. Who signed in at a provider learns in the answer where to sign out there. */
export async function signOut(db: Kysely<Database>, sessionId: string): Promise<EndedSignOn | undefined> {
  const { provider = null, id_token: idToken = null } = (await endSession(db, sessionId, new Date())) ?? {}
  return provider === null || idToken === null ? undefined : { provider, idToken }
}
