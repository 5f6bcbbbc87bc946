import type { Body } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/auth'
import type { SignInProof } from '@callboard/contract/sign-ins'
import type { Session } from '@callboard/contract/users'
import type { SignInThrottle } from '../../access/sign-in/sign-in-throttle.ts'
import { authenticateSession } from '../../access/authenticate.ts'
import type { Caller } from '../../access/callers/caller.ts'
import type { Origin } from '../../access/callers/origin.ts'
import { verifyPassword } from '../../access/sign-in/passwords.ts'
import { checkSecondFactor } from '../../access/sign-in/second-factor.ts'
import { recordSignIns } from '../../access/sign-in/sign-in-records.ts'
import { hashToken, newSessionToken } from '../../access/sign-in/tokens.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { redeemOneTimeId, type SingleSignOn } from '../single-sign-on/single-sign-on.ts'
import { buildMe } from '../users/users.ts'
import * as store from './store.ts'

/**
 * Checks a password, and the second factor where there is one, and starts a session. Neither the answer nor its time
 * tells whether the user exists: an unknown name is limited, hashed and answered as a known one is.
 */
export async function login(
  { db, signInThrottle }: { db: Db; signInThrottle: SignInThrottle },
  { userName, password, code = '' }: Body<typeof endpoints.login>,
  origin: Origin,
): Promise<Session> {
  const checked = await signInThrottle.attempt<Proven>({ userName, origin }, async (user) => {
    const mayUsePassword = user !== undefined && user.login_provider === 'local' && user.may_sign_in
    const isRight = await verifyPassword(password, mayUsePassword ? user.password_hash : null)
    if (!isRight || !mayUsePassword) return { wrong: 'wrongPassword' }
    const { id: userId, totp_secret: totpSecret } = user
    if (totpSecret === null) return { right: { userId, proof: 'password' } }
    if (code.trim() === '') throw secondFactorRequired()
    const proof = await checkSecondFactor(db, { id: userId, totpSecret }, code)
    return proof === undefined ? { wrong: 'wrongCode' } : { right: { userId, proof } }
  })
  if ('wrong' in checked) throw checked.wrong === 'wrongCode' ? wrongCode() : wrongPassword()
  return await createSession(db, { ...checked.right, origin })
}

interface Proven {
  userId: string
  proof: SignInProof
}

function wrongPassword(): AppError {
  return new AppError('invalidCredentials', 'Incorrect user name or password.')
}

function wrongCode(): AppError {
  return new AppError('invalidCredentials', 'The code is incorrect or was already used.', { field: 'code' })
}

function secondFactorRequired(): AppError {
  return new AppError('secondFactorRequired', 'Enter the code from your authenticator app.', {
    field: 'code',
  })
}

/** A session for a user whose identity was proven; `sso` when a provider proved it. */
async function createSession(
  db: Db,
  { userId, proof, origin, sso }: Proven & { origin: Origin; sso?: SingleSignOn },
): Promise<Session> {
  const token = newSessionToken()
  const user = await db.transaction().execute(async (transaction) => {
    const own = await store.insertSession(transaction, {
      token_hash: hashToken(token),
      user_id: userId,
      address: origin.address,
      user_agent: origin.userAgent?.slice(0, 300) ?? null,
      provider: sso?.provider ?? null,
      id_token: sso?.idToken ?? null,
    })
    const by = { userId, userName: own.userName }
    await recordSignIns(transaction, origin.log, [{ kind: 'signedIn', userId, by, proof, origin }])
    return own
  })
  const caller = await authenticateSession(db, token, { origin, viewAsUser: undefined })
  return { ...(await buildMe(db, caller, user)), token }
}

/** Exchanges the one-time id of a single sign-on for a session. */
export async function exchangeSso(
  db: Db,
  oneTime: Body<typeof endpoints.exchangeSso>,
  origin: Origin,
): Promise<Session> {
  const proven = await redeemOneTimeId(db, oneTime)
  return await createSession(db, { ...proven, proof: 'provider', origin })
}

/** Ends the session. Answers the single sign-on with which it began, so that the user can sign out there too. */
export async function logout(
  db: Db,
  { sessionId, userId, userName }: Caller,
  origin: Origin,
): Promise<SingleSignOn | undefined> {
  const { provider, id_token: idToken } = await db.transaction().execute(async (transaction) => {
    const by = { userId, userName }
    await recordSignIns(transaction, origin.log, [{ kind: 'signedOut', userId, by, origin }])
    return await store.deleteSession(transaction, sessionId, new Date())
  })
  return provider === null || idToken === null ? undefined : { provider, idToken }
}
