import type { CallBack, CallerKey } from '@callboard/contract/call-backs'
import { sql } from 'kysely'
import { fullName } from '../../db/records/full-name.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { deleteReminder, insertReminder } from './reminder-store.ts'

/** What people have said of these callers. Who took one for longer than now has them no more. */
export async function selectCallBacks(db: Db, callers: readonly CallerKey[]) {
  if (callers.length === 0) return []
  return await db
    .selectFrom('call_back')
    .leftJoin('app_user as taker', (join) =>
      join.onRef('taker.id', '=', 'call_back.taken_by').on('call_back.taken_until', '>', sql<Date>`now()`),
    )
    .leftJoin('app_user as actor', 'actor.id', 'call_back.acted_by')
    .where(
      sql<boolean>`(call_back.customer_id, call_back.number) IN (SELECT customer_id, number
        FROM jsonb_to_recordset(${JSON.stringify(
          callers.map(({ customerId, number }) => ({ customer_id: customerId, number })),
        )}::jsonb) AS asked (customer_id uuid, number text))`,
    )
    .select([
      'call_back.customer_id as customerId',
      'call_back.number',
      'call_back.taken_until as takenUntil',
    ])
    .select(['taker.id as takenBy', fullName('taker').as('takenByName')])
    .select([
      'action',
      'note',
      'acted_at as actedAt',
      'actor.id as actedBy',
      fullName('actor').as('actedByName'),
    ])
    .select(['remind_at as remindAt'])
    .execute()
}
export type CallBackRow = Awaited<ReturnType<typeof selectCallBacks>>[number]

/**
 * What people have said of one caller: nobody else says anything of them until the end of the transaction, also where nobody has
 * yet.
 */
export async function lockCallBack(
  transaction: Transaction,
  { customerId, number }: CallerKey,
): Promise<CallBackRow | undefined> {
  const key = `${customerId} ${number}`
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, ${lockSeed}))`.execute(transaction)
  const [row] = await selectCallBacks(transaction, [{ customerId, number }])
  return row
}

/** Of locks of callers, so that they are no others'. */
const lockSeed = 51

export interface CallBackChange {
  taken?: { by: string; minutes: number } | null
  last?: Pick<NonNullable<CallBack['last']>, 'action'> & { by: string; note: string | null }
  /** `undo` takes back the last closing. */
  closedTo?: Date | 'undo'
  /** Of whoever acts; null takes it back. */
  reminder?: { at: Date; laterTo: Date; by: string; byEmail: boolean } | null
}

/** What is left out stays as it is. */
export async function upsertCallBack(
  transaction: Transaction,
  { customerId, number }: CallerKey,
  { taken, last, closedTo, reminder }: CallBackChange,
): Promise<void> {
  const until = taken && sql<Date>`now() + make_interval(mins => ${taken.minutes})`
  const closing = closedTo === 'undo' ? { closed_to: sql<Date | null>`call_back.closed_to_before` } : {}
  const values = {
    ...(taken !== undefined && { taken_by: taken?.by ?? null, taken_until: until ?? null }),
    ...(last && {
      action: last.action,
      note: last.note,
      acted_by: last.by,
      acted_at: sql<Date>`now()`,
    }),
    ...(closedTo instanceof Date && { closed_to: closedTo }),
    ...(reminder !== undefined && { remind_at: reminder?.at ?? null, later_to: reminder?.laterTo ?? null }),
  }
  const { id } = await transaction
    .insertInto('call_back')
    .values({ customer_id: customerId, number, ...values })
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'number']).doUpdateSet({
        ...values,
        ...closing,
        ...(closedTo !== undefined && {
          closed_to_before: closedTo === 'undo' ? null : sql<Date | null>`call_back.closed_to`,
        }),
        changed_at: sql<Date>`clock_timestamp()`,
        revision: sql<number>`call_back.revision + 1`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  if (taken) await deleteReminder(transaction, id, { isNotified: true })
  if (reminder === undefined) return
  await deleteReminder(transaction, id)
  if (reminder !== null) await insertReminder(transaction, id, reminder)
}
