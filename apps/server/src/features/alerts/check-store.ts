import type { AlertCondition } from '@callboard/contract/alerts'
import { sql } from 'kysely'
import { fullName } from '../../db/records/full-name.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'

export type DueAlert = NonNullable<Awaited<ReturnType<typeof claimDueAlert>>>

/** Claims the first alert that is due, and says when it is next; one that another process claims is left to it. */
export async function claimDueAlert(db: Db, { now, next }: { now: Date; next: Date }) {
  return await db
    .updateTable('alert')
    .set({ next_check_at: next })
    .where('id', '=', (where) =>
      where
        .selectFrom('alert as due')
        .where('due.is_active', '=', true)
        .where('due.is_deleted', '=', false)
        .where('due.next_check_at', '<=', now)
        .orderBy('due.next_check_at')
        .orderBy('due.id')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .select('due.id'),
    )
    .returning(['id', 'user_id as userId', 'name', 'condition', 'revision'])
    .returning((all) =>
      all
        .selectFrom('app_user as owner')
        .whereRef('owner.id', '=', 'alert.user_id')
        .select(fullName('owner').as('name'))
        .$asScalar()
        .$notNull()
        .as('ownerName'),
    )
    .executeTakeFirst()
}

export interface AlertPerson {
  /** Which the links of mails name. */
  id: string
  userId: string
  /** On the list, and has not unsubscribed. */
  isRecipient: boolean
  email: string | null
  /** Mails came back from the address too often. */
  isStopped: boolean
  firstName: string
  lastName: string
  userName: string
}

/** Over whose calls it is evaluated: whoever is notified, and the owner. */
export async function selectPeople(db: Db, alert: { id: string; userId: string }): Promise<AlertPerson[]> {
  const isRecipient = sql<boolean>`(is_recipient AND unsubscribed_at IS NULL)`
  return await db
    .selectFrom('alert_person')
    .innerJoin('app_user', 'app_user.id', 'alert_person.user_id')
    .where('alert_id', '=', alert.id)
    .where((where) => where.or([isRecipient, where('alert_person.user_id', '=', alert.userId)]))
    .select(['alert_person.id', 'alert_person.user_id as userId', isRecipient.as('isRecipient')])
    .select(['app_user.email', 'first_name as firstName', 'last_name as lastName', 'user_name as userName'])
    .select(
      sql<boolean>`EXISTS (SELECT FROM mail_address
        WHERE mail_address.email = lower(app_user.email) AND stopped_at IS NOT NULL)`.as('isStopped'),
    )
    .orderBy('alert_person.user_id')
    .execute()
}

/** Whether an alert is still what was evaluated, and was evaluated for no later moment; locked until the transaction ends. */
export async function lockEvaluated(
  transaction: Transaction,
  { id, revision, at }: { id: string; revision: number; at: Date },
): Promise<boolean> {
  const row = await transaction
    .selectFrom('alert')
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('is_active', '=', true)
    .where('is_deleted', '=', false)
    .where((where) => where.or([where('checked_at', 'is', null), where('checked_at', '<', at)]))
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function updateChecked(
  transaction: Transaction,
  { id, at }: { id: string; at: Date },
): Promise<void> {
  await transaction.updateTable('alert').set({ checked_at: at }).where('id', '=', id).execute()
}

interface PersonKey {
  alertId: string
  userId: string
}

/** Answers whether they are still notified. */
export async function updatePerson(
  transaction: Transaction,
  { alertId, userId, figure, reason }: PersonKey & { figure: number | null; reason: string | null },
): Promise<boolean> {
  const row = await transaction
    .updateTable('alert_person')
    .set({ last_figure: figure, reason })
    .where('alert_id', '=', alertId)
    .where('user_id', '=', userId)
    .returning(sql<boolean>`is_recipient AND unsubscribed_at IS NULL`.as('isNotified'))
    .executeTakeFirst()
  return row?.isNotified ?? false
}

export interface OpenEpisode {
  id: string
  userId: string
  beganAt: Date
  isNotified: boolean
}

/** What is on, by person. */
export async function selectOpenEpisodes(db: Db, alertId: string): Promise<ReadonlyMap<string, OpenEpisode>> {
  const rows = await db
    .selectFrom('alert_episode')
    .where('alert_id', '=', alertId)
    .where('ended_at', 'is', null)
    .select(['id', 'user_id as userId', 'began_at as beganAt', 'is_told as isNotified'])
    .execute()
  return new Map(rows.map((row) => [row.userId, row]))
}

export async function insertEpisode(
  transaction: Transaction,
  {
    alertId,
    userId,
    condition,
    at,
    figure,
    isNotified,
  }: PersonKey & { condition: AlertCondition; at: Date; figure: number | null; isNotified: boolean },
): Promise<string> {
  const row = await transaction
    .insertInto('alert_episode')
    .values({
      alert_id: alertId,
      user_id: userId,
      condition: JSON.stringify(condition),
      began_at: at,
      began_figure: figure,
      is_told: isNotified,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function updateEnded(
  transaction: Transaction,
  { id, at, figure, reason }: { id: string; at: Date; figure: number | null; reason: string | null },
): Promise<void> {
  await transaction
    .updateTable('alert_episode')
    // One that was evaluated for a moment before it began has no length.
    .set({ ended_at: sql`greatest(began_at, ${at})`, ended_figure: figure, end_reason: reason })
    .where('id', '=', id)
    .execute()
}
