import type {
  DeliveryStatus,
  deliveryCauses,
  deliverySorts,
  deliveryStatuses,
} from '@callboard/contract/subscriptions'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { fullName } from '../../db/records/full-name.ts'
import { deliveryFailedLately } from '../../db/failed-lately.ts'
import { countRows, containing, type ListAsked, readListPage } from '../../db/records/list-page.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { whereGiven } from '../../db/records/where-given.ts'
import type { WaitingRows } from '../../db/waiting-rows.ts'

/** A user or an outside address. */
export interface RecipientKey {
  userId: string | null
  email: string | null
}

/** Without one, what is rendered lies in the outbox. */
export interface MailServer {
  hasMailServer: boolean
}

/** Of the tables `delivery` and `mail`: once it is mailed, what became of it is what became of its mail. */
export function deliveryStatus({ hasMailServer }: MailServer): RawBuilder<DeliveryStatus> {
  return sql<DeliveryStatus>`(CASE
    WHEN delivery.status <> 'mailed' THEN delivery.status
    WHEN mail.status = 'waiting' THEN ${hasMailServer ? 'waiting' : 'outbox'}
    ELSE coalesce(mail.status, 'uncertain') END)`
}

const bySeverity = [
  'failed',
  'uncertain',
  'skipped',
  'waiting',
  'rendering',
  'sending',
  'outbox',
  'sent',
] as const satisfies readonly (typeof deliveryStatuses)[number][]

/** The smaller, the more it asks for somebody. */
export function severity(server: MailServer): RawBuilder<number> {
  return sql<number>`array_position(${[...bySeverity]}::text[], ${deliveryStatus(server)})`
}

const recipientName = sql<string>`coalesce(${fullName('reader')}, delivery.email)`

function deliveries(db: Db, server: MailServer) {
  return db
    .selectFrom('delivery')
    .innerJoin('subscription_run', 'subscription_run.id', 'delivery.run_id')
    .innerJoin('subscription', 'subscription.id', 'delivery.subscription_id')
    .innerJoin('saved_report', 'saved_report.id', 'subscription.saved_report_id')
    .innerJoin('app_user as owner', 'owner.id', 'subscription.user_id')
    .leftJoin('app_user as reader', 'reader.id', 'delivery.user_id')
    .leftJoin('mail', 'mail.delivery_id', 'delivery.id')
    .select(['delivery.id', 'delivery.subscription_id as subscriptionId', 'saved_report_id as savedReportId'])
    .select(['subscription.name as subscriptionName', 'saved_report.name as savedReportName'])
    .select([
      fullName('owner').as('ownerName'),
      'subscription.user_id as ownerId',
      'due_at as dueAt',
      'cause',
    ])
    .select(['saved_report.user_id as savedReportOwnerId', 'delivery.user_id as userId', 'delivery.email'])
    .select([recipientName.as('recipientName'), deliveryStatus(server).as('status')])
    .select(sql<string | null>`nullif(concat_ws(' ', delivery.reason, mail.last_error), '')`.as('reason'))
    .select(sql<number>`coalesce(mail.tries, delivery.attempts)`.as('tries'))
    .select(['row_count as rowCount', 'files', 'mail.subject', 'mail.sent_at as sentAt', 'mail.id as mailId'])
    .select(['subscription.is_deleted as isSubscriptionDeleted', 'scope_fingerprint as scopeFingerprint'])
}

export type DeliveryRow = NonNullable<Awaited<ReturnType<typeof selectDelivery>>>

export async function selectDelivery(
  db: Db,
  server: MailServer,
  { id, savedReportId }: { id: string; savedReportId: string },
) {
  return await deliveries(db, server)
    .where('delivery.id', '=', id)
    .where('saved_report_id', '=', savedReportId)
    .executeTakeFirst()
}

interface DeliverySearch {
  page: number
  pageSize: number
  savedReportId: string
  /** Who owns the subscription or got it; undefined for all. */
  ofUser: string | undefined
  subscriptionId: string | undefined
  status: DeliveryStatus | undefined
}

/** The newest first. */
export async function selectDeliveries(db: Db, server: MailServer, search: DeliverySearch) {
  const query = deliveries(db, server)
    .where('saved_report_id', '=', search.savedReportId)
    .$call(whereGiven(search.subscriptionId, (all, id) => all.where('delivery.subscription_id', '=', id)))
    .$call(whereGiven(search.status, (all, status) => all.where(deliveryStatus(server), '=', status)))
    .$call(
      whereGiven(search.ofUser, (all, userId) =>
        all.where((where) =>
          where.or([where('subscription.user_id', '=', userId), where('delivery.user_id', '=', userId)]),
        ),
      ),
    )
  const asked = { ...search, desc: true }
  const id = sql`delivery.id`
  return await readListPage(query, asked, { order: id, tie: id, isNeverNull: true })
}

