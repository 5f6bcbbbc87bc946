import { isClaim, withImplied, type Claim } from '@callboard/contract/claims'
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { Settings } from '../db/settings.ts'
import { AppError } from '../lib/app-error.ts'
import type { Caller, KeyCaller } from './caller.ts'
import { findApiKey, findSession, touchApiKey, touchSession } from './store.ts'
import { hashToken, isApiKey } from './tokens.ts'

const hourMs = 3_600_000
// The time of last use is kept to the minute, so that reading does not mean writing.
const touchAfterMs = 60_000

export interface Asking {
  authorization: string | undefined
  requestId: string
}

/** Who asks; throws `unauthenticated` without a token or with a dead one. Rights are read anew at every call. */
export async function authenticate(db: Kysely<Database>, asking: Asking): Promise<Caller | KeyCaller> {
  const token = bearerOf(asking.authorization)
  if (token === undefined) throw unauthenticated()
  const now = new Date()
  if (isApiKey(token)) return await keyCaller(db, { token, now, requestId: asking.requestId })
  const session = await findSession(db, hashToken(token), now)
  if (session === undefined) throw unauthenticated()
  const settings = Settings.parse(session.settings ?? {})
  const idleMs = now.getTime() - session.last_used_at.getTime()
  const ageMs = now.getTime() - session.created_at.getTime()
  if (idleMs > settings.sessionIdleHours * hourMs || ageMs > settings.sessionTotalHours * hourMs) {
    throw unauthenticated()
  }
  if (idleMs > touchAfterMs) await touchSession(db, session.session_id, now)
  return {
    kind: 'user',
    userId: session.user_id,
    userName: session.user_name,
    isAdmin: session.is_admin,
    customerId: session.customer_id,
    timeZone: session.time_zone ?? settings.defaultTimeZone,
    claims: claimsOf(session.claims),
    sessionId: session.session_id,
    requestId: asking.requestId,
  }
}

export function claimsOf(texts: readonly string[]): ReadonlySet<Claim> {
  return new Set(texts.filter(isClaim).flatMap(withImplied))
}

async function keyCaller(
  db: Kysely<Database>,
  { token, now, requestId }: { token: string; now: Date; requestId: string },
): Promise<KeyCaller> {
  const key = await findApiKey(db, hashToken(token), now)
  if (key === undefined) throw unauthenticated()
  if (now.getTime() - (key.last_used_at?.getTime() ?? 0) > touchAfterMs) await touchApiKey(db, key.id, now)
  return {
    kind: 'key',
    keyId: key.id,
    keyName: key.name,
    customerId: key.customer_id,
    rights: key.rights,
    requestId,
  }
}

function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w.~+/=-]{1,500})$/i.exec(authorization ?? '')?.[1]
}

function unauthenticated(): AppError {
  return new AppError('unauthenticated', 'Sign in to go on.')
}
