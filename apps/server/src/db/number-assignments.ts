import type { AttributedField } from '@callboard/contract/attributed-fields'
import { type SelectQueryBuilder, sql } from 'kysely'
import { inPartsOf } from '../lib/in-parts-of.ts'
import type { Database, Db } from './tables/schema.ts'

/** An assignment as calls are attributed by it. */
export interface StoredStanding extends Record<AttributedField, string> {
  id: string
  number: string
  fromAt: Date | null
  untilAt: Date | null
}

/** What a number costs while it stands for something. */
export interface StoredCost extends Omit<StoredStanding, 'id'> {
  customerId: string
  /** A decimal, in the currency. */
  monthlyCost: string
  currency: string
  /** In which its days and months begin. */
  timeZone: string
}

const pageSize = 10_000
/** That are updated by a statement. */
const numbersPerQuery = 1000

/** Of a customer, or of some of its numbers, by number and time. */
export async function selectStandings(
  db: Db,
  { customerId, numbers }: { customerId: string; numbers?: readonly string[] },
): Promise<StoredStanding[]> {
  return await readByIds(async (after) => {
    const query = standings(db)
      .where('customer_id', '=', customerId)
      .$if(numbers !== undefined, (all) =>
        all.where('number', '=', sql<string>`ANY(${[...(numbers ?? [])]}::text[])`),
      )
    return await pageAfter(query, after).execute()
  })
}

/** Those of customers, or of all, that cost something in a span. */
export async function selectCosts(
  db: Db,
  { customerIds, from, to }: { customerIds: readonly string[] | undefined; from: Date; to: Date },
): Promise<StoredCost[]> {
  return await readByIds(async (after) => {
    const query = standings(db)
      .innerJoin('customer', 'customer.id', 'number_assignment.customer_id')
      .$if(customerIds !== undefined, (all) =>
        all.where('customer.id', '=', sql<string>`ANY(${[...(customerIds ?? [])]}::uuid[])`),
      )
      .where('monthly_cost', '>', '0')
      .where((where) => where.or([where('from_at', 'is', null), where('from_at', '<', to)]))
      .where((where) => where.or([where('until_at', 'is', null), where('until_at', '>', from)]))
      .select(['customer.id as customerId', 'customer.currency', 'customer.time_zone as timeZone'])
      .select(sql<string>`trim_scale(monthly_cost)::text`.as('monthlyCost'))
    return await pageAfter(query, after).execute()
  })
}

function standings(db: Db) {
  const text = (column: Exclude<AttributedField, 'targetNumber'>) =>
    sql<string>`coalesce(${sql.ref(`number_assignment.${column}`)}, '')`.as(column)
  return db
    .selectFrom('number_assignment')
    .select(['number_assignment.id', 'number', 'from_at as fromAt', 'until_at as untilAt'])
    .select([text('source'), text('medium'), text('campaign'), text('keyword')])
    .select([text('location'), text('rotationgroup'), text('network')])
    .select(sql<string>`coalesce(target_number, '')`.as('targetNumber'))
}

function pageAfter<Row>(
  query: SelectQueryBuilder<Database, 'number_assignment', Row>,
  after: string | undefined,
): SelectQueryBuilder<Database, 'number_assignment', Row> {
  return query
    .$if(after !== undefined, (all) => all.where('number_assignment.id', '>', after ?? ''))
    .orderBy('number_assignment.id')
    .limit(pageSize)
}

/** All pages of a query that goes on after an id. */
async function readByIds<Row extends { id: string }>(
  readAfter: (id: string | undefined) => Promise<Row[]>,
): Promise<Row[]> {
  const found: Row[] = []
  for (;;) {
    const rows = await readAfter(found.at(-1)?.id)
    found.push(...rows)
    if (rows.length < pageSize) return found
  }
}

/** Whose calls are attributed first to what the number stood for, whatever they say themselves. */
export async function selectNumberFirst(db: Db, customerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('source')
    .where('customer_id', '=', customerId)
    .where('is_number_first', '=', true)
    .select('source_system')
    .execute()
  return rows.map(({ source_system }) => source_system)
}

/**
 * The next customer with calls that are to be attributed anew, and no change of numbers that is still being written: calls
 * change once. Undefined when there is none.
 */
export async function findCustomerToAttribute(db: Db): Promise<string | undefined> {
  const next = await db
    .selectFrom((all) =>
      all
        .selectFrom('number_timeline')
        .whereRef('done_revision', '<', 'revision')
        .select('customer_id')
        .union((others) => others.selectFrom('recoding').where('is_done', '=', false).select('customer_id'))
        .as('next'),
    )
    .where('customer_id', 'not in', (all) =>
      all.selectFrom('number_change').where('parts_left', '>', 0).select('customer_id'),
    )
    .select('customer_id')
    .orderBy('customer_id')
    .limit(1)
    .executeTakeFirst()
  return next?.customer_id
}

/** The numbers of a customer whose calls are to be attributed anew, with the revisions of their timelines. */
export async function selectNumbersToAttribute(db: Db, customerId: string) {
  return await db
    .selectFrom('number_timeline')
    .where('customer_id', '=', customerId)
    .whereRef('done_revision', '<', 'revision')
    .select(['entity_id as entityId', 'number', 'revision'])
    .orderBy('number')
    .execute()
}
export type NumberToAttribute = Awaited<ReturnType<typeof selectNumbersToAttribute>>[number]

/** Notes with which revisions of timelines all calls of these numbers are attributed. */
export async function updateAttributed(
  db: Db,
  numbers: readonly NumberToAttribute[],
  changeNumber: number | null,
): Promise<void> {
  for (const some of inPartsOf(numbersPerQuery, numbers)) {
    await sql`UPDATE number_timeline SET done_revision = done.revision,
        change_number = coalesce(${changeNumber}::bigint, change_number)
      FROM jsonb_to_recordset(${JSON.stringify(some)}::jsonb) AS done ("entityId" uuid, revision integer)
      WHERE entity_id = done."entityId"`.execute(db)
  }
}

/** The table of calls has lost what changes after this one brought: they are made once more. */
export async function forgetAttributed(db: Db, since: number): Promise<void> {
  await db
    .updateTable('number_timeline')
    .set({ done_revision: 0 })
    .where('change_number', '>', since)
    .execute()
  await db.updateTable('recoding').set({ is_done: false }).where('change_number', '>', since).execute()
}

/** Has all calls of a customer's numbers attributed anew. */
export async function attributeAnew(db: Db, customerId: string): Promise<void> {
  await db
    .updateTable('number_timeline')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('customer_id', '=', customerId)
    .execute()
}
