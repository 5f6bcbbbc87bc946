import { sql, type SqlBool } from 'kysely'
import { countRows } from './list-page.ts'
import type { Transaction } from '../tables/schema.ts'

/** Keeps others from giving a user more of these records until the transaction ends, and counts those they have. */
export async function lockOwner(
  transaction: Transaction,
  table: 'alert' | 'subscription',
  userId: string,
): Promise<number> {
  await transaction
    .selectFrom('app_user')
    .where('id', '=', userId)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return await countRows(
    transaction
      .selectFrom(table)
      .where('user_id', '=', userId)
      .where('is_deleted', '=', false)
      // What was sent once is kept for its deliveries alone.
      .$if(table === 'subscription', (all) => all.where(sql<SqlBool>`schedule ->> 'frequency' <> 'once'`)),
  )
}
