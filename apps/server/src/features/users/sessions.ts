import type { OpenSession } from '@callboard/contract/users'
import { actorOf } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import type { WhichSessions } from '../../access/sign-in/session-store.ts'
import { endSessions as endThese } from '../../access/sign-in/sessions.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import * as store from './link-store.ts'
import { readUser } from './users.ts'

const hourMs = 3_600_000

/** The caller's open sessions, the last used first. */
export async function listSessions(db: Db, caller: Caller): Promise<OpenSession[]> {
  return await listSessionsOf(db, caller, caller.userId)
}

/** Those of any user, for administrators. Throws `notFound`. */
export async function listUserSessions(
  db: Db,
  caller: Caller,
  { id }: { id: string },
): Promise<OpenSession[]> {
  await readUser(db, id)
  return await listSessionsOf(db, caller, id)
}

async function listSessionsOf(db: Db, caller: Caller, userId: string): Promise<OpenSession[]> {
  const { sessionIdleHours, sessionTotalHours } = caller.settings
  const nowMs = Date.now()
  const rows = await store.selectOpenSessions(db, {
    userId,
    usedAfter: new Date(nowMs - sessionIdleHours * hourMs),
    startedAfter: new Date(nowMs - sessionTotalHours * hourMs),
  })
  return rows.map((row) => ({
    ...row,
    startedAt: row.startedAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    isCurrent: row.id === caller.sessionId,
  }))
}

export async function deleteSession(
  db: Db,
  caller: Caller,
  { id: sessionId }: { id: string },
): Promise<undefined> {
  const { userId } = caller
  if ((await endSessions(db, caller, { userId, sessionId })) === 0) throw notFound()
}

export async function deleteOtherSessions(db: Db, caller: Caller): Promise<undefined> {
  const { userId, sessionId: keepSession } = caller
  await endSessions(db, caller, { userId, keepSession })
}

/** One of another user's. Throws `notFound`, and `conflict` for oneself. */
export async function deleteUserSession(
  db: Db,
  caller: Caller,
  { id: userId, sessionId }: { id: string; sessionId: string },
): Promise<undefined> {
  requireOther(caller, userId)
  if ((await endSessions(db, caller, { userId, sessionId })) === 0) throw notFound()
}

/** All of another user's. Throws `notFound`, and `conflict` for oneself. */
export async function deleteUserSessions(
  db: Db,
  caller: Caller,
  { id: userId }: { id: string },
): Promise<undefined> {
  requireOther(caller, userId)
  await readUser(db, userId)
  await endSessions(db, caller, { userId })
}

/** Nobody ends by this the session in which they ask. */
function requireOther(caller: Caller, userId: string): void {
  if (userId === caller.userId) throw new AppError('conflict', 'Sign out your own sessions in your profile.')
}

async function endSessions(db: Db, caller: Caller, which: WhichSessions): Promise<number> {
  const by = { actor: actorOf(caller), log: caller.log }
  return await db.transaction().execute(async (transaction) => await endThese(transaction, by, which))
}
