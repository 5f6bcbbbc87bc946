import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../tables/schema.ts'

const askAgainMs = 100

/**
 * Does the work unless another process on the same database is at work of that name; undefined then. The connection that has the
 * lock is asked nothing meanwhile: the work has others.
 */
export async function ifAlone<T>(
  db: Db,
  name: string,
  work: () => Promise<T>,
): Promise<{ result: T } | undefined> {
  return await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ isLocked: boolean }>`
      SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS "isLocked",
        set_config('idle_in_transaction_session_timeout', '0', true)`.execute(transaction)
    return rows[0]?.isLocked === true ? { result: await work() } : undefined
  })
}

/** The same once no other process is at it. Whoever waits has no connection, as a pooler may have few. */
export async function onceAlone<T>(db: Db, name: string, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const done = await ifAlone(db, name, work)
    if (done !== undefined) return done.result
    await sleep(askAgainMs)
  }
}
