import type { AlertRecipient } from '@callboard/contract/alerts'
import { sql } from 'kysely'
import { fullName } from '../../db/records/full-name.ts'
import { containing, type ListAsked, readListPage } from '../../db/records/list-page.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { whereGiven } from '../../db/records/where-given.ts'

/** Why nobody is notified at an address to which emails are no longer sent. */
export const stoppedReason = 'Emails to this address bounced too often.'

const recipients = sql<AlertRecipient[]>`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('userId', one.user_id, 'name', ${fullName('reader')},
      'state', CASE WHEN one.unsubscribed_at IS NOT NULL THEN 'unsubscribed'
        WHEN stopped.email IS NOT NULL THEN 'stopped' ELSE 'active' END,
      'reason', CASE WHEN one.unsubscribed_at IS NOT NULL THEN 'They unsubscribed.'
        WHEN stopped.email IS NOT NULL THEN ${stoppedReason} ELSE one.reason END)
      ORDER BY ${fullName('reader')}, one.user_id), '[]')
    FROM alert_person AS one JOIN app_user AS reader ON reader.id = one.user_id
      LEFT JOIN mail_address AS stopped
        ON stopped.email = lower(reader.email) AND stopped.stopped_at IS NOT NULL
    WHERE one.alert_id = alert.id AND one.is_recipient)`

/** Those that are not deleted, as a user sees them; for an admin all. The state is the user's own, else the owner's. */
function alerts(db: Db, { userId, isAdmin }: { userId: string; isAdmin: boolean }) {
  return db
    .selectFrom('alert')
    .innerJoin('app_user as owner', 'owner.id', 'alert.user_id')
    .leftJoin('alert_person as own', (join) =>
      join
        .onRef('own.alert_id', '=', 'alert.id')
        .on('own.user_id', '=', userId)
        .on('own.is_recipient', '=', true),
    )
    .leftJoin('alert_person as evaluated', (join) =>
      join
        .onRef('evaluated.alert_id', '=', 'alert.id')
        .on('evaluated.user_id', '=', sql<string>`coalesce(own.user_id, alert.user_id)`),
    )
    .leftJoin('alert_episode as episode', (join) =>
      join
        .onRef('episode.alert_id', '=', 'alert.id')
        .onRef('episode.user_id', '=', 'evaluated.user_id')
        .on('episode.ended_at', 'is', null),
    )
    .where('alert.is_deleted', '=', false)
    .$if(!isAdmin, (all) =>
      all.where((where) =>
        where.or([where('alert.user_id', '=', userId), where('own.user_id', 'is not', null)]),
      ),
    )
    .select(['alert.id', 'alert.name', 'alert.user_id as userId', fullName('owner').as('ownerName')])
    .select(['alert.condition', recipients.as('recipients'), 'alert.is_active as isActive'])
    .select(['alert.paused_reason as pausedReason', 'alert.checked_at as checkedAt'])
    .select(['evaluated.user_id as evaluatedUserId', 'evaluated.last_figure as lastFigure'])
    .select(['episode.began_at as since', 'alert.webhook_url as webhookUrl'])
    .select(['alert.webhook_form as webhookForm', 'alert.revision'])
}

export type AlertRow = Awaited<ReturnType<typeof selectAlerts>>['items'][number]

const orders = {
  name: sql`lower(alert.name)`,
  ownerName: sql`lower(${fullName('owner')})`,
  since: sql`episode.began_at`,
}

export async function selectAlerts(
  db: Db,
  caller: { userId: string; isAdmin: boolean },
  search: ListAsked & {
    sort?: keyof typeof orders
    isOn?: boolean | undefined
    as?: 'owner' | 'recipient' | undefined
  },
) {
  const query = alerts(db, caller)
    .$call(
      whereGiven(search.keyword, (all, text) =>
        all.where(sql`alert.name || ' ' || ${fullName('owner')}`, 'ilike', containing(text)),
      ),
    )
    .$if(search.activeOnly, (all) => all.where('alert.is_active', '=', true))
    .$call(
      whereGiven(search.isOn, (all, isOn) => all.where('episode.began_at', isOn ? 'is not' : 'is', null)),
    )
    .$if(search.as === 'owner', (all) => all.where('alert.user_id', '=', caller.userId))
    .$if(search.as === 'recipient', (all) => all.where('own.user_id', 'is not', null))
  return await readListPage(query, search, { order: orders[search.sort ?? 'name'], tie: sql`alert.id` })
}

export async function selectAlert(
  db: Db,
  caller: { userId: string; isAdmin: boolean },
  id: string,
): Promise<AlertRow | undefined> {
  return await alerts(db, caller).where('alert.id', '=', id).executeTakeFirst()
}

/** An alert that nobody else changes or evaluates until the transaction ends. */
export async function lockAlert(
  transaction: Transaction,
  { id, isDeleted = false }: { id: string; isDeleted?: boolean },
) {
  return await transaction
    .selectFrom('alert')
    .where('id', '=', id)
    .where('is_deleted', '=', isDeleted)
    .select(['id', 'user_id as userId', 'condition', 'is_active as isActive', 'revision'])
    .select('checked_at as checkedAt')
    .forUpdate()
    .executeTakeFirst()
}

/** Ends what is on for other reasons than the calls: nobody is notified of this. */
export async function endEpisodes(transaction: Transaction, alertId: string, reason: string): Promise<void> {
  await transaction
    .updateTable('alert_episode')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('alert_id', '=', alertId)
    .where('ended_at', 'is', null)
    .execute()
}

/** It is due now, and what was known of it is of another condition. */
export async function updateToUnchecked(transaction: Transaction, id: string): Promise<void> {
  await transaction
    .updateTable('alert')
    .set({ next_check_at: sql<Date>`now()`, checked_at: null })
    .where('id', '=', id)
    .execute()
  await transaction
    .updateTable('alert_person')
    .set({ last_figure: null, reason: null })
    .where('alert_id', '=', id)
    .execute()
}

/** The newest first; of one user if given. */
export async function selectHistory(
  db: Db,
  { alertId, ofUser }: { alertId: string; ofUser: string | undefined },
  { page, pageSize }: { page: number; pageSize: number },
) {
  const query = db
    .selectFrom('alert_episode')
    .innerJoin('app_user as reader', 'reader.id', 'alert_episode.user_id')
    .where('alert_id', '=', alertId)
    .$call(whereGiven(ofUser, (all, userId) => all.where('alert_episode.user_id', '=', userId)))
    .select(['alert_episode.id', 'alert_episode.user_id as userId', fullName('reader').as('userName')])
    .select(['condition', 'began_at as beganAt', 'ended_at as endedAt', 'end_reason as endReason'])
    .select(['began_figure as beganFigure', 'ended_figure as endedFigure', 'is_told as isNotified'])
  const by = { order: sql`began_at`, tie: sql`alert_episode.id`, isNeverNull: true }
  return await readListPage(query, { page, pageSize, desc: true }, by)
}
