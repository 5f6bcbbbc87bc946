import { sql, type Kysely, type Transaction } from 'kysely'
import { hasText } from '../../db/list-page.ts'
import type { Database } from '../../db/schema.ts'
import { personName } from './list-store.ts'

export async function getUserRow(db: Kysely<Database>, id: string) {
  return await db.selectFrom('app_user').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
}

export async function findUserRow(db: Kysely<Database>, id: string) {
  return await db.selectFrom('app_user').where('id', '=', id).selectAll().executeTakeFirst()
}

/** A user whom nobody else changes until the transaction ends. */
export async function lockUserRow(transaction: Transaction<Database>, id: string) {
  return await transaction
    .selectFrom('app_user')
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
}

export interface UserValues {
  first_name?: string
  last_name?: string
  phone?: string | null
  time_zone?: string | null
  thumbnail_url?: string | null
  user_name?: string
  email?: string | null
  customer_id?: string | null
  legacy_reporting_cid?: string | null
  login_provider?: string
  is_admin?: boolean
  is_active?: boolean
}

export async function insertUser(
  transaction: Transaction<Database>,
  values: UserValues & { user_name: string; password_hash: string | null },
) {
  return await transaction.insertInto('app_user').values(values).returningAll().executeTakeFirstOrThrow()
}

/** Undefined when there is no such user, or their revision is another one by now. */
export async function updateProfile(
  transaction: Transaction<Database>,
  { id, values, revision }: { id: string; values: UserValues; revision: number | undefined },
) {
  return await transaction
    .updateTable('app_user')
    .set((eb) => ({ ...values, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .$if(revision !== undefined, (query) => query.where('revision', '=', revision ?? 0))
    .returningAll()
    .executeTakeFirst()
}

/** Puts on record that somebody was invited anew, which changes nothing of them. */
export async function recordInvitation(
  transaction: Transaction<Database>,
  { id, userName, email }: { id: string; userName: string; email: string },
): Promise<void> {
  const changes = JSON.stringify([{ field: 'invitation', from: null, to: email }])
  await sql`SELECT write_change('user', ${id}, ${userName}, 'invite', ${changes}::jsonb)`.execute(transaction)
}

/** What is noted of a user afterwards; undefined when there is no such user. */
export async function mergeProperties(
  transaction: Transaction<Database>,
  { id, values }: { id: string; values: Readonly<Record<string, string | null>> },
): Promise<Record<string, string> | undefined> {
  const row = await transaction
    .updateTable('app_user')
    .set({ properties: sql`jsonb_strip_nulls(properties || ${JSON.stringify(values)}::jsonb)` })
    .where('id', '=', id)
    .returning('properties')
    .executeTakeFirst()
  return row?.properties
}

/** Who are administrators and may sign in, locked until the transaction ends. */
export async function lockAdmins(transaction: Transaction<Database>): Promise<string[]> {
  const rows = await transaction
    .selectFrom('app_user')
    .where('is_admin', '=', true)
    .where('is_active', '=', true)
    .where('is_deleted', '=', false)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

export async function updateStatus(
  transaction: Transaction<Database>,
  id: string,
  status: { is_active?: boolean; is_deleted?: boolean },
) {
  return await transaction
    .updateTable('app_user')
    .set((eb) => ({ ...status, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Ends a session of this user; false where there is none that is open. */
export async function endSessionOf(
  db: Kysely<Database>,
  { userId, sessionId, now }: { userId: string; sessionId: string; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('session')
    .set({ ended_at: now })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function listOpenSessions(
  db: Kysely<Database>,
  { userId, usedAfter, startedAfter }: { userId: string; usedAfter: Date; startedAfter: Date },
) {
  return await db
    .selectFrom('session')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('last_used_at', '>', usedAfter)
    .where('created_at', '>', startedAfter)
    .orderBy('last_used_at', 'desc')
    .select(['id', 'created_at', 'last_used_at', 'address', 'user_agent'])
    .execute()
}

export interface PortalUserSearch {
  /** Undefined: of all customers, and of none. */
  customerIds: readonly string[] | undefined
  withAdmins: boolean
  keyword?: string
  id?: string
  except: string
}

/** The first 20 active users by name. */
export async function listPortalUsers(db: Kysely<Database>, search: PortalUserSearch) {
  const { customerIds, keyword = '', id } = search
  return await db
    .selectFrom('app_user')
    .where('is_active', '=', true)
    .where('is_deleted', '=', false)
    .where('id', '!=', search.except)
    .$if(!search.withAdmins, (query) => query.where('is_admin', '=', false))
    .$if(customerIds !== undefined, (query) =>
      query.where('customer_id', '=', sql<string>`ANY(${customerIds ?? []}::uuid[])`),
    )
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(keyword !== '', (query) => query.where(hasText(sql.ref('app_user.search_text'), keyword)))
    .orderBy(personName)
    .orderBy('id')
    .limit(20)
    .select(['id', 'user_name', 'first_name', 'last_name', 'thumbnail_url'])
    .execute()
}
