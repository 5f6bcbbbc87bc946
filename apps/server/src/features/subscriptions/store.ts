import { deliveryCauses, type Recipient } from '@callboard/contract/subscriptions'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { maySignIn } from '../../access/callers/store.ts'
import { fullName } from '../../db/records/full-name.ts'
import { recordedRecipients } from '../../db/records/recorded-recipients.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { whereGiven } from '../../db/records/where-given.ts'
import { deliveryStatus, type MailServer, type RecipientKey, severity } from './delivery-store.ts'

/** Without what only rules know: whether something would be sent to them. */
export type RecipientRow = Omit<Recipient, 'reason'>

const recipients = sql<RecipientRow[]>`(
  SELECT coalesce(jsonb_agg(jsonb_build_object(
      'userId', one.user_id, 'name', coalesce(${fullName('reader')}, one.email), 'email', one.email,
      'state', CASE WHEN one.unsubscribed_at IS NOT NULL THEN 'unsubscribed'
        WHEN stopped.email IS NOT NULL THEN 'stopped' ELSE 'active' END) ORDER BY one.id), '[]')
    FROM subscription_recipient AS one
      LEFT JOIN app_user AS reader ON reader.id = one.user_id
      LEFT JOIN mail_address AS stopped
        ON stopped.email = lower(coalesce(one.email, reader.email)) AND stopped.stopped_at IS NOT NULL
    WHERE one.subscription_id = subscription.id AND NOT one.is_removed)`

const plannedCauses = deliveryCauses.filter((cause) => cause === 'schedule' || cause === 'run')

/** The worst of the last run. */
function lastStatus(server: MailServer) {
  return sql<string | null>`(
    SELECT ${deliveryStatus(server)}
      FROM delivery LEFT JOIN mail ON mail.delivery_id = delivery.id
      WHERE delivery.run_id = (
        SELECT subscription_run.id FROM subscription_run
          WHERE subscription_run.subscription_id = subscription.id AND cause = ANY(${plannedCauses}::text[])
          ORDER BY subscription_run.id DESC LIMIT 1)
      ORDER BY ${severity(server)} LIMIT 1)`
}

export type SubscriptionRow = Awaited<ReturnType<typeof selectSubscriptions>>[number]

/** Sent at times, and not once. */
const isRepeated = sql<SqlBool>`subscription.schedule ->> 'frequency' <> 'once'`

export interface SubscriptionFilter {
  /** Also of what was sent once, which is on no list. */
  id?: string | undefined
  savedReportId?: string | undefined
  /** Who owns it or receives it. */
  ofUser?: string | undefined
}

/** Those that are not deleted, by name. */
export async function selectSubscriptions(db: Db, server: MailServer, filter: SubscriptionFilter) {
  return await db
    .selectFrom('subscription')
    .innerJoin('saved_report', 'saved_report.id', 'subscription.saved_report_id')
    .innerJoin('app_user as owner', 'owner.id', 'subscription.user_id')
    .where('subscription.is_deleted', '=', false)
    .$if(filter.id === undefined, (all) => all.where(isRepeated))
    .$call(whereGiven(filter.id, (all, id) => all.where('subscription.id', '=', id)))
    .$call(whereGiven(filter.savedReportId, (all, id) => all.where('saved_report_id', '=', id)))
    .$call(
      whereGiven(filter.ofUser, (all, userId) =>
        all.where((where) => where.or([where('subscription.user_id', '=', userId), isReceivedBy(userId)])),
      ),
    )
    .select(['subscription.id', 'saved_report_id as savedReportId', 'saved_report.name as savedReportName'])
    .select(['saved_report.user_id as savedReportOwnerId', 'subscription.user_id as userId'])
    .select([fullName('owner').as('ownerName'), 'subscription.name', 'schedule'])
    .select(['export_types as exportTypes', recipients.as('recipients'), 'subject'])
    .select(['email_template_id as emailTemplateId', 'condition', 'subscription.is_active as isActive'])
    .select('paused_reason as pausedReason')
    .select(['next_run_at as nextRunAt', 'last_run_at as lastRunAt', lastStatus(server).as('lastStatus')])
    .select('subscription.revision')
    .orderBy(sql`lower(subscription.name)`)
    .orderBy('subscription.id')
    .execute()
}

function isReceivedBy(userId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`EXISTS (SELECT FROM subscription_recipient AS one
    WHERE one.subscription_id = subscription.id AND one.user_id = ${userId} AND NOT one.is_removed)`
}

/** A subscription that nobody else changes, plans or runs until the transaction ends. */
export async function lockSubscription(
  transaction: Transaction,
  { id, savedReportId, isDeleted = false }: { id: string; savedReportId: string; isDeleted?: boolean },
) {
  return await transaction
    .selectFrom('subscription')
    .where('id', '=', id)
    .where('saved_report_id', '=', savedReportId)
    .where('is_deleted', '=', isDeleted)
    .select(['id', 'user_id', 'schedule', 'is_active', 'export_types'])
    .forUpdate()
    .executeTakeFirst()
}

/** Those on the list. */
export async function selectRecipientKeys(db: Db, subscriptionId: string): Promise<RecipientKey[]> {
  return await db
    .selectFrom('subscription_recipient')
    .where('subscription_id', '=', subscriptionId)
    .where('is_removed', '=', false)
    .select(['user_id as userId', 'email'])
    .execute()
}

