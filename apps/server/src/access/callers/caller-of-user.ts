import type { Db } from '../../db/tables/schema.ts'
import { readSettings } from '../../db/settings.ts'
import type { Log } from '../../lib/log.ts'
import type { Caller } from './caller.ts'
import { personOf } from './person.ts'
import { selectPerson } from './store.ts'

/**
 * A user on whose behalf the portal works by itself, with the rights of this moment; undefined for one who may not sign
 * in. `id` is that of the work, by which the log has it.
 */
export async function findCallerOfUser(
  db: Db,
  userId: string,
  { id, log }: { id: string; log: Log },
): Promise<Caller | undefined> {
  const [row, settings] = await Promise.all([selectPerson(db, userId, new Date()), readSettings(db)])
  if (row === undefined || !row.may_sign_in) return undefined
  return {
    kind: 'user',
    ...personOf(row),
    timeZone: row.time_zone ?? settings.defaultTimeZone,
    viewedBy: null,
    mustSetUpTwoFactor: false,
    settings,
    sessionId: id,
    requestId: id,
    log,
  }
}
