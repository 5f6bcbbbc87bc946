import type { Body } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/auth'
import type { Session } from '@callboard/contract/users'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Attempts } from '../../access/attempts.ts'
import { authenticateSession } from '../../access/authenticate.ts'
import { verifyPassword } from '../../access/passwords.ts'
import { checkSecondFactor } from '../../access/second-factor.ts'
import { hashToken, newSessionToken } from '../../access/tokens.ts'
import type { Database } from '../../db/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { buildMe } from '../users/me.ts'
import * as store from './store.ts'

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
 * tells whether the user exists: an unknown name is limited, hashed and answered as a known one is.
 */
export async function login(
  { db, attempts }: { db: Kysely<Database>; attempts: Attempts },
  { userName, password, code = '' }: Body<typeof endpoints.login>,
  origin: Origin,
): Promise<Session> {
  let error = new AppError('invalidCredentials', 'The user name or the password is not right.')
  const userId = await attempts.guess({ userName, address: origin.address }, async (user) => {
    const mayUsePassword =
      user !== undefined && user.login_provider === 'local' && user.is_active && !user.is_deleted
    const isRight = await verifyPassword(password, mayUsePassword ? user.password_hash : null)
    if (!isRight || !mayUsePassword) return undefined
    if (user.totp_secret === null) return user.id
    if (code.trim() === '') throw secondFactorRequired()
    if (await checkSecondFactor(db, { id: user.id, totpSecret: user.totp_secret }, code)) return user.id
    error = new AppError('invalidCredentials', 'The code is not right, or was used before.', {
      field: 'code',
    })
    return undefined
  })
  if (userId === undefined) throw error
  return await createSession(db, { userId, origin })
}

function secondFactorRequired(): AppError {
  return new AppError('secondFactorRequired', 'Enter the code of your authenticator app.', { field: 'code' })
}

/** A session for a user whose identity was proven; `sso` when a provider proved it. */
export async function createSession(
  db: Kysely<Database>,
  { userId, origin, sso }: { userId: string; origin: Origin; sso?: SingleSignOn },
): Promise<Session> {
  const token = newSessionToken()
  const user = await store.insertSession(db, {
    token_hash: hashToken(token),
    user_id: userId,
    address: origin.address,
    user_agent: origin.userAgent?.slice(0, 300) ?? null,
    provider: sso?.provider ?? null,
    id_token: sso?.idToken ?? null,
  })
  const { requestId } = origin
  const caller = await authenticateSession(db, token, { requestId, viewAsUser: undefined })
  return { ...(await buildMe(db, caller, user)), token }
}

/** At a provider, with the token that it gave. */
export interface SingleSignOn {
  provider: string
  idToken: string
}

/** Ends the session. Answers the single sign-on with which it began, so that the user can sign out there too. */
export async function logout(db: Kysely<Database>, sessionId: string): Promise<SingleSignOn | undefined> {
  const ended = await store.deleteSession(db, sessionId, new Date())
  const { provider = null, id_token: idToken = null } = ended ?? {}
  return provider === null || idToken === null ? undefined : { provider, idToken }
}
