import type { Overview } from '@callboard/contract/overview'
import { sql } from 'kysely'
import { fullName } from '../../db/records/full-name.ts'
import type { Db } from '../../db/tables/schema.ts'
import type { WaitingRows } from '../../db/waiting-rows.ts'

/** Who played more originals than usual within an hour since then, and how many at most. */
export async function selectUnusualListening(
  db: Db,
  { since, threshold }: { since: Date; threshold: number },
) {
  const { rows } = await sql<{ userName: string; fullName: string; originals: number }>`
    SELECT user_name AS "userName", ${fullName('app_user')} AS "fullName", max(within_hour) AS originals
      FROM (SELECT user_id, count(*) OVER (PARTITION BY user_id ORDER BY at
            RANGE BETWEEN interval '1 hour' PRECEDING AND CURRENT ROW) AS within_hour
          FROM recording_use WHERE at > ${since} AND NOT is_redacted AND kind <> 'data') AS listening
        JOIN app_user ON app_user.id = user_id
      WHERE within_hour > ${threshold}
      GROUP BY app_user.id ORDER BY originals DESC, user_name`.execute(db)
  return rows
}

/** How many recordings wait for the storage, and for what the last one that was tried does; null when none does. */
export async function findWaitingRecordings(db: Db): Promise<Overview['waitingRecordings']> {
  const { rows } = await sql<{ count: number; why: string }>`
    SELECT count(*) OVER () AS count, coalesce(error, '') AS why FROM recording
      WHERE redaction_status = 'pending' AND tried_at IS NOT NULL ORDER BY tried_at DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** More are counted. */
const damagedShown = 10

/** Recordings whose files were found to be wrong, those of the newest calls. */
export async function selectDamagedRecordings(db: Db) {
  const { rows } = await sql<{ id: string; callStartedAt: Date; damage: string; count: number }>`
    SELECT id, call_started_at AS "callStartedAt", damage, count(*) OVER () AS count FROM recording
      WHERE damage IS NOT NULL ORDER BY call_started_at DESC, id LIMIT ${damagedShown}`.execute(db)
  return {
    count: rows[0]?.count ?? 0,
    items: rows.map(({ id, callStartedAt, damage }) => ({
      id,
      callStartedAt: callStartedAt.toISOString(),
      damage,
    })),
  }
}

/** Recordings that are not redacted and examined yet. */
export const unexaminedRecordings: WaitingRows = {
  name: 'recordings',
  title: 'Recordings that are not examined yet',
  from: sql`recording WHERE redaction_status = 'pending'`,
  since: sql<Date>`created_at`,
}
