import { createHash } from 'node:crypto'
import * as client from 'openid-client'
import { hashToken, newSessionToken } from '../../access/sign-in/tokens.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { findKnownUser, matchFirstSignOn } from './match-user.ts'
import { profileOf, Subject } from './profile.ts'
import type { Providers } from './providers.ts'
import { codeOfProviderError, SsoError } from './sso-error.ts'
import * as store from './store.ts'

const attemptMs = 10 * 60_000
const ticketMs = 60_000

export interface SsoParts {
  db: Db
  providers: Providers
}

/** The address of a provider where a browser signs in; the browser keeps the verifier of this challenge. */
export async function startSso(
  { db, providers }: SsoParts,
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
  // Kept for longer than it is valid, so that a late return gets the error `expired`.
  await store.insertAttempt(db, attempt, new Date(now.getTime() - 6 * attemptMs))
  return url
}

export interface Return {
  provider: string
  code: string | undefined
  state: string | undefined
  error: string | undefined
  /** The whole query string. */
  query: string
  requestId: string
}

/** Handles the return of a browser from a provider. Answers a one-time id, which the browser exchanges for a session. */
export async function finishSso({ db, providers }: SsoParts, back: Return): Promise<string> {
  const provider = providers.get(back.provider)
  const { state, code } = back
  if (state === undefined) throw new SsoError('invalidResponse', 'there is no state')
  const attempt = await store.deleteAttempt(db, hashToken(state))
  if (attempt === undefined || isOver(attempt.created_at, attemptMs))
    throw new SsoError('expired', 'the state is unknown, used or expired')
  if (attempt.provider !== provider.id)
    throw new SsoError('invalidResponse', 'the state is that of another provider')
  if (back.error !== undefined)
    throw new SsoError(codeOfProviderError(back.error), 'the provider reports an error')
  if (code === undefined || code === '') throw new SsoError('invalidResponse', 'there is no code')
  const sending = { state, nonce: attempt.nonce, codeVerifier: attempt.code_verifier }
  const proven = await providers.redeem(provider, sending, back.query)
  if (!Subject.safeParse(proven.subject).success)
    throw new SsoError('invalidResponse', 'the subject cannot be stored')
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
  await store.insertTicket(db, {
    id_hash: hashToken(id),
    user_id: userId,
    provider: provider.id,
    challenge: attempt.challenge,
    id_token: proven.idToken,
    created_at: new Date(),
  })
  return id
}

/** At a provider, with the token that it gave. */
export interface SingleSignOn {
  provider: string
  idToken: string
}

/** Who signed on, for a one-time id. The id works once, even with a wrong verifier. */
export async function redeemOneTimeId(
  db: Db,
  { id, verifier }: { id: string; verifier: string },
): Promise<{ userId: string; sso: SingleSignOn }> {
  const ticket = await store.deleteTicket(db, hashToken(id))
  if (ticket === undefined || isOver(ticket.created_at, ticketMs)) throw invalidOneTimeId()
  if (ticket.challenge !== challengeOf(verifier)) throw invalidOneTimeId()
  const { user_id: userId, provider } = ticket
  if (!(await store.maySignInAt(db, { userId, provider }))) throw invalidOneTimeId()
  return { userId, sso: { provider, idToken: ticket.id_token } }
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

function isOver(since: Date, ms: number): boolean {
  return Date.now() - since.getTime() > ms
}

/** The same error for an id that is unknown, used, too old or another browser's. */
function invalidOneTimeId(): AppError {
  return new AppError('invalidOneTimeId', 'This sign-in is invalid or has expired. Sign in again.')
}
