import type { Db } from '../../db/tables/schema.ts'

/** A wrong secret for a name, folded, and for the account that has the name. */
export interface Failure {
  folded: string
  account_id: string | null
  address: string
  at: Date
}

/** Returns the ids of the rows. */
export async function insertFailures(db: Db, failures: readonly Failure[]): Promise<readonly number[]> {
  const rows = await db.insertInto('sign_in_failure').values(failures).returning('id').execute()
  return rows.map(({ id }) => id)
}

/** The failures after an id and an instant, in the order of their ids. */
export async function selectFailures(
  db: Db,
  { afterId, since }: { afterId: number; since: Date },
): Promise<(Failure & { id: number })[]> {
  return await db
    .selectFrom('sign_in_failure')
    .where('id', '>', afterId)
    .where('at', '>', since)
    .select(['id', 'folded', 'account_id', 'address', 'at'])
    .orderBy('id')
    .execute()
}

export async function deleteFailuresBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('at', '<', before).execute()
}
