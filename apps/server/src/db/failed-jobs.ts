import { sql } from 'kysely'
import type { Db } from './tables/schema.ts'

/** From the table of the job queue: jobs that failed and are not tried again. */
export async function selectFailedJobs(db: Db) {
  const { rows } = await sql<{ name: string; count: number }>`
    SELECT name, count(*) AS count FROM pgboss.job WHERE state = 'failed' GROUP BY name ORDER BY name`.execute(
    db,
  )
  return rows
}
