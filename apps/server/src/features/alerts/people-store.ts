import { sql } from 'kysely'
import { recordedRecipients } from '../../db/records/recorded-recipients.ts'
import { fullName } from '../../db/records/full-name.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'

/** Those on the list. */
export async function selectRecipientIds(db: Db, alertId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('alert_person')
    .where('alert_id', '=', alertId)
    .where('is_recipient', '=', true)
    .select('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}

/**
 * Puts these people in the place of all others. What was on for those who are no longer notified is over. Whoever was on the list
 * before and unsubscribed is unsubscribed again.
 */
export async function replacePeople(
  transaction: Transaction,
  alertId: string,
  { ownerId, recipientIds }: { ownerId: string; recipientIds: readonly string[] },
): Promise<void> {
  const people = [...new Set([ownerId, ...recipientIds])]
  await transaction
    .deleteFrom('alert_person')
    .where('alert_id', '=', alertId)
    .where('user_id', 'not in', people)
    .where('unsubscribed_at', 'is', null)
    .execute()
  await transaction
    .updateTable('alert_person')
    .set({ is_recipient: false })
    .where('alert_id', '=', alertId)
    .execute()
  await transaction
    .insertInto('alert_person')
    .values(
      people.map((userId) => ({
        alert_id: alertId,
        user_id: userId,
        is_recipient: recipientIds.includes(userId),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['alert_id', 'user_id'])
        .doUpdateSet((eb) => ({ is_recipient: eb.ref('excluded.is_recipient') })),
    )
    .execute()
  await transaction
    .updateTable('alert_episode')
    .set({ ended_at: sql`now()`, end_reason: 'They are no longer recipients.' })
    .where('alert_id', '=', alertId)
    .where('ended_at', 'is', null)
    .where('user_id', 'not in', people)
    .execute()
}

export const { selectRecordedRecipients, updateRecordedRecipients } = recordedRecipients(
  'alert',
  sql<string>`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', one.user_id,
      'name', ${fullName('reader')}
        || CASE WHEN one.unsubscribed_at IS NULL THEN '' ELSE ' (unsubscribed)' END) ORDER BY one.user_id), '[]')
    FROM alert_person AS one JOIN app_user AS reader ON reader.id = one.user_id
    WHERE one.alert_id = alert.id AND one.is_recipient)`,
)

/** As change tracking shows those of a new list. */
export async function selectNames(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return await db
    .selectFrom('app_user as reader')
    .where('reader.id', '=', sql<string>`ANY(${[...ids]}::uuid[])`)
    .select(['reader.id', fullName('reader').as('name')])
    .orderBy('reader.id')
    .execute()
}

/** Somebody on the list of an alert that is not deleted, by their own id, also when they are not any more, or by user. */
export async function selectRecipient(db: Db, by: { id: string } | { alertId: string; userId: string }) {
  return await db
    .selectFrom('alert_person')
    .innerJoin('alert', 'alert.id', 'alert_person.alert_id')
    .innerJoin('app_user', 'app_user.id', 'alert_person.user_id')
    .where('alert.is_deleted', '=', false)
    .$if('id' in by, (all) => all.where('alert_person.id', '=', 'id' in by ? by.id : ''))
    .$if('userId' in by, (all) =>
      all
        .where('alert_id', '=', 'userId' in by ? by.alertId : '')
        .where('alert_person.user_id', '=', 'userId' in by ? by.userId : '')
        .where('is_recipient', '=', true),
    )
    .select(['alert_person.id', 'alert_id as alertId', 'alert.name', 'alert_person.user_id as userId'])
    .select(['alert.user_id as ownerId', 'user_name as userName', 'app_user.email'])
    .select('unsubscribed_at as unsubscribedAt')
    .executeTakeFirst()
}

export async function updateUnsubscribed(
  transaction: Transaction,
  { id, at }: { id: string; at: Date | null },
): Promise<void> {
  await transaction.updateTable('alert_person').set({ unsubscribed_at: at }).where('id', '=', id).execute()
}

/** They are evaluated no more: what was on for them is over, and nobody is notified. */
export async function endEvaluation(
  transaction: Transaction,
  { alertId, userId, reason }: { alertId: string; userId: string; reason: string },
): Promise<void> {
  await transaction
    .updateTable('alert_episode')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('alert_id', '=', alertId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
  await transaction
    .updateTable('alert_person')
    .set({ last_figure: null, reason: null })
    .where('alert_id', '=', alertId)
    .where('user_id', '=', userId)
    .execute()
}
