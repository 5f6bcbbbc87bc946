import type { SubscriptionCondition } from '@callboard/contract/subscriptions'
import { sql, type UpdateObject } from 'kysely'
import type { Database, Db, Transaction } from '../../db/tables/schema.ts'

export type ClaimedDelivery = Awaited<ReturnType<typeof claimDeliveries>>[number]

/** What of a run waits to be rendered becomes this worker's, the oldest run first; empty when none waits. */
export async function claimDeliveries(db: Db, worker: string) {
  return await db.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('callboard.claim-deliveries', 0))`.execute(
      transaction,
    )
    const mayBegin = sql<boolean>`status = 'waiting' AND (not_before IS NULL OR not_before <= now())`
    return await transaction
      .updateTable('delivery')
      .set({ status: 'rendering', worker, beat_at: sql`now()`, attempts: sql`attempts + 1` })
      .where('run_id', '=', (where) =>
        where.selectFrom('delivery').where(mayBegin).orderBy('id').limit(1).select('run_id'),
      )
      .where(mayBegin)
      .returning(['id', 'run_id', 'user_id', 'email', 'attempts'])
      .execute()
  })
}

export type RunToRender = NonNullable<Awaited<ReturnType<typeof selectRun>>>

/** A run with its subscription. */
export async function selectRun(db: Db, id: string) {
  return await db
    .selectFrom('subscription_run')
    .innerJoin('subscription', 'subscription.id', 'subscription_run.subscription_id')
    .innerJoin('saved_report', 'saved_report.id', 'subscription.saved_report_id')
    .where('subscription_run.id', '=', id)
    .select(['subscription_run.id', 'subscription.id as subscriptionId', 'due_at as dueAt', 'cause'])
    .select(['subscription.name', 'subject', 'schedule', 'export_types as exportTypes'])
    .select(['subscription.user_id as ownerId', 'email_template_id as emailTemplateId'])
    .select(sql<SubscriptionCondition | null>`condition`.as('condition'))
    .select(['subscription.is_active as isActive', 'subscription.is_deleted as isDeleted'])
    .select(['saved_report_id as savedReportId', 'saved_report.is_deleted as isReportDeleted'])
    .executeTakeFirstOrThrow()
}

export interface OwnDelivery {
  id: string
  worker: string
}

/** Writes what became of a delivery; false when it is not this worker's any more, or was ended by somebody. */
export async function updateRendering(
  db: Db,
  { id, worker }: OwnDelivery,
  values: UpdateObject<Database, 'delivery'>,
): Promise<boolean> {
  const row = await db
    .updateTable('delivery')
    .set(values)
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('status', '=', 'rendering')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** It waits again, as if it had not been tried. */
export async function updateReleased(db: Db, own: OwnDelivery): Promise<void> {
  await updateRendering(db, own, { status: 'waiting', worker: null, attempts: sql`attempts - 1` })
}

/** Says that a worker is at these. */
export async function updateHeartbeats(
  db: Db,
  { worker, ids }: { worker: string; ids: readonly string[] },
): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ beat_at: sql`now()` })
    .where('id', '=', sql<string>`ANY(${[...ids]}::uuid[])`)
    .where('worker', '=', worker)
    .where('status', '=', 'rendering')
    .execute()
}

/** Somebody on the list of a subscription, or who was. */
export async function selectListed(
  db: Db,
  { subscriptionId, userId, email }: { subscriptionId: string; userId: string | null; email: string | null },
) {
  return await db
    .selectFrom('subscription_recipient')
    .where('subscription_id', '=', subscriptionId)
    .where(sql<boolean>`(user_id = ${userId}::uuid OR email = ${email}::text)`)
    .select(['id', 'is_removed as isRemoved', 'unsubscribed_at as unsubscribedAt'])
    .executeTakeFirst()
}

/** Whether mails came back from an address too often. */
export async function selectIsStopped(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('mail_address')
    .where('email', '=', sql<string>`lower(${email})`)
    .where('stopped_at', 'is not', null)
    .select('email')
    .executeTakeFirst()
  return row !== undefined
}

const isOpenMail = sql<boolean>`EXISTS (
  SELECT FROM mail WHERE mail.delivery_id = delivery.id AND mail.status IN ('waiting', 'sending'))`

/** Forgets where the files are of what ended before this, unless their mail has yet to be sent. */
export async function updateFilesDeleted(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('delivery')
    .set({
      files: sql`(SELECT jsonb_agg(file || '{"key": null}'::jsonb ORDER BY place)
        FROM jsonb_array_elements(files) WITH ORDINALITY AS one (file, place))`,
    })
    .where('ended_at', '<', before)
    .where(sql<boolean>`files @? '$[*].key ? (@ != null)'`)
    .where(sql<boolean>`NOT ${isOpenMail}`)
    .execute()
}

/**
 * Keys of the files that are kept: those of deliveries, and of mails that have yet to be sent or were written after this.
 * Also the workers that render, with which the keys of their files begin.
 */
export async function selectKept(
  db: Db,
  mailsSince: Date,
): Promise<{ keys: ReadonlySet<string>; workers: ReadonlySet<string> }> {
  const { rows } = await sql<{ key: string | null; worker: string | null }>`
    SELECT file ->> 'key' AS key, NULL::uuid AS worker FROM delivery, jsonb_array_elements(files) AS file
      WHERE file ->> 'key' IS NOT NULL
    UNION ALL SELECT file ->> 'key', NULL::uuid FROM mail, jsonb_array_elements(attachments) AS file
      WHERE status IN ('waiting', 'sending') OR created_at >= ${mailsSince}
    UNION ALL SELECT NULL::text, worker FROM delivery WHERE status = 'rendering'`.execute(db)
  return {
    keys: new Set(rows.flatMap(({ key }) => key ?? [])),
    workers: new Set(rows.flatMap(({ worker }) => worker ?? [])),
  }
}

export type WrittenFile = {
  name: string
  key: string
  bytes: number
  isAttached: boolean
}

/** What was rendered for a delivery. */
export interface Rendered {
  rowCount: number
  snapshot: number
  scopeFingerprint: string
  files: readonly WrittenFile[]
  /** What is not in the mail that should be, in a sentence. */
  reason: string | null
}

/** False when it is not this worker's any more. */
export async function updateMailed(
  transaction: Transaction,
  own: OwnDelivery,
  { rowCount, snapshot, scopeFingerprint, files, reason }: Rendered,
): Promise<boolean> {
  return await updateRendering(transaction, own, {
    status: 'mailed',
    reason,
    row_count: rowCount,
    snapshot,
    scope_fingerprint: scopeFingerprint,
    files: JSON.stringify(files),
    ended_at: sql`now()`,
    worker: null,
  })
}
