import { createHash } from 'node:crypto'
import type { QuarantineFilter, quarantineSorts } from '@callboard/contract/quarantine'
import { type RawBuilder, sql } from 'kysely'
import { countRows, containing, type ListAsked, readListPage } from '../../db/records/list-page.ts'
import { whereGiven } from '../../db/records/where-given.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'

const listedCharacters = 300
/** How much of rows is read at once at the most, unless a single one is longer. */
const stepBytes = 32 << 20

function matching(db: Db, { customerId, sourceSystem, description, from, to }: QuarantineFilter) {
  return db
    .selectFrom('quarantine')
    .innerJoin('customer', 'customer.id', 'quarantine.customer_id')
    .$call(whereGiven(customerId, (all, id) => all.where('customer_id', '=', id)))
    .$call(whereGiven(sourceSystem, (all, source) => all.where('source_system', '=', source)))
    .$call(whereGiven(description, (all, reason) => all.where('quarantine.description', '=', reason)))
    .$call(whereGiven(from, (all, at) => all.where('received_at', '>=', new Date(at))))
    .$call(whereGiven(to, (all, at) => all.where('received_at', '<', new Date(at))))
}

const columns = [
  'quarantine.id',
  'customer_id as customerId',
  'customer.name as customerName',
  'source_system as sourceSystem',
  'external_call_id as externalCallId',
  'quarantine.code',
  'quarantine.description',
  'line',
  'received_at as receivedAt',
  'is_merge as isMerge',
  'form',
] as const

type Sort = (typeof quarantineSorts)[number]

const orders: Record<Sort, RawBuilder<unknown>> = {
  receivedAt: sql`received_at`,
  customerName: sql`customer.name`,
  sourceSystem: sql`source_system`,
  externalCallId: sql`external_call_id`,
}

export async function selectRows(db: Db, search: ListAsked & QuarantineFilter & { sort?: Sort }) {
  const query = matching(db, search)
    .$call(
      whereGiven(search.keyword, (all, text) =>
        all.where((where) =>
          where.or([
            where('raw', 'ilike', containing(text)),
            where('quarantine.description', 'ilike', containing(text)),
          ]),
        ),
      ),
    )
    .select([...columns, sql<string>`left(raw, ${listedCharacters})`.as('raw')])
  const { sort = 'receivedAt', desc } = search
  return await readListPage(
    query,
    { ...search, desc: search.sort === undefined || desc },
    { order: orders[sort], tie: sql`quarantine.id`, isNeverNull: sort === 'receivedAt' },
  )
}

export async function countReasons(db: Db, limit: number) {
  return await matching(db, {})
    .select(['customer_id as customerId', 'customer.name as customerName', 'source_system as sourceSystem'])
    .select(['quarantine.code', 'quarantine.description'])
    .select([
      sql<number>`count(*)`.as('count'),
      sql<Date>`min(received_at)`.as('firstAt'),
      sql<Date>`max(received_at)`.as('lastAt'),
      sql<string | null>`min(value)`.as('firstValue'),
      sql<string | null>`max(value)`.as('lastValue'),
    ])
    .groupBy(['customer_id', 'customer.name', 'source_system', 'quarantine.code', 'quarantine.description'])
    .orderBy('count', 'desc')
    .orderBy('lastAt', 'desc')
    .limit(limit)
    .execute()
}

export async function countDays(db: Db, { since, timeZone }: { since: Date; timeZone: string }) {
  return await db
    .selectFrom('quarantine')
    .where('received_at', '>=', since)
    .select([
      sql<string>`to_char(received_at AT TIME ZONE ${timeZone}, 'YYYY-MM-DD')`.as('day'),
      sql<number>`count(*)`.as('count'),
    ])
    .groupBy(sql`1`)
    .execute()
}

