import { type Kysely, sql, type Transaction } from 'kysely'
import { hasText } from '../../db/list-page.ts'
import type { Database } from '../../db/schema.ts'

export interface ChangeSearch {
  tableType?: string | undefined
  recordId?: string | undefined
  userId?: string | undefined
  maskedUserId?: string | undefined
  from?: string | undefined
  to?: string | undefined
  keyword?: string | undefined
}

/** Where a page ends: the time to the microsecond, and what keeps records of the same one apart. */
export interface ChangePlace {
  at: string
  sequence: number
}

// The time as a text: a date of JavaScript would lose its microseconds, and with them the place.
const placeAt = sql<string>`to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

function matching(db: Kysely<Database>, search: ChangeSearch) {
  const { tableType, recordId, userId, maskedUserId, from, to, keyword = '' } = search
  return db
    .selectFrom('change_record')
    .$if(tableType !== undefined, (all) => all.where('table_type', '=', tableType ?? ''))
    .$if(recordId !== undefined, (all) => all.where('record_id', '=', recordId ?? ''))
    .$if(userId !== undefined, (all) => all.where('user_id', '=', userId ?? ''))
    .$if(maskedUserId !== undefined, (all) => all.where('masked_user_id', '=', maskedUserId ?? ''))
    .$if(from !== undefined, (all) => all.where(sql`at`, '>=', sql`${from ?? ''}::timestamptz`))
    .$if(to !== undefined, (all) => all.where(sql`at`, '<', sql`${to ?? ''}::timestamptz`))
    .$if(keyword !== '', (all) => all.where(hasText(sql`search_text`, keyword)))
}

interface AskedPage {
  before: ChangePlace | undefined
  limit: number
}

export type ChangeRow = Awaited<ReturnType<typeof readRows>>[number]

/** The newest records before a place. */
export async function listChangeRows(
  db: Kysely<Database>,
  search: ChangeSearch,
  { before, limit }: AskedPage,
): Promise<ChangeRow[]> {
  const found = matching(db, search)
  if ((search.keyword ?? '') === '') return await readRows(found, { before, limit })
  // What many records have is found in the newest days; all days are looked through only for what few have.
  const earliest = search.from === undefined ? -Infinity : Date.parse(search.from) / dayMs
  let end = Math.floor(Math.min(Date.now() + dayMs, ...timesOf(search.to, before?.at)) / dayMs) + 1
  const rows: ChangeRow[] = []
  for (const count of daysAtOnce) {
    const last = end
    const days = Array.from({ length: count }, (_, at) => last - 1 - at)
    const ofDays = found.where(sql<boolean>`days_of(at) && ${days}::integer[]`)
    rows.push(...(await readRows(ofDays, { before, limit: limit - rows.length })))
    end -= count
    if (rows.length === limit || end < earliest) return rows
  }
  const older = found.where('at', '<', new Date(end * dayMs))
  return [...rows, ...(await readRows(older, { before, limit: limit - rows.length }))]
}

const dayMs = 86_400_000
const daysAtOnce = [4, 28]

function timesOf(...instants: readonly (string | undefined)[]): number[] {
  return instants.flatMap((instant) => (instant === undefined ? [] : [Date.parse(instant)]))
}

async function readRows(found: ReturnType<typeof matching>, { before, limit }: AskedPage) {
  return await found
    .$if(before !== undefined, (all) =>
      all.where(
        sql`(at, sequence)`,
        '<',
        sql`(${before?.at ?? ''}::timestamptz, ${before?.sequence ?? 0}::bigint)`,
      ),
    )
    .select(['id', 'sequence', 'table_type', 'record_id', 'record_name', 'action', 'user_id', 'user_name'])
    .select(['masked_user_id', 'at', 'changes', 'request_id', placeAt.as('place_at')])
    .orderBy('at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
}

export async function countChanges(db: Kysely<Database>, search: ChangeSearch): Promise<number> {
  const { total } = await matching(db, search)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function hasUnsealed(db: Kysely<Database>): Promise<boolean> {
  const row = await db.selectFrom('change_unsealed').select('change_id').limit(1).executeTakeFirst()
  return row !== undefined
}

export interface ChainEnd {
  position: number
  hash: Uint8Array
}

/** The end of the chain, held until the transaction ends: two processes seal one after the other. */
export async function lockChainEnd(transaction: Transaction<Database>): Promise<ChainEnd> {
  await transaction
    .insertInto('change_seal_head')
    .values({ position: 0, hash: new Uint8Array(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return await transaction
    .selectFrom('change_seal_head')
    .select(['position', 'hash'])
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** All of a record as one text, the same whenever it is asked for. */
const sealedText = sql<string>`jsonb_build_array(change_record.id, sequence, table_type, record_id, record_name, action,
  user_id, user_name, masked_user_id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), changes,
  request_id)::text`

/**
 * Takes records that wait for their seal, as they lie in their table: mostly the oldest. They are taken by their places,
 * so that of many that wait only those are looked at.
 */
export async function takeUnsealed(
  transaction: Transaction<Database>,
  limit: number,
): Promise<{ id: string; text: string }[]> {
  const { rows } = await sql<{ id: string; text: string }>`
    WITH taken AS (
      DELETE FROM change_unsealed WHERE ctid = ANY(ARRAY(SELECT ctid FROM change_unsealed LIMIT ${limit}))
        RETURNING change_id
    )
    SELECT change_record.id, ${sealedText} AS text
      FROM taken JOIN change_record ON change_record.id = taken.change_id ORDER BY sequence`.execute(
    transaction,
  )
  return rows
}

export async function insertSeals(
  transaction: Transaction<Database>,
  seals: readonly { position: number; change_id: string; hash: Uint8Array }[],
): Promise<void> {
  await transaction.insertInto('change_seal').values(seals).execute()
}

export async function moveChainEnd(transaction: Transaction<Database>, end: ChainEnd): Promise<void> {
  await transaction.updateTable('change_seal_head').set(end).execute()
}

export async function findChainEnd(db: Kysely<Database>): Promise<ChainEnd | undefined> {
  return await db.selectFrom('change_seal_head').select(['position', 'hash']).executeTakeFirst()
}

/** The next seals after a place, each with the text of its record; null where that is gone. */
export async function listSeals(db: Kysely<Database>, after: number, limit: number) {
  return await db
    .selectFrom('change_seal')
    .leftJoin('change_record', 'change_record.id', 'change_seal.change_id')
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .select(['position', 'change_seal.change_id', 'hash', 'table_type', 'record_name'])
    .select(
      sql<string | null>`CASE WHEN change_record.id IS NULL THEN NULL ELSE ${sealedText} END`.as('text'),
    )
    .execute()
}

/** Records without a seal that do not wait for one either. */
export async function listNeverSealed(db: Kysely<Database>, limit: number) {
  return await db
    .selectFrom('change_record')
    .where(sql<boolean>`NOT EXISTS (SELECT FROM change_seal WHERE change_id = change_record.id)`)
    .where(sql<boolean>`NOT EXISTS (SELECT FROM change_unsealed WHERE change_id = change_record.id)`)
    .orderBy('sequence')
    .limit(limit)
    .select(['id', 'table_type', 'record_name'])
    .execute()
}

export async function countUnsealed(db: Kysely<Database>): Promise<number> {
  const { total } = await db
    .selectFrom('change_unsealed')
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}
