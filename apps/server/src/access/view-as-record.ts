import { sql } from 'kysely'
import { type Actor, change } from '../db/records/change.ts'
import type { Db } from '../db/tables/schema.ts'
import type { Person } from './callers/caller.ts'

export interface ViewAsNote {
  sessionId: string
  actor: Actor & { maskedUserId: string }
  user: Pick<Person, 'userId' | 'userName'>
  /** `start`, or the route of a write that was tried. */
  what: string
}

// So that not every request asks the database. It may be cleared at any time, for the table has the same.
const recorded = new Set<string>()
const maxRemembered = 10_000

/**
 * Records under the viewer's name that a session views as another user, once; and a write that was tried, once a minute.
 * Throws when it cannot be recorded: then nothing is shown either.
 */
export async function recordOnce(db: Db, note: ViewAsNote): Promise<void> {
  const isStart = note.what === 'start'
  const minute = isStart ? new Date(0) : new Date(Math.floor(Date.now() / 60_000) * 60_000)
  const key = [note.sessionId, note.user.userId, note.what, minute.getTime()].join(' ')
  if (recorded.has(key)) return
  await change(db, note.actor, async (transaction) => {
    const added = await transaction
      .insertInto('masking_note')
      .values({ session_id: note.sessionId, masked_user_id: note.user.userId, what: note.what, minute })
      .onConflict((conflict) => conflict.doNothing())
      .returning('minute')
      .executeTakeFirst()
    if (added === undefined) return
    const changes = isStart ? [] : [{ field: 'refused', from: null, to: note.what }]
    const action = isStart ? 'mask' : 'maskedWriteRefused'
    await sql`SELECT write_change('user', ${note.user.userId}, ${note.user.userName}, ${action},
      ${JSON.stringify(changes)}::jsonb)`.execute(transaction)
  })
  if (recorded.size >= maxRemembered) recorded.clear()
  recorded.add(key)
}

/** Deletes notes that prevent no second record any more: of past minutes, and of sessions that have ended. */
export async function deleteViewAsNotesBefore(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('masking_note')
    .using('session')
    .whereRef('session.id', '=', 'masking_note.session_id')
    .where((where) =>
      where.or([
        where.and([where('what', '!=', 'start'), where('minute', '<', before)]),
        where('session.ended_at', '<', before),
      ]),
    )
    .execute()
}
