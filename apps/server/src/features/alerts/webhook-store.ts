import type { webhookEvents, WebhookTry } from '@callboard/contract/alerts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type ListPage, mapItems, readListPage } from '../../db/list-page.ts'
import type { Database } from '../../db/schema.ts'

export type WebhookEvent = (typeof webhookEvents)[number]

/** Where an alert posts to; null for nowhere. */
export async function selectWebhookUrl(db: Kysely<Database>, alertId: string): Promise<string | null> {
  const row = await db.selectFrom('alert').where('id', '=', alertId).select('webhook_url').executeTakeFirst()
  return row?.webhook_url ?? null
}

/** Once for each beginning and end. */
export async function insertPost(
  db: Kysely<Database>,
  post: { alertId: string; episodeId: string | null; event: WebhookEvent; body: string },
): Promise<void> {
  await db
    .insertInto('alert_post')
    .values({ alert_id: post.alertId, episode_id: post.episodeId, event: post.event, body: post.body })
    .execute()
}

export interface ClaimedPost {
  id: string
  body: string
  tries: number
  url: string | null
  secret: string | null
}

/** Claims the next that may be tried. It is tried again if nothing is heard of this try for so long. */
export async function claimPost(
  db: Kysely<Database>,
  { now, againAt }: { now: Date; againAt: (tries: number) => Date },
): Promise<ClaimedPost | undefined> {
  return await db.transaction().execute(async (transaction) => {
    const found = await transaction
      .selectFrom('alert_post')
      .where('state', '=', 'waiting')
      .where('not_before', '<=', now)
      .orderBy('not_before')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .select(['id', 'alert_id', 'body', 'tries'])
      .executeTakeFirst()
    if (found === undefined) return undefined
    const tries = found.tries + 1
    await transaction
      .updateTable('alert_post')
      .set({ tries, not_before: againAt(tries) })
      .where('id', '=', found.id)
      .execute()
    const alert = await transaction
      .selectFrom('alert')
      .where('id', '=', found.alert_id)
      .where('is_deleted', '=', false)
      .select(['webhook_url as url', 'webhook_secret as secret'])
      .executeTakeFirst()
    return { id: found.id, body: found.body, tries, url: alert?.url ?? null, secret: alert?.secret ?? null }
  })
}

export interface Outcome {
  state: 'waiting' | 'sent' | 'failed'
  status: number | null
  answer: string | null
  error: string | null
}

export async function recordTry(
  transaction: Transaction<Database>,
  { id, state, ...tried }: Outcome & { id: string },
): Promise<void> {
  await transaction.updateTable('alert_post').set({ state }).where('id', '=', id).execute()
  await transaction
    .insertInto('alert_post_try')
    .values({ post_id: id, ...tried })
    .execute()
}

/** The newest first. */
export async function selectTries(
  db: Kysely<Database>,
  alertId: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<ListPage<WebhookTry>> {
  const query = db
    .selectFrom('alert_post_try')
    .innerJoin('alert_post', 'alert_post.id', 'alert_post_try.post_id')
    .where('alert_id', '=', alertId)
    .select(['alert_post_try.id', 'post_id as postId', 'event', 'at', 'status', 'answer', 'error', 'state'])
  const asked = { page, pageSize, desc: true, activeOnly: false }
  const by = { order: sql`at`, tie: sql`alert_post_try.id`, isNeverNull: true }
  return mapItems(await readListPage(query, asked, by), (row) => ({ ...row, at: row.at.toISOString() }))
}