/** How many rows of each source there are, and how many more were rejected than are kept. */
export async function countSources(db: Db) {
  return await db
    .selectFrom('quarantine_source')
    .innerJoin('customer', 'customer.id', 'customer_id')
    .select(['customer_id as customerId', 'customer.name as customerName', 'source_system as sourceSystem'])
    .select(['kept', 'dropped', 'dropped_since as droppedSince'])
    .orderBy(sql`lower(customer.name)`)
    .orderBy('source_system')
    .execute()
}

export async function selectRow(db: Db, id: string) {
  return await matching(db, {})
    .where('quarantine.id', '=', id)
    .select([...columns, 'raw'])
    .executeTakeFirst()
}

export type KeptRow = NonNullable<Awaited<ReturnType<typeof selectRow>>>

export type Chosen =
  | { ids: readonly string[] }
  | { filter: QuarantineFilter; after?: string | null | undefined }
export type ChosenRow = Awaited<ReturnType<typeof selectChosen>>[number]

/** In the order of their ids: as many as may be read at once, and at least one of those that there are. */
export async function selectChosen(db: Db, chosen: Chosen, limit: number) {
  const wanted =
    'ids' in chosen
      ? matching(db, {}).where('quarantine.id', 'in', chosen.ids)
      : matching(db, chosen.filter).$call(
          whereGiven(chosen.after ?? undefined, (all, id) => all.where('quarantine.id', '>', id)),
        )
  const first = wanted
    .select(['quarantine.id', sql<number>`octet_length(raw)`.as('own')])
    .orderBy('quarantine.id')
    .limit(limit)
  return await db
    .with('first', () => first)
    .with('sized', (all) =>
      all.selectFrom('first').select(['id', 'own', sql<number>`sum(own) OVER (ORDER BY id)`.as('bytes')]),
    )
    .selectFrom('sized')
    .innerJoin('quarantine', 'quarantine.id', 'sized.id')
    .innerJoin('customer', 'customer.id', 'quarantine.customer_id')
    .where(sql<boolean>`(bytes <= ${stepBytes} OR bytes = own)`)
    .select(['quarantine.id', 'customer_id as customerId', 'customer.name as customerName'])
    .select(['source_system as sourceSystem', 'quarantine.description', 'raw', 'raw_hash as rawHash'])
    .select(['is_merge as isMerge', 'form', 'external_call_id as externalCallId'])
    .orderBy('quarantine.id')
    .execute()
}

/** Deletes rows unless they were edited since they were read; answers the ids of those that were deleted. */
export async function deleteRows(
  transaction: Transaction,
  rows: readonly Pick<ChosenRow, 'id' | 'rawHash'>[],
): Promise<string[]> {
  if (rows.length === 0) return []
  const { rows: deleted } = await sql<{ id: string }>`DELETE FROM quarantine USING
      unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ rawHash }) => hex(rawHash))}::text[]) AS read (id, hash)
    WHERE quarantine.id = read.id AND encode(quarantine.raw_hash, 'hex') = read.hash
    RETURNING quarantine.id`.execute(transaction)
  return deleted.map(({ id }) => id)
}

/** The ids of those that are not there any more. */
export async function selectGone(
  transaction: Transaction,
  rows: readonly Pick<ChosenRow, 'id'>[],
): Promise<Set<string>> {
  const ids = rows.map(({ id }) => id)
  const left = await transaction
    .selectFrom('quarantine')
    .where('id', '=', sql<string>`ANY(${ids}::uuid[])`)
    .select('id')
    .execute()
  const there = new Set(left.map(({ id }) => id))
  return new Set(ids.filter((id) => !there.has(id)))
}

