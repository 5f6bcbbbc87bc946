import { sql, type Kysely } from 'kysely'
import { maySignIn } from '../../access/store.ts'
import { deliveryFailedLately, mailFailedLately } from '../../db/failed-lately.ts'
import type { Database } from '../../db/schema.ts'

interface Counts {
  active: number
  never_signed_in: number
  signed_in_today: number
  roles: number
  customers: number
  entities: number
  entity_groups: number
  reports: number
  report_sets: number
  report_groups: number
  api_keys: number
  failed_deliveries: number
  mails_waiting: number
  mails_failed: number
  stopped_addresses: number
  quarantined: number
}

export async function selectCounts(
  db: Kysely<Database>,
  { dayBefore }: { dayBefore: Date },
): Promise<Counts> {
  const { rows } = await sql<Counts>`
    SELECT
      count(*) AS active,
      count(*) FILTER (WHERE last_login_at IS NULL) AS never_signed_in,
      count(*) FILTER (WHERE last_login_at > ${dayBefore}) AS signed_in_today,
      (SELECT count(*) FROM role WHERE is_active) AS roles,
      (SELECT count(*) FROM customer WHERE is_active) AS customers,
      (SELECT count(*) FROM entity WHERE is_active) AS entities,
      (SELECT count(*) FROM entity_group WHERE is_active) AS entity_groups,
      (SELECT count(*) FROM report WHERE is_active AND NOT is_dashboard_part) AS reports,
      (SELECT count(*) FROM report_set WHERE is_active) AS report_sets,
      (SELECT count(*) FROM report_group WHERE is_active) AS report_groups,
      (SELECT count(*) FROM api_key JOIN customer ON customer.id = api_key.customer_id AND customer.is_active
        WHERE api_key.is_active AND (expires_at IS NULL OR expires_at > now())) AS api_keys,
      (SELECT count(*) FROM delivery LEFT JOIN mail ON mail.delivery_id = delivery.id
        WHERE ${deliveryFailedLately}) AS failed_deliveries,
      (SELECT count(*) FROM mail WHERE status = 'waiting') AS mails_waiting,
      (SELECT count(*) FROM mail WHERE ${mailFailedLately}) AS mails_failed,
      (SELECT count(*) FROM mail_address WHERE stopped_at IS NOT NULL) AS stopped_addresses,
      (SELECT count(*) FROM quarantine) AS quarantined
    FROM app_user WHERE ${maySignIn}`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('the counts have no row')
  return counts
}

/** From the table of the job queue: jobs that failed and are not tried again. */
export async function selectFailedJobs(db: Kysely<Database>) {
  const { rows } = await sql<{ name: string; count: number }>`
    SELECT name, count(*) AS count FROM pgboss.job WHERE state = 'failed' GROUP BY name ORDER BY name`.execute(
    db,
  )
  return rows
}

/** How far the recalculation of returned calls is; undefined when it is done. */
export async function selectRecalculation(db: Kysely<Database>) {
  return await db
    .selectFrom('returned_recalculation')
    .where('is_finished', '=', false)
    .select(['calls_done as callsDone', 'calls_total as callsTotal'])
    .executeTakeFirst()
}

/** Since when the bounce mailbox cannot be read, and why; undefined when it can. */
export async function selectMailboxError(
  db: Kysely<Database>,
): Promise<{ error: string; since: Date } | undefined> {
  return await db
    .selectFrom('bounce_mailbox')
    .where('failing_since', 'is not', null)
    .select(['last_error as error', 'failing_since as since'])
    .$narrowType<{ error: string; since: Date }>()
    .executeTakeFirst()
}

/** Who played more originals than usual within an hour since then, and how many at most. */
export async function selectUnusualListening(
  db: Kysely<Database>,
  { since, usual }: { since: Date; usual: number },
) {
  const { rows } = await sql<{ userName: string; originals: number }>`
    SELECT user_name AS "userName", max(within_hour) AS originals
      FROM (SELECT user_id, count(*) OVER (PARTITION BY user_id ORDER BY at
            RANGE BETWEEN interval '1 hour' PRECEDING AND CURRENT ROW) AS within_hour
          FROM recording_use WHERE at > ${since} AND NOT is_redacted AND kind <> 'data') AS listening
        JOIN app_user ON app_user.id = user_id
      WHERE within_hour > ${usual}
      GROUP BY user_name ORDER BY originals DESC, user_name`.execute(db)
  return rows
}

/** How many recordings wait for the storage, and for what the last one that was tried does; undefined when none does. */
export async function selectWaitingRecordings(
  db: Kysely<Database>,
): Promise<{ count: number; why: string } | undefined> {
  const { rows } = await sql<{ count: number; why: string }>`
    SELECT count(*) OVER () AS count, coalesce(error, '') AS why FROM recording
      WHERE redaction_status = 'pending' AND tried_at IS NOT NULL ORDER BY tried_at DESC LIMIT 1`.execute(db)
  return rows[0]
}

/** What the check of the stored calls found, of all customers. */
export async function selectDamagedCalls(db: Kysely<Database>) {
  return await db
    .selectFrom('call_damage')
    .groupBy('kind')
    .orderBy('kind')
    .select(['kind', sql<number>`sum(count)::bigint`.as('count')])
    .execute()
}

/** Recordings whose files were found to be wrong, those of the newest calls. */
export async function selectDamagedRecordings(db: Kysely<Database>, limit: number) {
  const { rows } = await sql<{ id: string; callStartedAt: Date; damage: string; count: number }>`
    SELECT id, call_started_at AS "callStartedAt", damage, count(*) OVER () AS count FROM recording
      WHERE damage IS NOT NULL ORDER BY call_started_at DESC, id LIMIT ${limit}`.execute(db)
  return {
    count: rows[0]?.count ?? 0,
    items: rows.map(({ id, callStartedAt, damage }) => ({
      id,
      callStartedAt: callStartedAt.toISOString(),
      damage,
    })),
  }
}
