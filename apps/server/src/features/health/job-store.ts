import { sql } from 'kysely'
import type { Db } from '../../db/tables/schema.ts'

interface JobCounts {
  name: string
  /** Due, and not begun. */
  waiting: number
  /** How long the first of them has been due; 0 when none is. */
  waitingSeconds: number
  /** Failed, and not tried again. */
  failed: number
}

/** Of the job queue's table, which Kysely does not know; without the queue's own jobs. */
export async function selectJobs(db: Db): Promise<JobCounts[]> {
  const isDue = sql`state IN ('created', 'retry') AND start_after <= now()`
  const { rows } = await sql<JobCounts>`
    SELECT name, count(*) FILTER (WHERE ${isDue}) AS waiting,
        coalesce(extract(epoch FROM now() - min(start_after) FILTER (WHERE ${isDue})), 0)::float8 AS "waitingSeconds",
        count(*) FILTER (WHERE state = 'failed') AS failed
      FROM pgboss.job WHERE NOT starts_with(name, '__') GROUP BY name ORDER BY name`.execute(db)
  return rows
}