/** Says of rows why they were rejected again, unless they were edited since they were read. */
export async function updateReasons(
  transaction: Transaction,
  rows: readonly (Pick<ChosenRow, 'id' | 'rawHash'> & { code: string; description: string })[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`UPDATE quarantine SET code = read.code, description = read.description,
      value = CASE WHEN quarantine.description = read.description THEN value END FROM
      unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ rawHash }) => hex(rawHash))}::text[],
        ${rows.map(({ code }) => code)}::text[], ${rows.map(({ description }) => description)}::text[])
        AS read (id, hash, code, description)
    WHERE quarantine.id = read.id AND encode(quarantine.raw_hash, 'hex') = read.hash`.execute(transaction)
}

function hex(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex')
}

function hashOf(raw: string): Buffer {
  return createHash('sha256').update(raw).digest()
}

/** False when the same row is in the quarantine already. */
export async function updateRow(
  transaction: Transaction,
  id: string,
  values: { raw: string; code: string; description: string; value: string | null } & Record<
    'external_call_id' | 'call_id',
    string | null
  >,
): Promise<boolean> {
  const hash = hashOf(values.raw)
  const { rows } = await sql<{ id: string }>`UPDATE quarantine SET raw = ${values.raw}, raw_hash = ${hash},
      code = ${values.code}, description = ${values.description}, value = ${values.value},
      external_call_id = ${values.external_call_id}, call_id = ${values.call_id}
    WHERE id = ${id} AND NOT EXISTS (SELECT FROM quarantine AS other WHERE other.id <> ${id}
      AND other.customer_id = quarantine.customer_id AND other.source_system = quarantine.source_system
      AND other.raw_hash = ${hash})
    RETURNING id`.execute(transaction)
  return rows.length > 0
}

/** The oldest first; answers whose they were. */
export async function deleteOlderThan(
  transaction: Transaction,
  { before, limit }: { before: Date; limit: number },
): Promise<{ customerId: string; customerName: string }[]> {
  const { rows } = await sql<{ customerId: string; customerName: string }>`WITH old AS (
      SELECT id FROM quarantine WHERE received_at < ${before} ORDER BY received_at, id LIMIT ${limit})
    DELETE FROM quarantine USING old, customer
    WHERE quarantine.id = old.id AND customer.id = quarantine.customer_id
    RETURNING customer.id AS "customerId", customer.name AS "customerName"`.execute(transaction)
  return rows
}

/** Administrators who get mails. */
export async function selectAdministrators(db: Db) {
  return await db
    .selectFrom('app_user')
    .where('is_admin', '=', true)
    .where('is_active', '=', true)
    .where('is_deleted', '=', false)
    .where('email', 'is not', null)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM mail_address
        WHERE mail_address.email = lower(app_user.email) AND stopped_at IS NOT NULL)`,
    )
    .select(['user_name as userName', 'first_name as firstName', 'last_name as lastName'])
    .select(sql<string>`app_user.email`.as('email'))
    .orderBy('id')
    .execute()
}

/** How many rows came since administrators were mailed; of several that ask, each waits for the one before. */
export async function countAdded(transaction: Transaction): Promise<number> {
  await sql`LOCK TABLE quarantine_mail IN EXCLUSIVE MODE`.execute(transaction)
  return await countRows(
    transaction
      .selectFrom('quarantine')
      .where(sql<boolean>`received_at > coalesce((SELECT sent_at FROM quarantine_mail), '-infinity')`),
  )
}

export async function updateMailed(transaction: Transaction): Promise<void> {
  await sql`INSERT INTO quarantine_mail (sent_at) VALUES (clock_timestamp())
    ON CONFLICT (is_only) DO UPDATE SET sent_at = excluded.sent_at`.execute(transaction)
}

/** As a change of the customer: rows of the quarantine have no history of their own. */
export async function insertChange(
  transaction: Transaction,
  customer: { id: string; name: string },
  change: { field: 'rejectedRow' | 'rejectedRows'; from: unknown; to: unknown },
): Promise<void> {
  await sql`SELECT write_change('customer', ${customer.id}, ${customer.name}, 'update',
    ${JSON.stringify([change])}::jsonb)`.execute(transaction)
}
