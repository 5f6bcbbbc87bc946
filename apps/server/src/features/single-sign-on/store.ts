import { sql, type Insertable, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../../db/schema.ts'

/** Keeps an attempt, and forgets those that began before that: anybody can begin one. */
export async function insertAttempt(
  db: Kysely<Database>,
  attempt: Insertable<Database['sso_attempt']>,
  forgetBefore: Date,
): Promise<void> {
  await db.deleteFrom('sso_attempt').where('created_at', '<', forgetBefore).execute()
  await db.insertInto('sso_attempt').values(attempt).execute()
}

/** Uses up an attempt: of two that ask at once, one has it. */
export async function takeAttempt(db: Kysely<Database>, stateHash: Uint8Array) {
  return await db
    .deleteFrom('sso_attempt')
    .where('state_hash', '=', stateHash)
    .returningAll()
    .executeTakeFirst()
}

export async function insertTicket(
  db: Kysely<Database>,
  ticket: Insertable<Database['sso_ticket']>,
): Promise<void> {
  await db.insertInto('sso_ticket').values(ticket).execute()
}

/** Uses up a one-time id: of two that ask at once, one has it. */
export async function takeTicket(db: Kysely<Database>, idHash: Uint8Array) {
  return await db.deleteFrom('sso_ticket').where('id_hash', '=', idHash).returningAll().executeTakeFirst()
}

/** Attempts and one-time ids that nobody came back with. */
export async function deleteSignOnsBefore(db: Kysely<Database>, before: Date): Promise<void> {
  await db.deleteFrom('sso_attempt').where('created_at', '<', before).execute()
  await db.deleteFrom('sso_ticket').where('created_at', '<', before).execute()
}

export interface Identity {
  provider: string
  subject: string
}

export async function findUserOfIdentity(db: Kysely<Database>, { provider, subject }: Identity) {
  return await db
    .selectFrom('user_identity')
    .innerJoin('app_user', 'app_user.id', 'user_identity.user_id')
    .where('user_identity.provider', '=', provider)
    .where('user_identity.subject', '=', subject)
    .select(['app_user.id', 'user_name', 'login_provider', 'is_active', 'is_deleted'])
    .executeTakeFirst()
}

/** Whether a user may sign in at a provider, by what is known of them now. */
export async function maySignOn(
  db: Kysely<Database>,
  { userId, provider }: { userId: string; provider: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .where('login_provider', '=', provider)
    .where('is_active', '=', true)
    .where('is_deleted', '=', false)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Has first sign-ins wait for each other until the transaction ends, so that the same person's see one another. */
export async function takeTurn(transaction: Transaction<Database>): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('callboard.first-sign-on', 0))`.execute(transaction)
}

export async function hasIdentityAt(
  db: Kysely<Database>,
  { userId, provider }: { userId: string; provider: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('user_identity')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .select('subject')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertIdentity(
  transaction: Transaction<Database>,
  { provider, subject, userId }: Identity & { userId: string },
): Promise<void> {
  await transaction.insertInto('user_identity').values({ provider, subject, user_id: userId }).execute()
}

/** A user whose names are all free; undefined when somebody was quicker, and then the transaction has to end. */
export async function insertSignOnUser(
  transaction: Transaction<Database>,
  user: {
    userName: string
    email: string | null
    firstName: string
    lastName: string
    provider: string
    signInNames: readonly string[]
  },
): Promise<string | undefined> {
  const { id } = await transaction
    .insertInto('app_user')
    .values({
      user_name: user.userName,
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      login_provider: user.provider,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const added = await transaction
    .insertInto('sign_in_name')
    .values(user.signInNames.map((folded) => ({ folded, user_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('folded')
    .execute()
  return added.length === user.signInNames.length ? id : undefined
}
