import type { OpenSession } from '@callboard/contract/users'
import { actorOf } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import type { WhichSessions } from '../../access/sign-in/session-store.ts'
import { endSessions } from '../../access/sign-in/sessions.ts'
import type { Db } from '../../db/tables/schema.ts'
import { notFound } from '../../lib/app-error.ts'
import * as store from './link-store.ts'

const hourMs = 3_600_000

/** The caller's open sessions, the last used first. */
export async function listSessions(db: Db, caller: Caller): Promise<OpenSession[]> {
  const { sessionIdleHours, sessionTotalHours } = caller.settings
  const nowMs = Date.now()
  const rows = await store.selectOpenSessions(db, {
    userId: caller.userId,
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
  if ((await endOwnSessions(db, caller, { userId, sessionId })) === 0) throw notFound()
}

export async function deleteOtherSessions(db: Db, caller: Caller): Promise<undefined> {
  const { userId, sessionId: keepSession } = caller
  await endOwnSessions(db, caller, { userId, keepSession })
}

async function endOwnSessions(db: Db, caller: Caller, which: WhichSessions): Promise<number> {
  const by = { actor: actorOf(caller), log: caller.log }
  return await db.transaction().execute(async (transaction) => await endSessions(transaction, by, which))
}
