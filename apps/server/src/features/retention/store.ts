import type { CallHold, Deletion } from '@callboard/contract/retention'
import { type Insertable, sql } from 'kysely'
import { fullName } from '../../db/records/full-name.ts'
import { containing, type ListPage, mapItems, readListPage } from '../../db/records/list-page.ts'
import type { RetentionDeletionTable } from '../../db/tables/retention-tables.ts'
import type { Database, Db, Transaction } from '../../db/tables/schema.ts'
import { whereGiven } from '../../db/records/where-given.ts'

/** Of all customers, by name: null where the settings decide. */
export async function selectKeptDays(db: Db) {
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'name', 'keep_calls_days as calls', 'keep_recordings_days as recordings'])
    .select('keep_logs_days as logs')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, ...days }) => ({ id, name, days }))
}

export async function selectHeldIds(db: Db, customerId: string): Promise<string[]> {
  const rows = await db.selectFrom('call_hold').where('customer_id', '=', customerId).select('id').execute()
  return rows.map(({ id }) => id)
}

interface Found {
  count: number
  oldest: Date | null
  newest: Date | null
}

interface OldLogs {
  customerId: string
  before: Date
  /** Calls under legal hold, with their legs: who listened to them stays on record. */
  kept: readonly string[]
}

/** Of a table, those that are no longer kept: who listened to recordings. */
function oldLogs({ customerId, before, kept }: OldLogs) {
  const keptUse = sql`EXISTS (SELECT FROM recording WHERE id = recording_id AND call_id = ANY(${[...kept]}::uuid[]))`
  return {
    uses: sql`recording_use WHERE customer_id = ${customerId} AND at < ${before} AND NOT ${keptUse}`,
    heldUses: sql`recording_use WHERE customer_id = ${customerId} AND at < ${before} AND ${keptUse}`,
  }
}

export async function selectOldLogs(db: Db, wanted: OldLogs): Promise<Found & { held: number }> {
  const { uses, heldUses } = oldLogs(wanted)
  const { rows } = await sql<Found & { held: number }>`
    SELECT count(*) AS count, min(at) AS oldest, max(at) AS newest, (SELECT count(*) FROM ${heldUses}) AS held
      FROM ${uses}`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('the count has no row')
  return found
}

export async function deleteOldLogs(transaction: Transaction, wanted: OldLogs): Promise<void> {
  const { uses } = oldLogs(wanted)
  await sql`DELETE FROM ${uses}`.execute(transaction)
}

/** Those that nobody has changed since; of the callers that are kept none. */
export async function deleteCallBacks(
  transaction: Transaction,
  { customerId, before, kept }: Pick<OldLogs, 'customerId' | 'before'> & { kept: readonly string[] },
): Promise<void> {
  await transaction
    .deleteFrom('call_back')
    .where('customer_id', '=', customerId)
    .where('changed_at', '<', before)
    .where(sql<boolean>`number <> ALL(${[...kept]}::text[])`)
    .execute()
}

/** With the record of it, as there is no customer to note it of. */
export async function deleteUnknownUses(
  transaction: Transaction,
  { before, days }: { before: Date; days: number },
): Promise<void> {
  await sql`WITH deleted AS (DELETE FROM recording_use WHERE customer_id IS NULL AND at < ${before} RETURNING at)
    SELECT write_change('setting', md5('setting:keepLogsDays')::uuid::text, 'keepLogsDays', 'update', jsonb_build_array(jsonb_build_object(
        'field', 'deleted_logs', 'from', NULL, 'to', jsonb_build_object('count', count(*), 'from', min(at), 'to', max(at),
        'keptDays', ${days}::integer))))
      FROM deleted HAVING count(*) > 0`.execute(transaction)
}

export async function insertDeletion(
  transaction: Transaction,
  values: Insertable<RetentionDeletionTable>,
): Promise<void> {
  await transaction.insertInto('retention_deletion').values(values).execute()
}

type DeletionRow = Omit<Deletion, 'at' | 'oldest' | 'newest'> & Record<'at' | 'oldest' | 'newest', Date>

/** What a run deleted at several times, of a customer or of mails, is one. */
export async function selectDeletions(
  db: Db,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ items: Deletion[]; total: number }> {
  const runs = sql`SELECT (array_agg(deletion.id ORDER BY at))[1] AS id, max(at) AS at, customer.name AS "customerName", kind, days,
      sum(count)::integer AS count, min(oldest) AS oldest, max(newest) AS newest
    FROM retention_deletion AS deletion LEFT JOIN customer ON customer.id = customer_id
    GROUP BY run_id, customer_id, customer.name, kind, days`
  const { rows } = await sql<DeletionRow>`${runs} ORDER BY at DESC, id DESC
    LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`.execute(db)
  const counted = await sql<{ total: number }>`SELECT count(*) AS total FROM (${runs}) AS run`.execute(db)
  const items = rows.map((row) => ({
    ...row,
    at: row.at.toISOString(),
    oldest: row.oldest.toISOString(),
    newest: row.newest.toISOString(),
  }))
  return { items, total: counted.rows[0]?.total ?? 0 }
}

function holds(db: Db) {
  return db
    .selectFrom('call_hold as hold')
    .innerJoin('customer', 'customer.id', 'hold.customer_id')
    .innerJoin('app_user', 'app_user.id', 'hold.held_by')
    .select(['hold.id as callId', 'hold.name as callName', 'customer.name as customerName'])
    .select(['hold.reason', 'app_user.user_name as userName', 'hold.created_at as createdAt'])
    .select(fullName('app_user').as('fullName'))
}

function holdOf(row: Omit<CallHold, 'createdAt'> & { createdAt: Date }): CallHold {
  return { ...row, createdAt: row.createdAt.toISOString() }
}

export async function selectHold(db: Db, callId: string): Promise<CallHold | undefined> {
  const row = await holds(db).where('hold.id', '=', callId).executeTakeFirst()
  return row === undefined ? undefined : holdOf(row)
}

export async function selectHolds(
  db: Db,
  { keyword, page, pageSize }: { keyword?: string | undefined; page: number; pageSize: number },
): Promise<ListPage<CallHold>> {
  const found = holds(db).$call(
    whereGiven(keyword, (all, text) =>
      all.where(sql`concat_ws(' ', hold.name, reason, customer.name)`, 'ilike', containing(text)),
    ),
  )
  const by = { order: sql`hold.created_at`, tie: sql`hold.id`, isNeverNull: true }
  return mapItems(await readListPage(found, { page, pageSize, desc: true }, by), holdOf)
}

/** The reason of a hold that is there changes, not who placed it and when. */
export async function upsertHold(
  transaction: Transaction,
  values: Insertable<Database['call_hold']>,
): Promise<void> {
  await transaction
    .insertInto('call_hold')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ reason: values.reason }))
    .execute()
}

/** Answers of which customer the call is; undefined when nobody held it. */
export async function deleteHold(
  transaction: Transaction,
  callId: string,
): Promise<{ customerId: string } | undefined> {
  return await transaction
    .deleteFrom('call_hold')
    .where('id', '=', callId)
    .returning('customer_id as customerId')
    .executeTakeFirst()
}
