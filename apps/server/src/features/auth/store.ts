import { sql, type Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'

export async function insertSession(
  db: Kysely<Database>,
  session: {
    tokenHash: Uint8Array
    userId: string
    now: Date
    address: string
    userAgent: string | null
    provider: string | null
    idToken: string | null
  },
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
      provider: session.provider,
      id_token: session.idToken,
    })
    .execute()
  await db
    .updateTable('app_user')
    .set({ last_login_at: session.now })
    .where('id', '=', session.userId)
    .execute()
}

export async function endSession(db: Kysely<Database>, id: string, now: Date) {
  return await db
    .updateTable('session')
    .set({ ended_at: now })
    .where('id', '=', id)
    .returning(['provider', 'id_token'])
    .executeTakeFirst()
}

/** Counts a request for a link and answers how many came before it, for the name and from the address. */
export async function countLinkRequest(
  db: Kysely<Database>,
  {
    folded,
    address,
    now,
    nameSince,
    addressSince,
  }: {
    folded: string
    address: string
    now: Date
    nameSince: Date
    addressSince: Date
  },
): Promise<{ ofName: number; ofAddress: number }> {
  await db.deleteFrom('link_request').where('at', '<', nameSince).execute()
  const row = await db
    .selectFrom('link_request')
    .select([
      sql<number>`count(*) FILTER (WHERE folded = ${folded} AND at > ${nameSince})::int`.as('of_name'),
      sql<number>`count(*) FILTER (WHERE address = ${address} AND at > ${addressSince})::int`.as(
        'of_address',
      ),
    ])
    .executeTakeFirstOrThrow()
  await db.insertInto('link_request').values({ folded, address, at: now }).execute()
  return { ofName: row.of_name, ofAddress: row.of_address }
}

/** The user of a link that can be used now. */
export async function findLinkUser(
  db: Kysely<Database>,
  { id, tokenHash, now }: { id: string; tokenHash: Uint8Array; now: Date },
) {
  return await db
    .selectFrom('one_time_link')
    .innerJoin('app_user', 'app_user.id', 'one_time_link.user_id')
    .where('one_time_link.id', '=', id)
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('is_active', '=', true)
    .where('is_deleted', '=', false)
    .where('login_provider', '=', 'local')
    .select(['app_user.id', 'user_name'])
    .executeTakeFirst()
}

/** Uses up a link; false where somebody was quicker. */
export async function spendLink(
  db: Kysely<Database>,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const used = await db
    .updateTable('one_time_link')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** Links that were used or ran out before. */
export async function deleteLinksBefore(db: Kysely<Database>, before: Date): Promise<void> {
  await db
    .deleteFrom('one_time_link')
    .where((where) => where.or([where('used_at', '<', before), where('expires_at', '<', before)]))
    .execute()
}
