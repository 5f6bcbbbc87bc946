import { sql, type RawBuilder } from 'kysely'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import type { CodedEntity } from './entity-codes.ts'

export interface SessionRow {
  session_id: string
  token_hash: Uint8Array
  created_at: Date
  last_used_at: Date
  user_id: string
  user_name: string
  is_admin: boolean
  customer_id: string | null
  time_zone: string | null
  login_provider: string
  totp_since: Date | null
  claims: string[]
  settings: unknown
}

/** Open sessions, with their users, the claims of the roles that are valid now, and the settings. */
export async function selectSessions(
  db: Db,
  tokenHashes: readonly Uint8Array[],
  now: Date,
): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`SELECT * FROM live_sessions(${tokenHashes}, ${now})`.execute(db)
  return rows
}

/** The hash of the token of a session. */
export async function selectSessionToken(db: Db, id: string): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom('session').where('id', '=', id).select('token_hash').executeTakeFirst()
  return row?.token_hash
}

/** Whether a user of the table `app_user` may sign in: active, not deleted, and not of an inactive customer. */
export const maySignIn = sql<boolean>`(app_user.is_active AND NOT app_user.is_deleted AND NOT EXISTS (
  SELECT FROM customer AS own_customer
    WHERE own_customer.id = app_user.customer_id AND NOT own_customer.is_active))`

/** The user with that user name or email address, folded. */
export async function selectUserToSignIn(db: Db, folded: string) {
  return await db
    .selectFrom('sign_in_name')
    .innerJoin('app_user', 'app_user.id', 'sign_in_name.user_id')
    .where('sign_in_name.folded', '=', folded)
    .select([
      'app_user.id',
      'user_name',
      'email',
      'first_name',
      'last_name',
      'password_hash',
      'login_provider',
      'totp_secret',
    ])
    .select(maySignIn.as('may_sign_in'))
    .executeTakeFirst()
}

/** The assignments of roles, with these, that are valid now. */
function validAssignments(now: Date): RawBuilder<unknown> {
  return sql`role_assignment JOIN role ON role.id = role_assignment.role_id AND role.is_active
    AND (start_at IS NULL OR start_at <= ${now}) AND (expires_at IS NULL OR expires_at > ${now})`
}

/** Of a user of the table `app_user` the claims of the roles that are valid now. */
export function heldClaims(now: Date): RawBuilder<string[]> {
  return sql<string[]>`ARRAY(
    SELECT DISTINCT unnest(role.claims) FROM ${validAssignments(now)}
      WHERE role_assignment.user_id = app_user.id)`
}

/** The roles of a user that are valid now. */
export async function selectHeldRoles(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ id: string; claims: string[] }[]> {
  const { rows } = await sql<{ id: string; claims: string[] }>`
    SELECT role.id, role.claims FROM ${validAssignments(now)}
      WHERE role_assignment.user_id = ${userId}`.execute(db)
  return rows
}

/** A user, active or not, with the claims of the roles that are valid now. */
export async function selectPerson(db: Db, id: string, now: Date) {
  return await db
    .selectFrom('app_user')
    .where('app_user.id', '=', id)
    .select(['app_user.id as user_id', 'app_user.user_name', 'app_user.is_admin', 'app_user.customer_id'])
    .select(['app_user.time_zone', maySignIn.as('may_sign_in')])
    .select(heldClaims(now).as('claims'))
    .executeTakeFirst()
}

/** The administrators who may sign in, locked until the transaction ends. */
export async function lockAdmins(transaction: Transaction) {
  return await transaction
    .selectFrom('app_user')
    .where('is_admin', '=', true)
    .where(maySignIn)
    .select(['id', 'customer_id'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function updateSessionUse(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('session').set({ last_used_at: now }).where('id', '=', id).execute()
}

/** A key that works now: active, not expired, and not of an inactive customer. */
export async function selectApiKey(db: Db, secretHash: Uint8Array, now: Date) {
  return await db
    .selectFrom('api_key')
    .innerJoin('customer', 'customer.id', 'api_key.customer_id')
    .leftJoin('source', 'source.id', 'api_key.source_id')
    .where('secret_hash', '=', secretHash)
    .where('api_key.is_active', '=', true)
    .where('customer.is_active', '=', true)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .where((where) => where.or([where('source.id', 'is', null), where('source.is_active', '=', true)]))
    .select(['api_key.id', 'api_key.name', 'api_key.customer_id', 'rights', 'last_used_at'])
    .select('source.source_system')
    .executeTakeFirst()
}

export async function updateApiKeyUse(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('api_key').set({ last_used_at: now }).where('id', '=', id).execute()
}

export async function selectCustomerName(db: Db, id: string): Promise<string | undefined> {
  return (await db.selectFrom('customer').where('id', '=', id).select('name').executeTakeFirst())?.name
}

/** The customers of a user's active report groups. */
export async function selectGroupCustomers(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('report_group_user')
    .innerJoin('report_group', 'report_group.id', 'report_group_user.report_group_id')
    .innerJoin('report_group_customer', 'report_group_customer.report_group_id', 'report_group.id')
    .where('report_group_user.user_id', '=', userId)
    .where('report_group.is_active', '=', true)
    .select('report_group_customer.customer_id')
    .distinct()
    .execute()
  return rows.map((row) => row.customer_id)
}

/**
 * The entities of a user's entity groups, with all their descendants: only calls that match one are seen. Undefined when
 * the user is in no entity group. An empty or inactive group restricts as well: with it alone, no call is seen.
 */
export async function selectEntityRestriction(db: Db, userId: string): Promise<CodedEntity[] | undefined> {
  const membership = await db
    .selectFrom('entity_group_user')
    .where('user_id', '=', userId)
    .select('entity_group_id')
    .limit(1)
    .executeTakeFirst()
  if (membership === undefined) return undefined
  return await selectLetThrough(
    db,
    sql`SELECT ge.entity_id FROM entity_group_user gu
      JOIN entity_group g ON g.id = gu.entity_group_id AND g.is_active
      JOIN entity_group_entity ge ON ge.entity_group_id = g.id
      WHERE gu.user_id = ${userId}`,
  )
}

/** The entities with these ids, what they were merged into, and all below. */
export async function selectLetThrough(db: Db, ids: RawBuilder<unknown>): Promise<CodedEntity[]> {
  const { rows } = await sql<CodedEntity>`
    WITH RECURSIVE let_through AS (
      SELECT id, type, code, customer_id, merged_into_id FROM entity WHERE id IN (${ids})
      UNION
      SELECT other.id, other.type, other.code, other.customer_id, other.merged_into_id
        FROM let_through known
        JOIN LATERAL (
          SELECT * FROM entity WHERE parent_id = known.id
          UNION ALL
          SELECT * FROM entity WHERE id = known.merged_into_id
        ) other ON true
    )
    SELECT DISTINCT type, code, customer_id FROM let_through`.execute(db)
  return rows
}
