import { sql, type Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'

export async function findUserToSignIn(db: Kysely<Database>, folded: string) {
  return await db
    .selectFrom('sign_in_name')
    .innerJoin('app_user', 'app_user.id', 'sign_in_name.user_id')
    .where('sign_in_name.folded', '=', folded)
    .select(['app_user.id', 'password_hash', 'login_provider', 'is_active', 'is_deleted'])
    .executeTakeFirst()
}

export interface FailureCounts {
  ofName: number
  ofAddress: number
}

export async function countFailures(
  db: Kysely<Database>,
  { folded, address, since }: { folded: string; address: string; since: Date },
): Promise<FailureCounts> {
  const row = await db
    .selectFrom('sign_in_failure')
    .where('at', '>', since)
    .select([
      sql<number>`count(*) FILTER (WHERE folded = ${folded})::int`.as('of_name'),
      sql<number>`count(*) FILTER (WHERE address = ${address})::int`.as('of_address'),
    ])
    .executeTakeFirstOrThrow()
  return { ofName: row.of_name, ofAddress: row.of_address }
}

export async function insertFailure(
  db: Kysely<Database>,
  failure: { folded: string; address: string; at: Date },
): Promise<number> {
  const row = await db.insertInto('sign_in_failure').values(failure).returning('id').executeTakeFirstOrThrow()
  return row.id
}

export async function deleteFailuresBefore(db: Kysely<Database>, before: Date): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('at', '<', before).execute()
}

export async function deleteFailure(db: Kysely<Database>, id: number): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('id', '=', id).execute()
}

export async function insertSession(
  db: Kysely<Database>,
  session: { tokenHash: Uint8Array; userId: string; now: Date; address: string; userAgent: string | null },
): Promise<void> {
  await db
    .insertInto('session')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      created_at: session.now,
      last_used_at: session.now,
      address: session.address,
      user_agent: session.userAgent,
    })
    .execute()
  await db
    .updateTable('app_user')
    .set({ last_login_at: session.now })
    .where('id', '=', session.userId)
    .execute()
}

export async function endSession(db: Kysely<Database>, id: string, now: Date): Promise<void> {
  await db.updateTable('session').set({ ended_at: now }).where('id', '=', id).execute()
}
