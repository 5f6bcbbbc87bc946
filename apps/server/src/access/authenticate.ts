import { emptyGuid } from '@callboard/contract/scalars'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../db/tables/schema.ts'
import { Settings } from '../db/settings.ts'
import { AppError } from '../lib/app-error.ts'
import type { Caller, KeyCaller } from './callers/caller.ts'
import { type Origin, originOf } from './callers/origin.ts'
import { personOf } from './callers/person.ts'
import { recordKeyUse } from './sign-in/sign-in-records.ts'
import { demandsTwoFactor } from './sign-in/two-factor-demand.ts'
import {
  selectApiKey,
  selectSessions,
  selectSessionToken,
  type SessionRow,
  updateApiKeyUse,
  updateSessionUse,
} from './callers/store.ts'
import { hashToken, isApiKey } from './sign-in/tokens.ts'
import { viewAs } from './view-as.ts'

const hourMs = 3_600_000
// The time of last use is exact to the minute, so that not every read causes a write.
const touchAfterMs = 60_000

/** With what a request says who sends it. */
export interface Credentials {
  authorization: string | undefined
  /** Id of the user as whom the portal is viewed. */
  viewAsUser: string | undefined
  origin: Origin
}

export function credentialsOf(request: FastifyRequest): Credentials {
  const userId = request.headers['x-masked-user']
  return {
    authorization: request.headers.authorization,
    viewAsUser: Array.isArray(userId) ? userId.join() : userId,
    origin: originOf(request),
  }
}

/**
 * The caller of a request, with the rights of this moment. Throws `unauthenticated` without a valid token, and
 * `maskedUserInvalid` when the portal may not be viewed as the user whom the request names.
 */
export async function authenticate(db: Db, credentials: Credentials): Promise<Caller | KeyCaller> {
  const token = bearerOf(credentials.authorization)
  if (token === undefined) throw unauthenticated()
  if (isApiKey(token)) return await keyCaller(db, token, credentials)
  return await authenticateSession(db, token, credentials)
}

export async function authenticateSession(
  db: Db,
  token: string,
  credentials: Omit<Credentials, 'authorization'>,
): Promise<Caller> {
  const now = new Date()
  const [session] = await selectSessions(db, [hashToken(token)], now)
  return await sessionCaller(db, { session, now, credentials })
}

/** The caller of a session that is known by its id, as its own requests have it. */
export async function authenticateSessionOf(
  db: Db,
  sessionId: string,
  credentials: Omit<Credentials, 'authorization'>,
): Promise<Caller> {
  const hash = await selectSessionToken(db, sessionId)
  const now = new Date()
  const [session] = hash === undefined ? [] : await selectSessions(db, [hash], now)
  return await sessionCaller(db, { session, now, credentials })
}

/** The callers of several sessions, which are read at once: as `authenticate` has them, undefined where it throws. */
export async function authenticateOpen(
  db: Db,
  several: readonly Credentials[],
): Promise<(Caller | undefined)[]> {
  const now = new Date()
  const hashes = several.map(({ authorization }) => hashToken(bearerOf(authorization) ?? ''))
  const sessions = new Map(
    (await selectSessions(db, hashes, now)).map((session) => [hexOf(session.token_hash), session]),
  )
  return await Promise.all(
    several.map(async (credentials, at) => {
      const session = sessions.get(hexOf(hashes[at] ?? new Uint8Array()))
      try {
        return await sessionCaller(db, { session, now, credentials })
      } catch {
        return undefined
      }
    }),
  )
}

async function sessionCaller(
  db: Db,
  {
    session,
    now,
    credentials,
  }: { session: SessionRow | undefined; now: Date; credentials: Omit<Credentials, 'authorization'> },
): Promise<Caller> {
  if (session === undefined) throw unauthenticated()
  const settings = Settings.parse(session.settings ?? {})
  const idleMs = now.getTime() - session.last_used_at.getTime()
  const ageMs = now.getTime() - session.created_at.getTime()
  if (idleMs > settings.sessionIdleHours * hourMs || ageMs > settings.sessionTotalHours * hourMs) {
    throw unauthenticated()
  }
  if (idleMs > touchAfterMs) await updateSessionUse(db, session.session_id, now)
  const caller: Caller = {
    kind: 'user',
    ...personOf(session),
    timeZone: session.time_zone ?? settings.defaultTimeZone,
    viewedBy: null,
    mustSetUpTwoFactor: demandsTwoFactor(session, settings) && session.totp_since === null,
    settings,
    sessionId: session.session_id,
    requestId: credentials.origin.requestId,
    log: credentials.origin.log,
  }
  const { viewAsUser = emptyGuid } = credentials
  return viewAsUser === emptyGuid ? caller : await viewAs(db, caller, viewAsUser)
}

async function keyCaller(db: Db, token: string, credentials: Credentials): Promise<KeyCaller> {
  if (credentials.viewAsUser !== undefined)
    throw new AppError('forbidden', 'API keys cannot view the portal as a user.')
  const now = new Date()
  const key = await selectApiKey(db, hashToken(token), now)
  if (key === undefined) throw unauthenticated()
  const { last_used_at: lastUsedAt } = key
  if (lastUsedAt === null) await recordKeyUse(db, { apiKeyId: key.id, now, origin: credentials.origin })
  else if (now.getTime() - lastUsedAt.getTime() > touchAfterMs) await updateApiKeyUse(db, key.id, now)
  return {
    kind: 'key',
    keyId: key.id,
    keyName: key.name,
    customerId: key.customer_id,
    sourceSystem: key.source_system,
    rights: key.rights,
    requestId: credentials.origin.requestId,
    log: credentials.origin.log,
  }
}

export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w.~+/=-]{1,500})$/i.exec(authorization ?? '')?.[1]
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

function unauthenticated(): AppError {
  return new AppError('unauthenticated', 'Sign in to continue.')
}
