import type * as endpoints from '@callboard/contract/change-tracking'
import type { Body } from '@callboard/contract/endpoint'
import { recordTypeNames } from '@callboard/contract/record-types'
import { type ExpressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'
import { currentFullName, fullName } from '../../db/records/full-name.ts'
import { containing, countRows, hasText } from '../../db/records/list-page.ts'
import { isBefore, placeAt, type RecordPlace } from '../../db/records/newest-first.ts'
import { recordTables } from '../../db/tables/record-tables.ts'
import type { Database, Db, Transaction } from '../../db/tables/schema.ts'
import { whereGiven } from '../../db/records/where-given.ts'
import { namesOfKeyword } from './keyword-names.ts'

type Filters = 'tableType' | 'recordId' | 'userId' | 'by' | 'maskedUserId' | 'keyword'

export type ChangeSearch = Pick<Body<typeof endpoints.searchChanges>, Filters> & {
  /** Of those who are called by the keyword now, which no change says. */
  namedIds?: readonly string[]
  /** Instants. */
  from?: string
  to?: string
}

function matching(db: Db, search: ChangeSearch, span?: Span) {
  return db
    .selectFrom('change_record')
    .where((where) => ofRecord(where, search))
    .$call(whereGiven(search.userId, (all, id) => all.where('user_id', '=', id)))
    .$call(whereGiven(search.by, (all, by) => all.where('user_id', by === 'people' ? 'is not' : 'is', null)))
    .$call(whereGiven(search.maskedUserId, (all, id) => all.where('masked_user_id', '=', id)))
    .$call(whereGiven(search.from, (all, at) => all.where(sql`at`, '>=', sql`${at}::timestamptz`)))
    .$call(whereGiven(search.to, (all, at) => all.where(sql`at`, '<', sql`${at}::timestamptz`)))
    .$call(whereGiven(search.keyword, (all, text) => all.where(hasKeyword(text, search, span))))
}

/** Days, counted as the index counts them. */
interface Span {
  firstDay: number
  endDay: number
}

/**
 * In the text of a change, by somebody whose full name has it, or in the words in which screens say its type, its setting or its fields. A record that was created
 * or deleted has all fields, so that their names say nothing.
 */
function hasKeyword(
  keyword: string,
  { namedIds = [] }: ChangeSearch,
  span: Span | undefined,
): RawBuilder<SqlBool> {
  const text = sql`search_text`
  const { types, settings, fields, choices } = namesOfKeyword(keyword)
  const isInSpan =
    span === undefined ? sql`true` : sql`at >= ${startOf(span.firstDay)} AND at < ${startOf(span.endDay)}`
  const asStored = /\s/.test(keyword) ? [keyword.replaceAll(/\s+/g, '')] : []
  const byWords = [
    hasText(text, keyword),
    ...(types.length === 0 ? [] : [sql<SqlBool>`(table_type = ANY(${types}) AND ${isInSpan})`]),
    ...(namedIds.length === 0
      ? []
      : [sql<SqlBool>`(user_id = ANY(${[...namedIds]}::uuid[]) AND ${isInSpan})`]),
    ...(settings.length === 0
      ? []
      : [sql<SqlBool>`(table_type = 'setting' AND record_name = ANY(${settings}) AND ${isInSpan})`]),
    ...fields.map(
      ({ type, field }) =>
        sql<SqlBool>`(${hasText(text, field.replaceAll('_', ' '))} AND table_type = ${type} AND ${isChange}
          AND changes @> ${JSON.stringify([{ field }])}::jsonb)`,
    ),
    ...choices.map(
      ({ type, field, value }) =>
        sql<SqlBool>`(${hasText(text, value)} AND table_type = ${type} AND ${isInSpan}
          AND (${hasValue(field, { from: value })} OR ${hasValue(field, { to: value })}))`,
    ),
    ...asStored.map(
      (name) =>
        sql<SqlBool>`(${hasText(text, name)} AND ${isChange}
          AND ${hasText(sql`lower(jsonb_path_query_array(changes, '$[*].field')::text)`, name)})`,
    ),
  ]
  return sql<SqlBool>`(${sql.join(byWords, sql` OR `)})`
}

/** Whether a field had or got a value, alone or among others. */
function hasValue(field: string, end: { from: string } | { to: string }): RawBuilder<SqlBool> {
  const among = Object.fromEntries(Object.entries(end).map(([name, value]) => [name, [value]]))
  const [one, several] = [end, among].map((held) => JSON.stringify([{ field, ...held }]))
  return sql<SqlBool>`(changes @> ${one}::jsonb OR changes @> ${several}::jsonb)`
}

const isChange = sql<SqlBool>`action NOT IN ('create', 'delete')`

function startOf(day: number): Date {
  return new Date(day * dayMs)
}

/** Of a user also what changed who is in the groups that say what they see. */
function ofRecord(
  where: ExpressionBuilder<Database, 'change_record'>,
  { tableType: type, recordId: id }: ChangeSearch,
) {
  const own = where.and([
    ...(type === undefined ? [] : [where('table_type', '=', type)]),
    ...(id === undefined ? [] : [where('record_id', '=', id)]),
  ])
  if (type !== 'user' || id === undefined) return own
  const groups = where('table_type', 'in', ['entityGroup', 'reportGroup'])
  return where.or([own, where.and([groups, sql<boolean>`position(${id} in changes::text) > 0`])])
}

/** Ids of users who are called by a keyword now. Shorter ones are part of too many names. */
export async function selectIdsNamed(db: Db, keyword: string): Promise<string[]> {
  const wanted = keyword.trim()
  if (wanted.length < minNameLength) return []
  const found = await db
    .selectFrom('app_user')
    .where(hasText(sql`search_text`, wanted))
    .where(fullName('app_user'), 'ilike', containing(wanted))
    .limit(maxNamed)
    .select('id')
    .execute()
  return found.map(({ id }) => id)
}

const minNameLength = 3
const maxNamed = 100

interface PageBounds {
  before: RecordPlace | undefined
  limit: number
}

export type ChangeRow = Awaited<ReturnType<typeof readPage>>[number]

/** The newest records before a place. */
export async function selectChanges(
  db: Db,
  search: ChangeSearch,
  { before, limit }: PageBounds,
): Promise<ChangeRow[]> {
  if ((search.keyword ?? '') === '') return await readPage(matching(db, search), { before, limit })
  // A keyword that many records have is found in the newest days; only for a rare one are all days searched.
  const earliest = search.from === undefined ? -Infinity : Date.parse(search.from) / dayMs
  let end = Math.floor(Math.min(Date.now() + dayMs, ...timesOf(search.to, before?.at)) / dayMs) + 1
  const rows: ChangeRow[] = []
  for (const count of dayCounts) {
    const last = end
    const days = Array.from({ length: count }, (_, at) => last - 1 - at)
    const span = { firstDay: last - count, endDay: last }
    const ofDays = matching(db, search, span).where(sql<boolean>`days_of(at) && ${days}::integer[]`)
    rows.push(...(await readPage(ofDays, { before, limit: limit - rows.length })))
    end -= count
    if (rows.length === limit || end < earliest) return rows
  }
  const older = matching(db, search).where('at', '<', startOf(end))
  return [...rows, ...(await readPage(older, { before, limit: limit - rows.length }))]
}

const dayMs = 86_400_000
const dayCounts = [4, 28]

function timesOf(...instants: readonly (string | undefined)[]): number[] {
  return instants.flatMap((instant) => (instant === undefined ? [] : [Date.parse(instant)]))
}

async function readPage(found: ReturnType<typeof matching>, { before, limit }: PageBounds) {
  return await found
    .$call(whereGiven(before, (all, place) => all.where(isBefore(place))))
    .select(['id', 'sequence', 'table_type as tableType', 'record_id as recordId', 'action', 'at', 'changes'])
    .select(['record_name as recordName', 'user_id as userId', 'user_name as userName'])
    .select(
      currentFullName({ id: 'change_record.user_id', recorded: 'change_record.user_name' }).as('fullName'),
    )
    .select(['masked_user_id as maskedUserId', 'request_id as requestId', placeAt.as('placeAt')])
    .orderBy('at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
}

export async function countChanges(db: Db, search: ChangeSearch): Promise<number> {
  return await countRows(matching(db, search))
}

/** What records are called now, and those that are gone by the last change of them; by id. */
export async function selectNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await selectRecordNames(db, ids)
  const names = new Map(found.map(({ id, name }) => [id, name]))
  const others = ids.filter((id) => !names.has(id))
  if (others.length === 0) return names
  const gone = await db
    .selectFrom('change_record')
    .distinctOn('record_id')
    .where('record_id', 'in', others)
    .orderBy('record_id')
    .orderBy('at', 'desc')
    .orderBy('sequence', 'desc')
    .select(['record_id as id', 'record_name as name'])
    .execute()
  return new Map([...names, ...gone.map(({ id, name }) => [id, name] as const)])
}

/** Of types whose tables hold their names. */
const namedTables = recordTypeNames
  .map((type) => recordTables[type])
  .filter(({ unrecordedColumns, nameColumn }) => !unrecordedColumns.includes(nameColumn))

async function selectRecordNames(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  const ofTables = namedTables.map(
    ({ table, nameColumn }) =>
      sql`SELECT id::text AS id, ${sql.ref(nameColumn)} AS name FROM ${sql.table(table)} WHERE id = ANY(${ids}::uuid[])`,
  )
  const all = sql.join([...ofTables, menuItemNames(ids)], sql` UNION ALL `)
  const { rows } = await sql<{ id: string; name: string }>`${all}`.execute(db)
  return rows
}

/** Items of menus are no records, but changes of a menu say from which roles they are hidden. */
function menuItemNames(ids: readonly string[]) {
  return sql`SELECT item->>'id' AS id, coalesce(item->>'label', item->>'title', item->>'key') AS name
    FROM menu, jsonb_array_elements(items) AS item WHERE item->>'id' = ANY(${ids})`
}

export async function hasUnsealed(db: Db): Promise<boolean> {
  const row = await db.selectFrom('change_unsealed').select('change_id').limit(1).executeTakeFirst()
  return row !== undefined
}

export interface ChainEnd {
  position: number
  hash: Uint8Array
}

/** The end of the chain, locked until the transaction ends: processes seal one after the other. */
export async function lockChainEnd(transaction: Transaction): Promise<ChainEnd> {
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

/** The whole record as one text, which is the same at every call. */
const sealedText = sql<string>`jsonb_build_array(change_record.id, sequence, table_type, record_id, record_name, action,
  user_id, user_name, masked_user_id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), changes,
  request_id)::text`

/**
 * Takes records that wait for their seal, in the order of their table: mostly the oldest. They are found by `ctid`, so that
 * no others are read, however many wait.
 */
export async function deleteUnsealed(
  transaction: Transaction,
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
  transaction: Transaction,
  seals: readonly { position: number; change_id: string; hash: Uint8Array }[],
): Promise<void> {
  await transaction.insertInto('change_seal').values(seals).execute()
}

export async function updateChainEnd(transaction: Transaction, end: ChainEnd): Promise<void> {
  await transaction.updateTable('change_seal_head').set(end).execute()
}

export async function selectChainEnd(db: Db): Promise<ChainEnd | undefined> {
  return await db.selectFrom('change_seal_head').select(['position', 'hash']).executeTakeFirst()
}

/** The next seals after a position, each with the text of its record; null when the record is gone. */
export async function selectSeals(db: Db, after: number, limit: number) {
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

/** Records that have no seal and do not wait for one. */
export async function selectNeverSealed(db: Db, limit: number) {
  return await db
    .selectFrom('change_record')
    .where(sql<boolean>`NOT EXISTS (SELECT FROM change_seal WHERE change_id = change_record.id)`)
    .where(sql<boolean>`NOT EXISTS (SELECT FROM change_unsealed WHERE change_id = change_record.id)`)
    .orderBy('sequence')
    .limit(limit)
    .select(['id', 'table_type', 'record_name'])
    .execute()
}

export async function countUnsealed(db: Db): Promise<number> {
  return await countRows(db.selectFrom('change_unsealed'))
}
