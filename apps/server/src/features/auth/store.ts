import { type Insertable, sql } from 'kysely'
import { maySignIn } from '../../access/callers/store.ts'
import type { Database, Db } from '../../db/tables/schema.ts'

/** Starts a session, and answers what its user is told of themselves. */
export async function insertSession(
  db: Db,
  session: Omit<Insertable<Database['session']>, 'created_at' | 'last_used_at' | 'ended_at'>,
) {
  const now = new Date()
  await db
    .insertInto('session')
    .values({ ...session, created_at: now, last_used_at: now })
    .execute()
  return await db
    .updateTable('app_user')
    .set({ last_login_at: now })
    .where('id', '=', session.user_id)
    .returning([
      'user_name as userName',
      'first_name as firstName',
      'last_name as lastName',
      'thumbnail_url as thumbnailUrl',
    ])
    .returning(['login_provider as loginProvider', 'legacy_reporting_cid as legacyReportingCid'])
    .executeTakeFirstOrThrow()
}

/** Ends a session, and answers with which single sign-on it began. */
export async function deleteSession(db: Db, id: string, now: Date) {
  return await db
    .updateTable('session')
    .set({ ended_at: now })
    .where('id', '=', id)
    .returning(['provider', 'id_token'])
    .executeTakeFirstOrThrow()
}

/** Notes a request for a link, and answers how many came before it for the name. */
export async function insertLinkRequest(
  db: Db,
  { folded, address, now, since }: { folded: string; address: string; now: Date; since: Date },
): Promise<number> {
  await db.deleteFrom('link_request').where('at', '<', since).execute()
  const { before } = await db
    .selectFrom('link_request')
    .where('folded', '=', folded)
    .select(sql<number>`count(*)::int`.as('before'))
    .executeTakeFirstOrThrow()
  await db.insertInto('link_request').values({ folded, address, at: now }).execute()
  return before
}

/** The user of a link that is valid now. */
export async function selectLinkUser(
  db: Db,
  { id, tokenHash, now }: { id: string; tokenHash: Uint8Array; now: Date },
) {
  return await db
    .selectFrom('one_time_link')
    .innerJoin('app_user', 'app_user.id', 'one_time_link.user_id')
    .where('one_time_link.id', '=', id)
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where(maySignIn)
    .where('login_provider', '=', 'local')
    .select(['app_user.id', 'user_name as userName', 'first_name as firstName', 'last_name as lastName'])
    .select(['email', 'customer_id as customerId'])
    .executeTakeFirst()
}

/** Marks a link as used; false when it was used before. */
export async function updateUsedLink(db: Db, { id, now }: { id: string; now: Date }): Promise<boolean> {
  const used = await db
    .updateTable('one_time_link')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** Deletes links that were used or expired before. */
export async function deleteLinksBefore(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('one_time_link')
    .where((where) => where.or([where('used_at', '<', before), where('expires_at', '<', before)]))
    .execute()
}
