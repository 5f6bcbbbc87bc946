import { sql } from 'kysely'
import { countRows } from '../../db/records/list-page.ts'
import type { Db } from '../../db/tables/schema.ts'

/** Addresses are in lower case. */
export async function selectStop(db: Db, email: string): Promise<{ lastError: string | null } | undefined> {
  return await db
    .selectFrom('mail_address')
    .where('email', '=', email)
    .where('stopped_at', 'is not', null)
    .select('last_error as lastError')
    .executeTakeFirst()
}

export async function selectStops(db: Db, limit: number) {
  return await db
    .selectFrom('mail_address')
    .where('stopped_at', 'is not', null)
    .select(['email', 'last_error as lastError', 'stopped_at as stoppedAt'])
    .$narrowType<{ stoppedAt: Date }>()
    .orderBy('stopped_at', 'desc')
    .orderBy('email')
    .limit(limit)
    .execute()
}

export async function countStops(db: Db): Promise<number> {
  return await countRows(db.selectFrom('mail_address').where('stopped_at', 'is not', null))
}

/** Answers whether it was stopped. */
export async function deleteStop(db: Db, email: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('mail_address')
    .where('email', '=', email)
    .where('stopped_at', 'is not', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Forgets all failures of an address, also of one that is stopped. */
export async function deleteFailures(db: Db, email: string): Promise<void> {
  await db.deleteFrom('mail_address').where('email', '=', email).execute()
}

export async function insertFailure(db: Db, email: string, error: string): Promise<void> {
  await db
    .insertInto('mail_address')
    .values({ email, failures: 1, last_error: error })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({ failures: sql`mail_address.failures + 1`, last_error: error }),
    )
    .execute()
}

/** Stops an address of so many failures; answers whether it was not stopped before. */
export async function updateStopped(db: Db, email: string, failures: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail_address')
    .set({ stopped_at: sql`now()` })
    .where('email', '=', email)
    .where('failures', '>=', failures)
    .where('stopped_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Forgets the failures of an address that is not stopped, unless the last mail to it before this one failed: what is taken may
 * come back only later.
 */
export async function deleteStreak(db: Db, { id, email }: { id: string; email: string }): Promise<void> {
  await db
    .deleteFrom('mail_address')
    .where('email', '=', email)
    .where('stopped_at', 'is', null)
    .where(
      sql<boolean>`coalesce((SELECT status FROM mail WHERE lower(recipient) = ${email} AND id < ${id}
        ORDER BY id DESC LIMIT 1), 'sent') = 'sent'`,
    )
    .execute()
}

/** Those whose subscriptions and alerts go to an address that is not their own, with the names of these. */
export async function selectOwnersOfMailsTo(
  db: Db,
  email: string,
): Promise<{ email: string; names: string[] }[]> {
  const subscriptions = db
    .selectFrom('subscription')
    .innerJoin('subscription_recipient as recipient', 'recipient.subscription_id', 'subscription.id')
    .leftJoin('app_user as reader', 'reader.id', 'recipient.user_id')
    .where(sql<boolean>`coalesce(recipient.email, lower(reader.email)) = ${email}`)
    .where('recipient.unsubscribed_at', 'is', null)
    .where('recipient.is_removed', '=', false)
    .where('subscription.is_deleted', '=', false)
    .select(['subscription.user_id as ownerId', 'subscription.name'])
  const alerts = db
    .selectFrom('alert')
    .innerJoin('alert_person as recipient', 'recipient.alert_id', 'alert.id')
    .innerJoin('app_user as reader', 'reader.id', 'recipient.user_id')
    .where(sql<boolean>`lower(reader.email) = ${email}`)
    .where('recipient.unsubscribed_at', 'is', null)
    .where('recipient.is_recipient', '=', true)
    .where('alert.is_deleted', '=', false)
    .select(['alert.user_id as ownerId', 'alert.name'])
  return await db
    .selectFrom(subscriptions.unionAll(alerts).as('sent'))
    .innerJoin('app_user as owner', 'owner.id', 'sent.ownerId')
    .where('owner.is_active', '=', true)
    .where('owner.is_deleted', '=', false)
    .where('owner.email', 'is not', null)
    .where(sql<boolean>`lower(owner.email) <> ${email}`)
    .groupBy('owner.id')
    .select('owner.email')
    .select(sql<string[]>`array_agg(sent.name ORDER BY sent.name)`.as('names'))
    .$narrowType<{ email: string }>()
    .execute()
}

/** The mail of this id, or else the last one to the recipient, if it may have arrived. */
export async function selectSentMail(
  db: Db,
  { id, recipient }: { id: string | undefined; recipient: string | undefined },
): Promise<{ id: string; recipient: string } | undefined> {
  if (id === undefined && recipient === undefined) return undefined
  const query = db
    .selectFrom('mail')
    .where('status', 'in', ['sent', 'uncertain'])
    .select(['id', 'recipient'])
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
  const found =
    id === undefined ? query.where(sql`lower(recipient)`, '=', recipient ?? '') : query.where('id', '=', id)
  return await found.executeTakeFirst()
}

export async function updateBounced(db: Db, id: string, error: string): Promise<void> {
  await db.updateTable('mail').set({ status: 'failed', last_error: error }).where('id', '=', id).execute()
}

export async function updateLate(db: Db, id: string, error: string): Promise<void> {
  await db.updateTable('mail').set({ last_error: error }).where('id', '=', id).execute()
}
