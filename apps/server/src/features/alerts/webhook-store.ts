import type { webhookEvents, WebhookForm, WebhookTry } from '@callboard/contract/alerts'
import { sql } from 'kysely'
import { type ListPage, mapItems, readListPage } from '../../db/records/list-page.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'

export type WebhookEvent = (typeof webhookEvents)[number]

/** The form of what an alert posts; undefined when it posts nothing. */
export async function selectWebhookForm(db: Db, alertId: string): Promise<WebhookForm | undefined> {
  const row = await db
    .selectFrom('alert')
    .where('id', '=', alertId)
    .where('webhook_url', 'is not', null)
    .select('webhook_form')
    .executeTakeFirst()
  return row?.webhook_form
}

/** Once for each beginning and end. */
export async function insertPost(
  db: Db,
  post: { alertId: string; episodeId: string | null; event: WebhookEvent; body: string },
): Promise<void> {
  await db
    .insertInto('alert_post')
    .values({ alert_id: post.alertId, episode_id: post.episodeId, event: post.event, body: post.body })
    .execute()
}

export type ClaimedPost = NonNullable<Awaited<ReturnType<typeof claimPost>>>

/** Tries of one host at once, of all processes together: a host that hangs holds up what goes to itself and nothing else. */
const triesOfHost = 2
/** A try that nothing was heard of for so long has ended with its process. */
const triedForMs = 60_000

/** Where a post goes now, with the port; empty for nowhere. */
const host = sql<string>`lower(split_part(coalesce(alert.webhook_url, ''), '/', 3))`

/** Claims the next that may be tried. It is tried again if nothing is heard of this try for so long. */
export async function claimPost(db: Db, { now, againAt }: { now: Date; againAt: (tries: number) => Date }) {
  return await db.transaction().execute(async (transaction) => {
    // One after the other, so that each sees what is under way.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('callboard.claim-alert-posts', 0))`.execute(
      transaction,
    )
    const busy = transaction
      .selectFrom('alert_post as other')
      .where('posting_to', 'is not', null)
      .where('posting_since', '>', new Date(now.getTime() - triedForMs))
      .groupBy('posting_to')
      .having(sql`count(*)`, '>=', triesOfHost)
      .select(sql<string>`posting_to`.as('host'))
    const found = await transaction
      .selectFrom('alert_post')
      .innerJoin('alert', 'alert.id', 'alert_post.alert_id')
      .where('state', '=', 'waiting')
      .where('not_before', '<=', now)
      .where(host, 'not in', busy)
      .orderBy('not_before')
      .orderBy('alert_post.id')
      .limit(1)
      .forUpdate('alert_post')
      .skipLocked()
      .select(['alert_post.id', 'body', 'tries', host.as('host'), 'alert.is_deleted as isDeleted'])
      .select(['webhook_url as url', 'webhook_secret as secret'])
      .executeTakeFirst()
    if (found === undefined) return undefined
    const { isDeleted, url, host: postingTo, ...post } = found
    const tries = post.tries + 1
    await transaction
      .updateTable('alert_post')
      .set({ tries, not_before: againAt(tries), posting_to: postingTo, posting_since: now })
      .where('id', '=', post.id)
      .execute()
    return { ...post, tries, url: isDeleted ? null : url }
  })
}

export type Outcome = Pick<WebhookTry, 'state' | 'status' | 'answer' | 'error'>

export async function recordTry(
  transaction: Transaction,
  { id, state, ...tried }: Outcome & { id: string },
): Promise<void> {
  const ended = { state, posting_to: null, posting_since: null }
  await transaction.updateTable('alert_post').set(ended).where('id', '=', id).execute()
  await transaction
    .insertInto('alert_post_try')
    .values({ post_id: id, ...tried })
    .execute()
}

/** The newest first. */
export async function selectTries(
  db: Db,
  alertId: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<ListPage<WebhookTry>> {
  const query = db
    .selectFrom('alert_post_try')
    .innerJoin('alert_post', 'alert_post.id', 'alert_post_try.post_id')
    .where('alert_id', '=', alertId)
    .select(['alert_post_try.id', 'post_id as postId', 'event', 'at', 'status', 'answer', 'error', 'state'])
  const asked = { page, pageSize, desc: true }
  const by = { order: sql`at`, tie: sql`alert_post_try.id`, isNeverNull: true }
  return mapItems(await readListPage(query, asked, by), (row) => ({ ...row, at: row.at.toISOString() }))
}
