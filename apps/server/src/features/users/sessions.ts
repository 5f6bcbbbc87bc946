import type { OpenSession } from '@callboard/contract/users'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { endSessionsOf } from '../../access/session-ends.ts'
import type { Database } from '../../db/schema.ts'
import { notFound } from '../../lib/app-error.ts'
import { endSessionOf, listOpenSessions } from './store.ts'

const hourMs = 3_600_000

/** The caller's sessions that are alive, the last used first. */
export async function openSessions(db: Kysely<Database>, caller: Caller): Promise<OpenSession[]> {
  const { sessionIdleHours, sessionTotalHours } = caller.settings
  const nowMs = Date.now()
  const rows = await listOpenSessions(db, {
    userId: caller.userId,
    usedAfter: new Date(nowMs - sessionIdleHours * hourMs),
    startedAfter: new Date(nowMs - sessionTotalHours * hourMs),
  })
  return rows.map((row) => ({
    id: row.id,
    startedAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    address: row.address,
    userAgent: row.user_agent,
    isCurrent: row.id === caller.sessionId,
  }))
}

export async function endOneSession(db: Kysely<Database>, caller: Caller, sessionId: string): Promise<void> {
  const isEnded = await endSessionOf(db, { userId: caller.userId, sessionId, now: new Date() })
  if (!isEnded) throw notFound()
}

export async function endOthers(db: Kysely<Database>, caller: Caller): Promise<void> {
  await endSessionsOf(db, { userId: caller.userId, now: new Date(), keepSession: caller.sessionId })
}
