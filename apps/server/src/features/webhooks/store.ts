import { maxCountedDeliveries, type searchWebhooks } from '@callboard/contract/webhooks'
import type { Body } from '@callboard/contract/endpoint'
import { sql } from 'kysely'
import { type SearchedRows, withState } from '../../db/records/find-records.ts'
import { recordStore } from '../../db/records/record-store.ts'
import { whereGiven } from '../../db/records/where-given.ts'
import { countRows } from '../../db/records/list-page.ts'
import type { Db } from '../../db/tables/schema.ts'

export type WebhookRow = NonNullable<Awaited<ReturnType<typeof webhooks.find>>>

const waiting = sql`FROM webhook_delivery WHERE webhook_id = webhook.id AND state = 'waiting'`

/** Without their secrets. */
function rows(db: Db) {
  return db
    .selectFrom('webhook')
    .leftJoin('customer', 'customer.id', 'webhook.customer_id')
    .select(['webhook.id', 'webhook.name', 'customer_id as customerId', 'customer.name as customerName'])
    .select(['url', 'events', 'filters', 'webhook.is_active as isActive', 'paused_reason as pausedReason'])
    .select(['failing_since as failingSince', 'webhook.created_at as createdAt', 'webhook.revision'])
    .select([
      sql<number>`(SELECT count(*) FROM (SELECT ${waiting} LIMIT ${maxCountedDeliveries}) AS first)`.as(
        'waiting',
      ),
      sql<Date | null>`(SELECT min(created_at) ${waiting})`.as('waitingSince'),
    ])
}

export const webhooks = recordStore({
  table: 'webhook',
  rows,
  text: sql`lower(webhook.name || ' ' || url || ' ' || coalesce(customer.name, ''))`,
  orders: {
    name: sql`lower(webhook.name)`,
    customerName: sql`lower(customer.name)`,
    createdAt: sql`webhook.created_at`,
  },
  narrow: (query, { customerId }: Body<typeof searchWebhooks>) =>
    query.$call(whereGiven(customerId, (all, id) => all.where('customer_id', '=', id))),
})

export const searched: SearchedRows = {
  from: sql`webhook WHERE true`,
  text: sql`lower(name || ' ' || url)`,
  subtitle: withState(sql`url`),
}

export async function countWebhooks(db: Db): Promise<number> {
  return await countRows(db.selectFrom('webhook'))
}

/** All that posting to a webhook takes. */
export type PostedWebhook = NonNullable<Awaited<ReturnType<typeof selectPosted>>>

export async function selectPosted(db: Db, id: string) {
  return await posted(db).where('id', '=', id).executeTakeFirst()
}

export async function selectActive(db: Db) {
  return await posted(db).where('is_active', '=', true).orderBy('id').execute()
}

/** Those that have something to be posted by now. */
export async function selectDue(db: Db, now: Date) {
  const due = sql<boolean>`EXISTS (SELECT ${waiting} AND not_before <= ${now})`
  return await posted(db).where('is_active', '=', true).where(due).orderBy('id').execute()
}

function posted(db: Db) {
  return db
    .selectFrom('webhook')
    .select(['id', 'name', 'customer_id as customerId', 'url', 'secret', 'events', 'filters'])
    .select(['is_active as isActive', 'failing_since as failingSince'])
}

/** Since when nothing is accepted: null from when something was. */
export async function updateFailingSince(
  db: Db,
  { id, since }: { id: string; since: Date | null },
): Promise<void> {
  await db.updateTable('webhook').set({ failing_since: since }).where('id', '=', id).execute()
}