/** Puts these on the list in the place of all others. Whoever was on it before and unsubscribed is unsubscribed again. */
export async function replaceRecipients(
  transaction: Transaction,
  subscriptionId: string,
  keys: readonly RecipientKey[],
): Promise<void> {
  await transaction
    .updateTable('subscription_recipient')
    .set({ is_removed: true })
    .where('subscription_id', '=', subscriptionId)
    .execute()
  await transaction
    .insertInto('subscription_recipient')
    .values(keys.map(({ userId, email }) => ({ subscription_id: subscriptionId, user_id: userId, email })))
    .onConflict((conflict) =>
      conflict.columns(['subscription_id', 'user_id', 'email']).doUpdateSet({ is_removed: false }),
    )
    .execute()
}

export const { selectRecordedRecipients, updateRecordedRecipients } = recordedRecipients(
  'subscription',
  sql<string>`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', coalesce(one.user_id::text, one.email),
      'name', coalesce(${fullName('reader')}, one.email)
        || CASE WHEN one.unsubscribed_at IS NULL THEN '' ELSE ' (unsubscribed)' END) ORDER BY one.id), '[]')
    FROM subscription_recipient AS one LEFT JOIN app_user AS reader ON reader.id = one.user_id
    WHERE one.subscription_id = subscription.id AND NOT one.is_removed)`,
)

export type UserToMail = Awaited<ReturnType<typeof selectUsersToMail>>[number]

/** Of these users those who may sign in, in the given customers or of any. */
export async function selectUsersToMail(
  db: Db,
  asked: { ids: readonly string[]; customerIds: readonly string[] | undefined; withAdmins: boolean },
) {
  return await db
    .selectFrom('app_user')
    .innerJoin('app_user as reader', 'reader.id', 'app_user.id')
    .where('app_user.id', '=', sql<string>`ANY(${[...asked.ids]}::uuid[])`)
    .where(maySignIn)
    .$if(!asked.withAdmins, (all) => all.where('app_user.is_admin', '=', false))
    .$call(
      whereGiven(asked.customerIds, (all, ids) =>
        all.where('app_user.customer_id', '=', sql<string>`ANY(${[...ids]}::uuid[])`),
      ),
    )
    .select(['app_user.id', fullName('reader').as('name'), 'app_user.email'])
    .execute()
}

export async function selectStoppedAddresses(db: Db, addresses: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('mail_address')
    .where('email', '=', sql<string>`ANY(${[...addresses]}::text[])`)
    .where('stopped_at', 'is not', null)
    .select('email')
    .execute()
  return rows.map(({ email }) => email)
}

/** Whether there is an active template that may be used for subscriptions. Kept from being deleted until the end. */
export async function lockTemplate(transaction: Transaction, id: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('email_template')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where(sql<SqlBool>`(key IS NULL OR key = 'report')`)
    .select('id')
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

export async function updateNextRun(
  db: Db,
  { id, nextRunAt, lastRunAt }: { id: string; nextRunAt?: Date | null; lastRunAt?: Date },
): Promise<void> {
  await db
    .updateTable('subscription')
    .set({
      ...(nextRunAt !== undefined && { next_run_at: nextRunAt }),
      ...(lastRunAt !== undefined && { last_run_at: lastRunAt }),
    })
    .where('id', '=', id)
    .execute()
}

export type DueSubscription = NonNullable<Awaited<ReturnType<typeof lockDueSubscription>>>

/** The first that is due, locked; one that another process plans is left to it. */
export async function lockDueSubscription(
  transaction: Transaction,
  { now, except }: { now: Date; except: readonly string[] },
) {
  return await transaction
    .selectFrom('subscription')
    .where('is_active', '=', true)
    .where('is_deleted', '=', false)
    .where('next_run_at', '<=', now)
    .where('id', '!=', sql<string>`ALL(${[...except]}::uuid[])`)
    .orderBy('next_run_at')
    .limit(1)
    .select(['id', 'schedule', sql<Date>`next_run_at`.as('dueAt')])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

export async function lockIsDue(
  transaction: Transaction,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const row = await transaction
    .selectFrom('subscription')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('is_deleted', '=', false)
    .where('next_run_at', '<=', now)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a recipient wants it no more, also one who is not on the list now. */
export async function selectHasUnsubscribed(
  db: Db,
  { subscriptionId, userId, email }: RecipientKey & { subscriptionId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('subscription_recipient')
    .where('subscription_id', '=', subscriptionId)
    .where(sql<SqlBool>`(user_id = ${userId}::uuid OR email = ${email}::text)`)
    .where('unsubscribed_at', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A recipient of a subscription that is not deleted, by their own id or by user. */
export async function selectRecipient(
  db: Db,
  by: { id: string } | { subscriptionId: string; userId: string },
) {
  return await db
    .selectFrom('subscription_recipient')
    .innerJoin('subscription', 'subscription.id', 'subscription_recipient.subscription_id')
    .leftJoin('app_user', 'app_user.id', 'subscription_recipient.user_id')
    .where('subscription.is_deleted', '=', false)
    .$if('id' in by, (all) => all.where('subscription_recipient.id', '=', 'id' in by ? by.id : ''))
    .$if('userId' in by, (all) =>
      all
        .where('subscription_id', '=', 'userId' in by ? by.subscriptionId : '')
        .where('subscription_recipient.user_id', '=', 'userId' in by ? by.userId : '')
        .where('is_removed', '=', false),
    )
    .select(['subscription_recipient.id', 'subscription_id as subscriptionId', 'subscription.name'])
    .select(['subscription_recipient.user_id as userId', 'subscription_recipient.email'])
    .select(['user_name as userName', 'app_user.email as userEmail', 'unsubscribed_at as unsubscribedAt'])
    .executeTakeFirst()
}

export async function updateUnsubscribed(
  transaction: Transaction,
  { id, at }: { id: string; at: Date | null },
): Promise<void> {
  await transaction
    .updateTable('subscription_recipient')
    .set({ unsubscribed_at: at })
    .where('id', '=', id)
    .execute()
}
