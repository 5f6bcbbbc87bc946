import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/tables/schema.ts'

export async function insertReminder(
  transaction: Transaction,
  callBackId: string,
  { at, by, byEmail }: { at: Date; by: string; byEmail: boolean },
): Promise<void> {
  await transaction
    .insertInto('call_back_reminder')
    .values({ call_back_id: callBackId, user_id: by, due_at: at, by_email: byEmail, notified_at: null })
    .execute()
}

/** `isNotified`: only one whose time has come. */
export async function deleteReminder(
  transaction: Transaction,
  callBackId: string,
  { isNotified = false } = {},
): Promise<void> {
  await transaction
    .deleteFrom('call_back_reminder')
    .where('call_back_id', '=', callBackId)
    .$if(isNotified, (all) => all.where('notified_at', 'is not', null))
    .execute()
}

function reminders(db: Db) {
  return db
    .selectFrom('call_back_reminder as reminder')
    .innerJoin('call_back', 'call_back.id', 'reminder.call_back_id')
}

const columns = ['call_back.customer_id as customerId', 'number', 'note', 'due_at as dueAt'] as const

/** Those whose time has come and of which nobody has been told yet, the oldest first. */
export async function selectDueReminders(db: Db, now: Date, limit: number) {
  return await reminders(db)
    .innerJoin('app_user', 'app_user.id', 'reminder.user_id')
    .where('due_at', '<=', now)
    .where('notified_at', 'is', null)
    .select(columns)
    .select(['call_back_id as id', 'reminder.user_id as userId', 'by_email as byEmail'])
    .select(sql<Date>`coalesce(later_to, due_at)`.as('laterTo'))
    .select(['app_user.email', 'first_name as firstName', 'last_name as lastName', 'user_name as userName'])
    .select(
      sql<boolean>`EXISTS (SELECT FROM mail_address
        WHERE mail_address.email = lower(app_user.email) AND stopped_at IS NOT NULL)`.as('isStopped'),
    )
    .orderBy('due_at')
    .orderBy('call_back_id')
    .limit(limit)
    .execute()
}
export type DueReminder = Awaited<ReturnType<typeof selectDueReminders>>[number]

/** Answers whether it was still to be told of, which it is to one process alone. */
export async function updateNotified(
  transaction: Transaction,
  { id, userId, dueAt }: Pick<DueReminder, 'id' | 'userId' | 'dueAt'>,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('call_back_reminder')
    .set({ notified_at: sql<Date>`clock_timestamp()` })
    .where('call_back_id', '=', id)
    .where('user_id', '=', userId)
    .where('due_at', '=', dueAt)
    .where('notified_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** One that is no longer wanted: the caller waits no more, or its user may not see them any more. */
export async function deleteDueReminder(
  transaction: Transaction,
  { id, userId, dueAt }: Pick<DueReminder, 'id' | 'userId' | 'dueAt'>,
): Promise<void> {
  await transaction
    .deleteFrom('call_back_reminder')
    .where('call_back_id', '=', id)
    .where('user_id', '=', userId)
    .where('due_at', '=', dueAt)
    .where('notified_at', 'is', null)
    .execute()
}

/** Those whose time has come and that their user has not seen, the oldest first. */
export async function selectReminders(db: Db, userId: string, limit: number) {
  return await reminders(db)
    .where('reminder.user_id', '=', userId)
    .where('notified_at', 'is not', null)
    .select(columns)
    .orderBy('due_at')
    .orderBy('call_back_id')
    .limit(limit)
    .execute()
}

/** Answers whether there was one. */
export async function deleteSeenReminder(
  transaction: Transaction,
  userId: string,
  { customerId, number }: { customerId: string; number: string },
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('call_back_reminder')
    .where('user_id', '=', userId)
    .where('notified_at', 'is not', null)
    .where('call_back_id', '=', (where) =>
      where
        .selectFrom('call_back')
        .where('customer_id', '=', customerId)
        .where('number', '=', number)
        .select('id'),
    )
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
