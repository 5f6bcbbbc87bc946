import { sql, type Insertable } from 'kysely'
import type { Database, Db, Transaction } from '../../../db/tables/schema.ts'

// PostgreSQL takes 65,535 parameters in a statement.
const maxRows = 20_000

/** Of two times of the same run, the later one stays. */
export async function upsertLastRuns(
  db: Db,
  runs: readonly Insertable<Database['report_last_run']>[],
): Promise<void> {
  for (let at = 0; at < runs.length; at += maxRows) {
    await db
      .insertInto('report_last_run')
      .values(runs.slice(at, at + maxRows))
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'item_id'])
          .doUpdateSet({ ran_at: sql`greatest(report_last_run.ran_at, excluded.ran_at)` }),
      )
      .execute()
  }
}

export async function selectLastRuns(db: Db, userId: string) {
  return await db
    .selectFrom('report_last_run')
    .where('user_id', '=', userId)
    .select(['item_id as itemId', 'ran_at as ranAt'])
    .execute()
}

/** Keeps others from adding favourites of the user until the transaction ends. */
export async function lockUser(transaction: Transaction, userId: string): Promise<void> {
  await transaction.selectFrom('app_user').where('id', '=', userId).select('id').forNoKeyUpdate().execute()
}

export async function selectFavourites(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('report_favourite')
    .where('user_id', '=', userId)
    .orderBy('item_id')
    .select('item_id')
    .execute()
  return rows.map(({ item_id: id }) => id)
}

export async function insertFavourite(
  transaction: Transaction,
  favourite: Database['report_favourite'],
): Promise<void> {
  await transaction
    .insertInto('report_favourite')
    .values(favourite)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** False when it was none. */
export async function deleteFavourite(
  db: Db,
  { user_id: userId, item_id: itemId }: Database['report_favourite'],
): Promise<boolean> {
  const row = await db
    .deleteFrom('report_favourite')
    .where('user_id', '=', userId)
    .where('item_id', '=', itemId)
    .returning('item_id')
    .executeTakeFirst()
  return row !== undefined
}
