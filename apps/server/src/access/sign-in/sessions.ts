import type { Actor } from '../../db/records/change.ts'
import type { Db } from '../../db/tables/schema.ts'
import type { Log } from '../../lib/log.ts'
import { updateEndedSessions, type WhichSessions } from './session-store.ts'
import { recordSignIns } from './sign-in-records.ts'

/** Ends open sessions at once, and puts each on record. Answers how many they were. */
export async function endSessions(
  db: Db,
  { actor, log }: { actor: Actor; log: Log },
  which: WhichSessions,
): Promise<number> {
  const ended = await updateEndedSessions(db, which, new Date())
  const events = ended.map(({ user_id: userId, address, user_agent: userAgent }) => ({
    kind: 'sessionEnded' as const,
    userId,
    by: actor,
    origin: { address, userAgent },
  }))
  await recordSignIns(db, log, events)
  return ended.length
}
