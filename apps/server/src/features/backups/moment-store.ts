import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Transaction } from '../../db/tables/schema.ts'

export interface Moment {
  /** Reads the database as it was then. */
  transaction: Transaction
  /** Of the newest change of calls that had been published. */
  published: number
}

const askAgainMs = 20

/**
 * Runs `work` at a moment of PostgreSQL at which nothing is half done with the calls, no insert and no change: what the journal
 * has then is accepted and waits, and all else is in the store of calls, up to the number that is published.
 */
export async function atMoment<T>(
  db: Db,
  signal: AbortSignal,
  work: (moment: Moment) => Promise<T>,
): Promise<T> {
  for (;;) {
    signal.throwIfAborted()
    const done = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        const halfDone = await transaction
          .selectFrom('call_journal')
          .where('kind', 'in', ['merge', 'change'])
          .select('name')
          .executeTakeFirst()
        if (halfDone !== undefined) return undefined
        const { published } = await transaction
          .selectFrom('call_snapshot')
          .select('published')
          .executeTakeFirstOrThrow()
        return { result: await work({ transaction, published }) }
      })
    if (done !== undefined) return done.result
    await sleep(askAgainMs)
  }
}
