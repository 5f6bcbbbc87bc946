import { sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema.ts'

/**
 * Makes these folded names a user's own instead of those they had, and answers those that are somebody else's. Changes
 * of names wait for each other until the transaction ends, so that two who swap names do not wait for ever.
 */
export async function replaceSignInNames(
  transaction: Transaction<Database>,
  { userId, names }: { userId: string; names: readonly string[] },
): Promise<string[]> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('callboard.sign-in-names', 0))`.execute(transaction)
  await transaction
    .deleteFrom('sign_in_name')
    .where('user_id', '=', userId)
    .where('folded', 'not in', names)
    .execute()
  await transaction
    .insertInto('sign_in_name')
    .values(names.map((folded) => ({ folded, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const others = await transaction
    .selectFrom('sign_in_name')
    .where('folded', 'in', names)
    .where('user_id', '!=', userId)
    .select('folded')
    .execute()
  return others.map(({ folded }) => folded)
}
