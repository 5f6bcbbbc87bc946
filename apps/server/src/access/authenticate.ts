import { emptyGuid } from '@callboard/contract/scalars'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { Settings } from '../db/settings.ts'
import { AppError } from '../lib/app-error.ts'
import type { Caller, KeyCaller } from './caller.ts'
import { maskedAs } from './masking.ts'
import { personOf } from './person.ts'
import { demandsTwoFactor } from './two-factor-demand.ts'
import { findApiKey, listSessions, type SessionRow, touchApiKey, touchSession } from './store.ts'
import { hashToken, isApiKey } from './tokens.ts'

const hourMs = 3_600_000
// The time of last use is kept to the minute, so that reading does not mean writing.
const touchAfterMs = 60_000

export interface Asking {
  authorization: string | undefined
  /** Id of the user as whom the portal is viewed. */
  maskedUser: string | undefined
  requestId: string
}

/** What a request says of who asks. */
export function askingOf(request: Pick<FastifyRequest, 'headers' | 'id'>): Asking {
  const masked = request.headers['x-masked-user']
  return {
    authorization: request.headers.authorization,
    maskedUser: Array.isArray(masked) ? masked.join() : masked,
    requestId: request.id,
  }
}

/**
 * Who asks; throws `unauthenticated` without a token or with a dead one, and `maskedUserInvalid` when the portal may
 * not be viewed as the user that the request names. Rights are read anew at every call.
 */
export async function authenticate(db: Kysely<Database>, asking: Asking): Promise<Caller | KeyCaller> {
  const token = bearerOf(asking.authorization)
  if (token === undefined) throw unauthenticated()
  const now = new Date()
  if (isApiKey(token)) return await keyCaller(db, { token, now, asking })
  const [session] = await listSessions(db, [hashToken(token)], now)
  return await sessionCaller(db, { session, now, asking })
}

/**
 * Who asks by sessions that stay open, all read at once: each as `authenticate` has it, undefined where that throws.
 */
export async function authenticateOpen(
  db: Kysely<Database>,
  askings: readonly Asking[],
): Promise<(Caller | undefined)[]> {
  const now = new Date()
  const hashes = askings.map(({ authorization }) => hashToken(bearerOf(authorization) ?? ''))
  const sessions = new Map(
    (await listSessions(db, hashes, now)).map((session) => [hexOf(session.token_hash), session]),
  )
  return await Promise.all(
    askings.map(async (asking, at) => {
      const session = sessions.get(hexOf(hashes[at] ?? new Uint8Array()))
      try {
        return await sessionCaller(db, { session, now, asking })
      } catch {
        return undefined
      }
    }),
  )
}

async function sessionCaller(
  db: Kysely<Database>,
  { session, now, asking }: { session: SessionRow | undefined; now: Date; asking: Asking },
): Promise<Caller> {
  if (session === undefined) throw unauthenticated()
  const settings = Settings.parse(session.settings ?? {})
  const idleMs = now.getTime() - session.last_used_at.getTime()
  const ageMs = now.getTime() - session.created_at.getTime()
  if (idleMs > settings.sessionIdleHours * hourMs || ageMs > settings.sessionTotalHours * hourMs) {
    throw unauthenticated()
  }
  if (idleMs > touchAfterMs) await touchSession(db, session.session_id, now)
  const caller: Caller = {
    kind: 'user',
    ...personOf(session),
    timeZone: session.time_zone ?? settings.defaultTimeZone,
    maskedBy: null,
    mustSetUpTwoFactor: demandsTwoFactor(session, settings) && session.totp_since === null,
    settings,
    sessionId: session.session_id,
    requestId: asking.requestId,
  }
  if (asking.maskedUser === undefined || asking.maskedUser === emptyGuid) return caller
  return await maskedAs(db, caller, asking.maskedUser)
}

async function keyCaller(
  db: Kysely<Database>,
  { token, now, asking }: { token: string; now: Date; asking: Asking },
): Promise<KeyCaller> {
  if (asking.maskedUser !== undefined) throw new AppError('forbidden', 'A key cannot view as a user.')
  const key = await findApiKey(db, hashToken(token), now)
  if (key === undefined) throw unauthenticated()
  if (now.getTime() - (key.last_used_at?.getTime() ?? 0) > touchAfterMs) await touchApiKey(db, key.id, now)
  return {
    kind: 'key',
    keyId: key.id,
    keyName: key.name,
    customerId: key.customer_id,
    rights: key.rights,
    requestId: asking.requestId,
  }
}

function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w.~+/=-]{1,500})$/i.exec(authorization ?? '')?.[1]
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

function unauthenticated(): AppError {
  return new AppError('unauthenticated', 'Sign in to go on.')
}
