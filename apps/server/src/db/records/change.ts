import { sql, type QueryExecutorProvider } from 'kysely'
import type { Db, Transaction } from '../tables/schema.ts'

/** Who changes something: recorded with every change by triggers of the database. */
export interface Actor {
  userId: string | null
  userName: string
  maskedUserId?: string | null
  requestId?: string
}

/** The portal itself, at set-up. */
export const systemActor: Actor = { userId: null, userName: 'system' }

/**
 * Runs a transaction that may change tracked tables. Outside of it every write to them fails, so that there is no change
 * without its record. Within a transaction that is under way it is part of that.
 */
export async function change<T>(
  db: Db,
  actor: Actor,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  if (isUnderWay(db)) {
    await setActor(db, actor)
    return await work(db)
  }
  return await db.transaction().execute(async (transaction) => {
    await setActor(transaction, actor)
    return await work(transaction)
  })
}

function isUnderWay(db: Db): db is Transaction {
  return db.isTransaction
}

/** Says until the end of the transaction who changes something. */
export async function setActor(transaction: QueryExecutorProvider, actor: Actor): Promise<void> {
  await sql`SELECT set_config('callboard.actor', ${JSON.stringify(actor)}, true)`.execute(transaction)
}
