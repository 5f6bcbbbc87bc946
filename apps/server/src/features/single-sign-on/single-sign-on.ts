import { createHash } from 'node:crypto'
import type { Session } from '@callboard/contract/users'
import type { Kysely } from 'kysely'
import * as client from 'openid-client'
import { hashToken, newSessionToken } from '../../access/tokens.ts'
import type { Database } from '../../db/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { type Origin, startSession } from '../auth/auth.ts'
import { findKnownUser, matchFirstSignOn } from './match-user.ts'
import { profileOf, Subject } from './profile.ts'
import type { Providers } from './providers.ts'
import { faultOfCode, SsoError } from './sso-error.ts'
import { insertAttempt, insertTicket, maySignOn, takeAttempt, takeTicket } from './store.ts'

const attemptMs = 10 * 60_000
const ticketMs = 60_000

export interface SignOnParts {
  db: Kysely<Database>
  providers: Providers
}

/** The address of a provider at which a browser, that keeps the verifier of this challenge, signs in. */
export async function startSignOn(
  { db, providers }: SignOnParts,
  { provider: id, challenge }: { provider: string; challenge: string },
): Promise<string> {
  const provider = providers.get(id)
  const state = newSessionToken()
  const sending = { state, nonce: newSessionToken(), codeVerifier: client.randomPKCECodeVerifier() }
  const url = await providers.authorizationUrl(provider, sending)
  const now = new Date()
  const attempt = {
    state_hash: hashToken(state),
    provider: id,
    nonce: sending.nonce,
    code_verifier: sending.codeVerifier,
    challenge,
    created_at: now,
  }
  // Longer than one counts, so that a late return is told that it is late.
  await insertAttempt(db, attempt, new Date(now.getTime() - 6 * attemptMs))
  return url
}

export interface Return {
  provider: string
  code: string | undefined
  state: string | undefined
  error: string | undefined
  /** All of the query, as it came. */
  query: string
  requestId: string
}

/** Takes a browser that comes back from a provider, and answers the one-time id that it can trade for a session. */
export async function finishSignOn({ db, providers }: SignOnParts, back: Return): Promise<string> {
  const provider = providers.get(back.provider)
  const { state, code } = back
  if (state === undefined) throw new SsoError('invalidResponse', 'there is no state')
  const attempt = await takeAttempt(db, hashToken(state))
  if (attempt === undefined || isOver(attempt.created_at, attemptMs))
    throw new SsoError('expired', 'the state is unknown, used or expired')
  if (attempt.provider !== provider.id)
    throw new SsoError('invalidResponse', 'the state is that of another provider')
  if (back.error !== undefined) throw new SsoError(faultOfCode(back.error), 'the provider tells of an error')
  if (code === undefined || code === '') throw new SsoError('invalidResponse', 'there is no code')
  const sending = { state, nonce: attempt.nonce, codeVerifier: attempt.code_verifier }
  const proven = await providers.redeem(provider, sending, back.query)
  if (!Subject.safeParse(proven.subject).success)
    throw new SsoError('invalidResponse', 'the subject is none that can be kept')
  const identity = { provider: provider.id, subject: proven.subject }
  const userId =
    (await findKnownUser(db, identity)) ??
    (await matchFirstSignOn(db, {
      identity,
      profile: profileOf(await proven.claims()),
      createUsers: provider.createUsers,
      requestId: back.requestId,
    }))
  const id = newSessionToken()
  await insertTicket(db, {
    id_hash: hashToken(id),
    user_id: userId,
    provider: provider.id,
    challenge: attempt.challenge,
    id_token: proven.idToken,
    created_at: new Date(),
  })
  return id
}

/** Trades a one-time id for a session. It is used up by that, whether or not the verifier is the right one. */
export async function exchange(
  db: Kysely<Database>,
  { id, verifier }: { id: string; verifier: string },
  origin: Origin,
): Promise<Session> {
  const ticket = await takeTicket(db, hashToken(id))
  if (ticket === undefined || isOver(ticket.created_at, ticketMs)) throw invalidOneTimeId()
  if (ticket.challenge !== challengeOf(verifier)) throw invalidOneTimeId()
  const { user_id: userId, provider } = ticket
  if (!(await maySignOn(db, { userId, provider }))) throw invalidOneTimeId()
  const sso = { provider, idToken: ticket.id_token }
  return await startSession(db, { userId, origin, sso })
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

function isOver(since: Date, ms: number): boolean {
  return Date.now() - since.getTime() > ms
}

/** The same for an id that is unknown, used, too old or another browser's. */
function invalidOneTimeId(): AppError {
  return new AppError('invalidOneTimeId', 'This sign-in is not valid, or no more. Sign in again.')
}
