import type { DeliveryState, WebhookDelivery } from '@callboard/contract/webhooks'
import { sql } from 'kysely'
import { z } from 'zod'
import { type ListPage, mapItems, readListPage } from '../../db/records/list-page.ts'
import { whereGiven } from '../../db/records/where-given.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import type { WaitingRows } from '../../db/waiting-rows.ts'
import { postPauseMinutes } from '../../lib/outside/signed-post.ts'
import { inPartsOf } from '../../lib/in-parts-of.ts'

const Noted = z.array(
  z.object({
    id: z.string(),
    customerId: z.string(),
    startedAt: z.string().transform((stored) => new Date(`${stored.replace(' ', 'T')}Z`)),
    isNew: z.boolean(),
  }),
)
/** A call that a change brought, or made another one. */
export type NotedCall = z.infer<typeof Noted>[number]

/** What was noted of changes up to a number, the oldest first. */
export async function selectNoted(db: Db, { to, limit }: { to: number; limit: number }) {
  const rows = await db
    .selectFrom('call_outbox')
    .where('number', '<=', to)
    .select(['id', 'number', 'calls'])
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ calls, ...row }) => ({ ...row, calls: Noted.parse(calls) }))
}

export interface PlannedDelivery {
  id: string
  webhookId: string
  event: WebhookDelivery['event']
  callId: string
  callStartedAt: Date
  number: number
}

const deliveriesPerStatement = 5000

/** Takes the place of what was noted. One that is there already was planned before a crash, or by another process. */
export async function insertPlanned(
  transaction: Transaction,
  { deliveries, notedIds }: { deliveries: readonly PlannedDelivery[]; notedIds: readonly number[] },
): Promise<void> {
  for (const some of inPartsOf(deliveriesPerStatement, deliveries)) {
    const part = JSON.stringify(some)
    await sql`INSERT INTO webhook_delivery (id, webhook_id, event, call_id, call_started_at, number)
      SELECT planned.id, webhook.id, event, "callId", "callStartedAt", number
        FROM jsonb_to_recordset(${part}::jsonb) AS planned (id uuid, "webhookId" uuid, event text, "callId" uuid,
          "callStartedAt" timestamptz, number bigint)
        JOIN webhook ON webhook.id = "webhookId"
      ON CONFLICT (id) DO NOTHING`.execute(transaction)
  }
  await transaction
    .deleteFrom('call_outbox')
    .where('id', '=', sql<number>`ANY(${[...notedIds]}::bigint[])`)
    .execute()
}

export interface ClaimedDelivery {
  id: string
  event: WebhookDelivery['event']
  callId: string
  callStartedAt: Date
  createdAt: Date
  tries: number
  number: number
}

/**
 * Claims what may be tried by now, each with its number of tries. Of a call only the earliest that waits, so that its events
 * come in their order. What nothing is heard of is tried again after the pause of so many tries.
 */
export async function claim(
  db: Db,
  { webhookId, now, limit }: { webhookId: string; now: Date; limit: number },
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`WITH due AS (
      SELECT id FROM webhook_delivery AS own
      WHERE webhook_id = ${webhookId} AND state = 'waiting' AND not_before <= ${now}
        AND NOT EXISTS (SELECT FROM webhook_delivery AS earlier WHERE earlier.webhook_id = own.webhook_id
          AND earlier.call_id = own.call_id AND earlier.state = 'waiting' AND earlier.number < own.number)
      ORDER BY not_before, number LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    UPDATE webhook_delivery SET tries = tries + 1,
      not_before = ${now}::timestamptz + make_interval(mins => coalesce((${[...postPauseMinutes]}::int[])[tries + 1], 1440))
    FROM due WHERE webhook_delivery.id = due.id
    RETURNING webhook_delivery.id, event, call_id AS "callId", call_started_at AS "callStartedAt",
      created_at AS "createdAt", tries, number`.execute(db)
  return rows.toSorted((one, other) => one.number - other.number)
}

interface LaneOfProcess {
  webhookId: string
  /** The process. */
  holder: string
}