type Sort = (typeof deliverySorts)[number]

export interface AllDeliveriesSearch extends ListAsked {
  sort?: Sort
  status?: DeliveryStatus | 'failedLately' | undefined
  cause?: (typeof deliveryCauses)[number] | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Of everybody: failures first, then the newest, unless they are sorted otherwise. */
export async function searchDeliveries(db: Db, server: MailServer, search: AllDeliveriesSearch) {
  const text = sql`concat_ws(' ', ${recipientName}, reader.email, subscription.name, saved_report.name, mail.subject)`
  const query = deliveries(db, server)
    .$call(
      whereGiven(search.status, (all, status) =>
        status === 'failedLately'
          ? all.where(deliveryFailedLately)
          : all.where(deliveryStatus(server), '=', status),
      ),
    )
    .$call(whereGiven(search.cause, (all, cause) => all.where('cause', '=', cause)))
    .$call(whereGiven(search.from, (all, from) => all.where('due_at', '>=', new Date(from))))
    .$call(whereGiven(search.to, (all, to) => all.where('due_at', '<', new Date(to))))
    .$call(whereGiven(search.keyword, (all, word) => all.where(text, 'ilike', containing(word))))
  const id = sql`delivery.id`
  if (search.sort === undefined) {
    const order = sql`ROW(${deliveryStatus(server)} IN ('failed', 'uncertain'), delivery.id)`
    return await readListPage(query, { ...search, desc: true }, { order, tie: id, isNeverNull: true })
  }
  const orders = {
    dueAt: sql`due_at`,
    status: severity(server),
    recipient: sql`lower(${recipientName})`,
    subscriptionName: sql`lower(subscription.name)`,
  } as const satisfies Record<Sort, RawBuilder<unknown>>
  return await readListPage(query, search, { order: orders[search.sort], tie: id })
}

/** By the local day of their due times, from a day on. */
export async function countDeliveries(
  db: Db,
  server: MailServer,
  { since, timeZone }: { since: string; timeZone: string },
) {
  const day = sql<string>`to_char(due_at AT TIME ZONE ${timeZone}, 'YYYY-MM-DD')`
  return await db
    .selectFrom('delivery')
    .innerJoin('subscription_run', 'subscription_run.id', 'delivery.run_id')
    .leftJoin('mail', 'mail.delivery_id', 'delivery.id')
    .where('due_at', '>=', new Date(since))
    .select([day.as('day'), deliveryStatus(server).as('status'), sql<number>`count(*)`.as('count')])
    .groupBy([sql`1`, sql`2`])
    .execute()
}

export async function selectMail(db: Db, id: string) {
  return await db
    .selectFrom('mail')
    .where('id', '=', id)
    .select(['subject', 'body_text as text', 'body_html as html', 'attachments'])
    .executeTakeFirst()
}

export interface NewRun {
  subscriptionId: string
  dueAt: Date
  cause: (typeof deliveryCauses)[number]
  /** Who asked by hand. */
  askedBy?: string
  /** All who are on the list, unless it is one alone. */
  only?: RecipientKey
  /** Nothing is sent, for this reason. */
  skippedAs?: string
}

/**
 * A run with a delivery for each of its recipients, who have not unsubscribed; answers how many they are, 0 for a due
 * time that was planned before.
 */
export async function insertRun(transaction: Transaction, run: NewRun): Promise<number> {
  const inserted = await transaction
    .insertInto('subscription_run')
    .values({
      subscription_id: run.subscriptionId,
      due_at: run.dueAt,
      cause: run.cause,
      asked_by: run.askedBy ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted === undefined) return 0
  const { rows } = await sql`
    INSERT INTO delivery (run_id, subscription_id, user_id, email, status, reason, ended_at)
      SELECT ${inserted.id}::uuid, ${run.subscriptionId}::uuid, person.user_id, person.email,
          CASE WHEN person.reason IS NULL THEN 'waiting' ELSE 'skipped' END, person.reason,
          CASE WHEN person.reason IS NULL THEN NULL ELSE now() END
        FROM (${run.only === undefined ? listed(run) : one(run.only, run)}) AS person
      RETURNING 1`.execute(transaction)
  return rows.length
}

const cameBack = 'Emails to this address bounced too often.'

function listed({ subscriptionId, skippedAs }: NewRun) {
  return sql`SELECT one.user_id, one.email,
      coalesce(${skippedAs ?? null}::text, CASE WHEN stopped.email IS NULL THEN NULL ELSE ${cameBack} END) AS reason
    FROM subscription_recipient AS one
      LEFT JOIN app_user ON app_user.id = one.user_id
      LEFT JOIN mail_address AS stopped
        ON stopped.email = lower(coalesce(one.email, app_user.email)) AND stopped.stopped_at IS NOT NULL
    WHERE one.subscription_id = ${subscriptionId} AND NOT one.is_removed AND one.unsubscribed_at IS NULL
    ORDER BY one.id`
}

function one({ userId, email }: RecipientKey, { skippedAs }: NewRun) {
  return sql`SELECT ${userId}::uuid AS user_id, ${email}::text AS email, ${skippedAs ?? null}::text AS reason`
}

type CauseByHand = 'run' | 'test' | 'resend'

interface AskedByHand {
  subscriptionId: string
  cause: CauseByHand
  /** For one alone; for anybody unless given. */
  recipient?: RecipientKey
}

function deliveriesByHand(db: Db, { subscriptionId, cause, recipient }: AskedByHand) {
  return db
    .selectFrom('delivery')
    .innerJoin('subscription_run', 'subscription_run.id', 'delivery.run_id')
    .where('delivery.subscription_id', '=', subscriptionId)
    .where('cause', '=', cause)
    .$call(whereGiven(recipient, (all, key) => all.where(isFor(key))))
}

/** Runs that were asked for by hand since a moment. */
export async function countRunsByHand(
  db: Db,
  { since, ...asked }: AskedByHand & { since: Date },
): Promise<number> {
  const { count } = await deliveriesByHand(db, asked)
    .where('subscription_run.created_at', '>=', since)
    .select(sql<number>`count(DISTINCT run_id)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** What a user has sent once since a moment. */
export async function countSentOnce(
  db: Db,
  { userId, since }: { userId: string; since: Date },
): Promise<number> {
  return await countRows(
    db
      .selectFrom('subscription')
      .innerJoin('subscription_run', 'subscription_run.subscription_id', 'subscription.id')
      .where('user_id', '=', userId)
      .where(sql<SqlBool>`schedule ->> 'frequency' = 'once'`)
      .where('cause', '=', 'schedule')
      .where('subscription_run.created_at', '>=', since),
  )
}

/** Whether some of it is not rendered yet. */
export async function hasOpenRun(db: Db, asked: AskedByHand): Promise<boolean> {
  const open = await deliveriesByHand(db, asked)
    .where('delivery.status', 'in', ['waiting', 'rendering'])
    .select('delivery.id')
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** The id of the newest. */
export async function selectLastDelivery(db: Db, asked: AskedByHand): Promise<string> {
  const { id } = await deliveriesByHand(db, asked)
    .select('delivery.id')
    .orderBy('delivery.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

function isFor({ userId, email }: RecipientKey): RawBuilder<SqlBool> {
  return sql<SqlBool>`(delivery.user_id = ${userId}::uuid OR delivery.email = ${email}::text)`
}

/** Ends what of a subscription waits to be rendered or sent: for one recipient, or for all. */
export async function updateWaitingToSkipped(
  transaction: Transaction,
  { subscriptionId, recipient, reason }: { subscriptionId: string; recipient?: RecipientKey; reason: string },
): Promise<void> {
  const isMeant = recipient === undefined ? sql<SqlBool>`true` : isFor(recipient)
  await sql`WITH withdrawn AS (
      DELETE FROM mail USING delivery
        WHERE mail.delivery_id = delivery.id AND mail.status = 'waiting'
          AND delivery.subscription_id = ${subscriptionId} AND ${isMeant}
        RETURNING delivery_id)
    UPDATE delivery SET status = 'skipped', reason = ${reason}, ended_at = now()
      WHERE subscription_id = ${subscriptionId} AND ${isMeant}
        AND (status IN ('waiting', 'rendering') OR id IN (SELECT delivery_id FROM withdrawn))`.execute(
    transaction,
  )
}

/** For the administration dashboard. */
export const failedDeliveryCount = sql<number>`(
  SELECT count(*) FROM delivery LEFT JOIN mail ON mail.delivery_id = delivery.id WHERE ${deliveryFailedLately})`

/** Deliveries that are due, or will be tried again. */
export const waitingDeliveries: WaitingRows = {
  name: 'deliveries',
  title: 'Deliveries of reports',
  from: sql`delivery WHERE status IN ('waiting', 'rendering')`,
  since: sql<Date>`coalesce(not_before, created_at)`,
}
