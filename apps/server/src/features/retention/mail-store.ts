import { type RawBuilder, sql } from 'kysely'
import type { Db, Transaction } from '../../db/tables/schema.ts'

export interface Found {
  count: number
  oldest: Date | null
  newest: Date | null
}

/** Of the table `mail`: it was sent, or it has failed, and nothing rests on it. */
function isOver(before: Date): RawBuilder<boolean> {
  return sql`(mail.status NOT IN ('waiting', 'sending') AND coalesce(mail.sent_at, mail.created_at) < ${before}
    AND NOT ${endsNoStreak})`
}

/** The last mail to an address says whether one that is taken ends the streak of those that came back. */
const endsNoStreak = sql`(
  EXISTS (SELECT FROM mail_address WHERE email = lower(mail.recipient) AND stopped_at IS NULL)
  AND NOT EXISTS (SELECT FROM mail AS later WHERE lower(later.recipient) = lower(mail.recipient) AND later.id > mail.id))`

/** Of a due time that is to come nothing is deleted, so that none comes twice. */
function oldRuns(before: Date) {
  return sql`subscription_run AS run JOIN subscription ON subscription.id = run.subscription_id
    WHERE run.created_at < ${before} AND (next_run_at IS NULL OR due_at < next_run_at)
      AND NOT EXISTS (SELECT FROM delivery LEFT JOIN mail ON mail.delivery_id = delivery.id
        WHERE delivery.run_id = run.id
          AND (delivery.status IN ('waiting', 'rendering') OR (mail.id IS NOT NULL AND NOT ${isOver(before)})))`
}

/** Those of deliveries go with their runs. */
function oldMails(before: Date) {
  return sql`mail WHERE delivery_id IS NULL AND ${isOver(before)}`
}

function oldEpisodes(before: Date) {
  return sql`alert_episode WHERE ended_at < ${before}
    AND NOT EXISTS (SELECT FROM alert_post WHERE episode_id = alert_episode.id AND state = 'waiting')`
}

/** Those of episodes go with them. */
function oldTests(before: Date) {
  return sql`alert_post WHERE episode_id IS NULL AND state <> 'waiting' AND created_at < ${before}`
}

/** Mails, deliveries, and what alerts told, that are older. */
export async function selectOldMails(db: Db, before: Date): Promise<Found> {
  const { rows } = await sql<Found>`SELECT count(*) AS count, min(at) AS oldest, max(at) AS newest FROM (
      SELECT created_at AS at FROM ${oldMails(before)}
      UNION ALL SELECT created_at FROM delivery WHERE run_id IN (SELECT run.id FROM ${oldRuns(before)})
      UNION ALL SELECT ended_at FROM ${oldEpisodes(before)}
      UNION ALL SELECT created_at FROM ${oldTests(before)}) AS old`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('the count has no row')
  return found
}

/** Deletes so many of each at most; answers when those were, none when nothing is left. Their files are swept. */
export async function deleteOldMails(
  transaction: Transaction,
  { before, limit }: { before: Date; limit: number },
): Promise<Date[]> {
  const some = sql`ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED`
  const mails = sql<{ at: Date }>`DELETE FROM mail WHERE id IN (SELECT id FROM ${oldMails(before)} ${some})
    RETURNING created_at AS at`
  const episodes = await sql<{ id: string }>`SELECT id FROM ${oldEpisodes(before)} ${some}`.execute(
    transaction,
  )
  const tests = await sql<{ id: string }>`SELECT id FROM ${oldTests(before)} ${some}`.execute(transaction)
  return [
    ...(await mails.execute(transaction)).rows.map(({ at }) => at),
    ...(await deleteRuns(transaction, await lockOldRuns(transaction, { before, limit }))),
    ...(await deleteEpisodes(transaction, { episodes: idsOf(episodes), tests: idsOf(tests) })),
  ]
}

/** As a change of the setting by which they were, as they are of no customer. */
export async function recordMailsDeleted(
  transaction: Transaction,
  { count, oldest, newest, keptDays }: { count: number; oldest: Date; newest: Date; keptDays: number },
): Promise<void> {
  const to = JSON.stringify({ count, from: oldest, to: newest, keptDays })
  await sql`SELECT write_change('setting', md5('setting:keepMailsDays')::uuid::text, 'keepMailsDays', 'update',
    jsonb_build_array(jsonb_build_object('field', 'deleted_mails', 'from', NULL, 'to', ${to}::jsonb)))`.execute(
    transaction,
  )
}

function idsOf({ rows }: { rows: { id: string }[] }): string[] {
  return rows.map(({ id }) => id)
}

/** Nobody has a mail of them sent again until the transaction ends. */
async function lockOldRuns(
  transaction: Transaction,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const runs = await sql<{ id: string }>`SELECT run.id FROM ${oldRuns(before)}
    ORDER BY run.id LIMIT ${limit} FOR UPDATE OF run SKIP LOCKED`.execute(transaction)
  const mails = await transaction
    .selectFrom('mail')
    .innerJoin('delivery', 'delivery.id', 'mail.delivery_id')
    .where('run_id', '=', sql<string>`ANY(${idsOf(runs)}::uuid[])`)
    .select(['run_id as runId', 'mail.status'])
    .forUpdate('mail')
    .execute()
  const open = new Set(mails.filter(({ status }) => isOpen.has(status)).map(({ runId }) => runId))
  return idsOf(runs).filter((id) => !open.has(id))
}

const isOpen: ReadonlySet<string> = new Set(['waiting', 'sending'])

async function deleteRuns(transaction: Transaction, ids: readonly string[]): Promise<Date[]> {
  const ofRun = sql`run_id = ANY(${[...ids]}::uuid[])`
  await sql`DELETE FROM mail USING delivery WHERE mail.delivery_id = delivery.id AND ${ofRun}`.execute(
    transaction,
  )
  const { rows } = await sql<{
    at: Date
  }>`DELETE FROM delivery WHERE ${ofRun} RETURNING created_at AS at`.execute(transaction)
  await sql`DELETE FROM subscription_run WHERE id = ANY(${[...ids]}::uuid[])`.execute(transaction)
  return rows.map(({ at }) => at)
}

async function deleteEpisodes(
  transaction: Transaction,
  { episodes, tests }: { episodes: readonly string[]; tests: readonly string[] },
): Promise<Date[]> {
  const posts = sql`(episode_id = ANY(${[...episodes]}::uuid[]) OR alert_post.id = ANY(${[...tests]}::uuid[]))`
  await sql`DELETE FROM alert_post_try USING alert_post WHERE post_id = alert_post.id AND ${posts}`.execute(
    transaction,
  )
  const { rows } = await sql<{ at: Date }>`WITH posts AS (DELETE FROM alert_post WHERE ${posts} RETURNING *),
      ended AS (DELETE FROM alert_episode WHERE id = ANY(${[...episodes]}::uuid[]) RETURNING ended_at)
    SELECT ended_at AS at FROM ended UNION ALL SELECT created_at FROM posts WHERE episode_id IS NULL`.execute(
    transaction,
  )
  return rows.map(({ at }) => at)
}