/** Has a process post to a webhook, and no other one until then; false while another one does. */
export async function holdLane(
  db: Db,
  { webhookId, holder, now, until }: LaneOfProcess & { now: Date; until: Date },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO webhook_lane AS known (webhook_id, holder, held_until) VALUES (${webhookId}, ${holder}, ${until})
    ON CONFLICT (webhook_id) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
      WHERE known.holder = excluded.holder OR known.held_until <= ${now}
    RETURNING webhook_id`.execute(db)
  return rows.length > 0
}

export async function leaveLane(db: Db, { webhookId, holder }: LaneOfProcess): Promise<void> {
  await db
    .deleteFrom('webhook_lane')
    .where('webhook_id', '=', webhookId)
    .where('holder', '=', holder)
    .execute()
}

/** They were not tried. */
export async function release(db: Db, { ids, now }: { ids: readonly string[]; now: Date }): Promise<void> {
  await sql`UPDATE webhook_delivery SET tries = tries - 1, not_before = ${now}
    WHERE id = ANY(${[...ids]}::uuid[])`.execute(db)
}

export interface Outcome {
  id: string
  state: DeliveryState
  status: number | null
  answer: string | null
  error: string | null
}

export async function recordOutcomes(
  db: Db,
  { outcomes, at }: { outcomes: readonly Outcome[]; at: Date },
): Promise<void> {
  await sql`UPDATE webhook_delivery SET state = tried.state, status = tried.status, answer = tried.answer,
      error = tried.error, tried_at = ${at}
    FROM jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      AS tried (id uuid, state text, status integer, answer text, error text)
    WHERE webhook_delivery.id = tried.id`.execute(db)
}

export async function insertTest(
  db: Db,
  { webhookId, at, ...outcome }: Outcome & { webhookId: string; at: Date },
): Promise<void> {
  await db
    .insertInto('webhook_delivery')
    .values({ ...outcome, webhook_id: webhookId, event: 'test', number: 0, tries: 1, tried_at: at })
    .execute()
}

function allOf(db: Db, webhookId: string) {
  return db
    .selectFrom('webhook_delivery')
    .where('webhook_id', '=', webhookId)
    .select(['id', 'event', 'call_id as callId', 'call_started_at as callStartedAt'])
    .select(['created_at as createdAt', 'state', 'tries'])
    .select(['tried_at as triedAt', 'not_before as notBefore', 'status', 'answer', 'error'])
}

type DeliveryRow = NonNullable<Awaited<ReturnType<ReturnType<typeof allOf>['executeTakeFirst']>>>

/** As it is stored, which does not say whether its call is there. */
export interface StoredDelivery extends Omit<WebhookDelivery, 'isCallDeleted'> {
  /** Null of a test. */
  callStartedAt: Date | null
}

function deliveryOf({ notBefore, ...row }: DeliveryRow): StoredDelivery {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    triedAt: row.triedAt?.toISOString() ?? null,
    nextTryAt: row.state === 'waiting' ? notBefore.toISOString() : null,
  }
}

/** The newest first. */
export async function selectDeliveries(
  db: Db,
  webhookId: string,
  { page, pageSize, state }: { page: number; pageSize: number; state: DeliveryState | undefined },
): Promise<ListPage<StoredDelivery>> {
  const query = allOf(db, webhookId).$call(
    whereGiven(state, (all, wanted) => all.where('state', '=', wanted)),
  )
  const asked = { page, pageSize, desc: true }
  const by = { order: sql`created_at`, tie: sql`id`, isNeverNull: true }
  return mapItems(await readListPage(query, asked, by), deliveryOf)
}

export async function selectDelivery(
  db: Db,
  { webhookId, id }: { webhookId: string; id: string },
): Promise<StoredDelivery | undefined> {
  const row = await allOf(db, webhookId).where('id', '=', id).executeTakeFirst()
  return row && deliveryOf(row)
}

/** Has one that was sent or has failed wait again; false where it waits already. */
export async function updateToWaiting(db: Db, id: string): Promise<boolean> {
  const row = await db
    .updateTable('webhook_delivery')
    .set({ state: 'waiting', tries: 0, not_before: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '!=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const batchSize = 10_000

/** What waits stays. */
export async function deleteOldDeliveries(db: Db, before: Date): Promise<void> {
  for (;;) {
    const { rows } = await sql`WITH old AS (SELECT id FROM webhook_delivery
        WHERE state <> 'waiting' AND created_at < ${before} ORDER BY created_at LIMIT ${batchSize})
      DELETE FROM webhook_delivery USING old WHERE webhook_delivery.id = old.id RETURNING webhook_delivery.id`.execute(
      db,
    )
    if (rows.length < batchSize) return
  }
}

/** Posts that are to be made, or tried again. */
export const waitingPosts: WaitingRows = {
  name: 'webhook_posts',
  title: 'Posts of webhooks',
  from: sql`webhook_delivery WHERE state = 'waiting'`,
  since: sql<Date>`created_at`,
}
