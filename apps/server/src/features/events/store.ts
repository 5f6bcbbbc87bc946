import { sql } from 'kysely'
import { z } from 'zod'
import { ArrivedCall } from '../../db/arrived-call.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'

const Calls = z.array(ArrivedCall)

export async function insertNews(transaction: Transaction, calls: readonly ArrivedCall[]): Promise<void> {
  const entries = calls.map(({ id, customerId, startedAt, direction, status, codes }) => ({
    id,
    customerId,
    startedAt,
    direction,
    status,
    codes,
  }))
  await transaction
    .insertInto('call_news')
    .values({ calls: sql`${JSON.stringify(entries)}::jsonb` })
    .execute()
}

export async function deleteNewsOlderThan(db: Db, seconds: number): Promise<void> {
  await db.deleteFrom('call_news').where('at', '<', secondsAgo(seconds)).execute()
}

/** The id of the newest that is older; 0 when none is. */
export async function selectNewestOlderThan(db: Db, seconds: number): Promise<number> {
  const { id } = await db
    .selectFrom('call_news')
    .where('at', '<', secondsAgo(seconds))
    .select(({ fn }) => fn.coalesce(fn.max('id'), sql<number>`0`).as('id'))
    .executeTakeFirstOrThrow()
  return id
}

export async function selectNewsAfter(
  db: Db,
  id: number,
  limit: number,
): Promise<{ id: number; calls: ArrivedCall[] }[]> {
  const rows = await db
    .selectFrom('call_news')
    .where('id', '>', id)
    .select(['id', 'calls'])
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id: newest, calls }) => ({ id: newest, calls: Calls.parse(calls) }))
}

/** What people said of missed callers in the last seconds, and the reminders of them that came due. */
export async function selectRecentCallBacks(db: Db, seconds: number) {
  const since = secondsAgo(seconds)
  return await db
    .selectFrom('call_back')
    .where('changed_at', '>', since)
    .select([sql<string>`id::text`.as('id'), 'customer_id as customerId', 'revision'])
    .unionAll(
      db
        .selectFrom('call_back_reminder')
        .innerJoin('call_back', 'call_back.id', 'call_back_id')
        .where('notified_at', '>', since)
        .select([
          sql<string>`'reminder ' || call_back.id::text`.as('id'),
          'customer_id as customerId',
          'revision',
        ]),
    )
    .execute()
}

function secondsAgo(seconds: number) {
  return sql<Date>`now() - make_interval(secs => ${seconds})`
}
