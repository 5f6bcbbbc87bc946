import { sql, type Kysely } from 'kysely'
import { type Actor, change } from '../db/change.ts'
import type { Database } from '../db/schema.ts'

export interface MaskingNote {
  sessionId: string
  actor: Actor & { maskedUserId: string }
  masked: { id: string; name: string }
  /** `start`, or the route of a write that is refused. */
  what: string
}

// What is on record need not be asked of the database at every request. Forgotten when it grows: the table knows.
const onRecord = new Set<string>()
const mostRemembered = 10_000

/**
 * Puts on record under the real user's name that a session views as another user, once; and a refused write, once a
 * minute. Throws where it cannot be recorded: then nothing is shown either.
 */
export async function recordOnce(db: Kysely<Database>, note: MaskingNote): Promise<void> {
  const isStart = note.what === 'start'
  const minute = isStart ? new Date(0) : new Date(Math.floor(Date.now() / 60_000) * 60_000)
  const key = [note.sessionId, note.masked.id, note.what, minute.getTime()].join(' ')
  if (onRecord.has(key)) return
  await change(db, note.actor, async (transaction) => {
    const added = await transaction
      .insertInto('masking_note')
      .values({ session_id: note.sessionId, masked_user_id: note.masked.id, what: note.what, minute })
      .onConflict((conflict) => conflict.doNothing())
      .returning('minute')
      .executeTakeFirst()
    if (added === undefined) return
    const changes = isStart ? [] : [{ field: 'refused', from: null, to: note.what }]
    const action = isStart ? 'mask' : 'maskedWriteRefused'
    await sql`SELECT write_change('user', ${note.masked.id}, ${note.masked.name}, ${action},
      ${JSON.stringify(changes)}::jsonb)`.execute(transaction)
  })
  if (onRecord.size >= mostRemembered) onRecord.clear()
  onRecord.add(key)
}

/** Notes that can keep nothing from being recorded twice any more: of a past minute, or of a session that ended. */
export async function deleteMaskingNotesBefore(db: Kysely<Database>, before: Date): Promise<void> {
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
