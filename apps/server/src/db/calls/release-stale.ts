import { sql } from 'kysely'
import type { Db } from '../tables/schema.ts'

interface Work {
  table: 'report_export' | 'delivery'
  /** The column that says how far it is, and what that says of work that is being done. */
  state: 'state' | 'status'
  underWay: 'running' | 'rendering'
  /** The column that says why it has failed. */
  error: 'error' | 'reason'
}

interface StaleRule {
  staleAfterSeconds: number
  maxAttempts: number
  /** Said of what has failed. */
  why: string
}

/** What a worker left that has been silent for so long waits again, or has failed when that was its last attempt. */
export async function releaseStale(
  db: Db,
  { table, state, underWay, error }: Work,
  { staleAfterSeconds, maxAttempts, why }: StaleRule,
): Promise<void> {
  const isLast = sql`attempts >= ${maxAttempts}`
  await sql`UPDATE ${sql.table(table)}
    SET ${sql.ref(state)} = CASE WHEN ${isLast} THEN 'failed' ELSE 'waiting' END,
      ${sql.ref(error)} = CASE WHEN ${isLast} THEN ${why}::text END,
      ended_at = CASE WHEN ${isLast} THEN now() END,
      worker = NULL
    WHERE ${sql.ref(state)} = ${underWay}
      AND beat_at <= now() - make_interval(secs => ${staleAfterSeconds})`.execute(db)
}
