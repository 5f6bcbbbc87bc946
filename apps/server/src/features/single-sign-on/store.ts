import { sql, type Insertable } from 'kysely'
import { maySignIn } from '../../access/callers/store.ts'
import type { Database, Db, Transaction } from '../../db/tables/schema.ts'

/** Inserts an attempt and deletes old ones, for anybody can begin any number. */
export async function insertAttempt(
  db: Db,
  attempt: Insertable<Database['sso_attempt']>,
  deleteBefore: Date,
): Promise<void> {
  await db.deleteFrom('sso_attempt').where('created_at', '<', deleteBefore).execute()
  await db.insertInto('sso_attempt').values(attempt).execute()
}

/** Takes an attempt: of two requests at once, one gets it. */
export async function deleteAttempt(db: Db, stateHash: Uint8Array) {
  return await db
    .deleteFrom('sso_attempt')
    .where('state_hash', '=', stateHash)
    .returningAll()
    .executeTakeFirst()
}

export async function insertTicket(db: Db, ticket: Insertable<Database['sso_ticket']>): Promise<void> {
  await db.insertInto('sso_ticket').values(ticket).execute()
}

/** Takes a one-time id: of two requests at once, one gets it. */
export async function deleteTicket(db: Db, idHash: Uint8Array) {
  return await db.deleteFrom('sso_ticket').where('id_hash', '=', idHash).returningAll().executeTakeFirst()
}

/** Deletes attempts and one-time ids that were never used. */
export async function deleteSignOnsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sso_attempt').where('created_at', '<', before).execute()
  await db.deleteFrom('sso_ticket').where('created_at', '<', before).execute()
}

export interface Identity {
  provider: string
  subject: string
}

export async function selectUserOfIdentity(db: Db, { provider, subject }: Identity) {
  return await db
    .selectFrom('user_identity')
    .innerJoin('app_user', 'app_user.id', 'user_identity.user_id')
    .where('user_identity.provider', '=', provider)
    .where('user_identity.subject', '=', subject)
    .select(['app_user.id', 'user_name', 'login_provider', maySignIn.as('may_sign_in')])
    .executeTakeFirst()
}

/** Whether a user may still sign in at a provider. */
export async function maySignInAt(
  db: Db,
  { userId, provider }: { userId: string; provider: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .where('login_provider', '=', provider)
    .where(maySignIn)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** First sign-ins wait for each other until the transaction ends, so that those of one person see one another. */
export async function lockFirstSignOns(transaction: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('callboard.first-sign-on', 0))`.execute(transaction)
}

export async function hasIdentityAt(
  db: Db,
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
  transaction: Transaction,
  { provider, subject, userId }: Identity & { userId: string },
): Promise<void> {
  await transaction.insertInto('user_identity').values({ provider, subject, user_id: userId }).execute()
}

/** Answers the id of the new user; undefined when a name is taken, and then the transaction has to be rolled back. */
export async function insertSignOnUser(
  transaction: Transaction,
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
