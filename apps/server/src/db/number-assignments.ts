import type { AttributedField } from '@callboard/contract/attributed-fields'
import { type Kysely, sql } from 'kysely'
import type { Database } from './tables/schema.ts'

/** An assignment as calls are attributed by it. */
export interface StoredStanding extends Record<AttributedField, string> {
  id: string
  number: string
  fromAt: Date | null
  untilAt: Date | null
}

const rowsAtOnce = 10_000

/** Of a customer, or of some of its numbers, by number and time. */
export async function selectStandings(
  db: Kysely<Database>,
  { customerId, numbers }: { customerId: string; numbers?: readonly string[] },
): Promise<StoredStanding[]> {
  const found: StoredStanding[] = []
  const text = (column: 'source' | 'medium' | 'campaign' | 'keyword' | 'location' | 'rotationgroup') =>
    sql<string>`coalesce(${sql.ref(column)}, '')`.as(column)
  for (;;) {
    const after = found.at(-1)?.id
    const rows = await db
      .selectFrom('number_assignment')
      .where('customer_id', '=', customerId)
      .$if(numbers !== undefined, (all) =>
        all.where('number', '=', sql<string>`ANY(${[...(numbers ?? [])]}::text[])`),
      )
      .$if(after !== undefined, (all) => all.where('id', '>', after ?? ''))
      .select(['id', 'number', 'from_at as fromAt', 'until_at as untilAt'])
      .select([text('source'), text('medium'), text('campaign'), text('keyword')])
      .select([text('location'), text('rotationgroup')])
      .select(sql<string>`coalesce(network, '')`.as('network'))
      .select(sql<string>`coalesce(target_number, '')`.as('targetNumber'))
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    found.push(...rows)
    if (rows.length < rowsAtOnce) return found
  }
}

/** Whose calls are attributed first to what the number stood for, whatever they say themselves. */
export async function selectNumberFirst(db: Kysely<Database>, customerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('source')
    .where('customer_id', '=', customerId)
    .where('is_number_first', '=', true)
    .select('source_system')
    .execute()
  return rows.map(({ source_system }) => source_system)
}

/** The next customer with calls that are to be attributed anew; undefined when there is none. */
export async function findCustomerToAttribute(db: Kysely<Database>): Promise<string | undefined> {
  const next = await db
    .selectFrom('number_timeline')
    .whereRef('done_revision', '<', 'revision')
    .select('customer_id')
    .orderBy('customer_id')
    .limit(1)
    .executeTakeFirst()
  return next?.customer_id
}

/** The numbers of a customer whose calls are to be attributed anew, with the revisions of their timelines. */
export async function selectNumbersToAttribute(db: Kysely<Database>, customerId: string) {
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
  db: Kysely<Database>,
  numbers: readonly NumberToAttribute[],
  changeNumber: number | null,
): Promise<void> {
  await sql`UPDATE number_timeline SET done_revision = done.revision,
      change_number = coalesce(${changeNumber}::bigint, change_number)
    FROM jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) AS done ("entityId" uuid, revision integer)
    WHERE entity_id = done."entityId"`.execute(db)
}

/** The table of calls has lost what changes after this one brought: they are made once more. */
export async function forgetAttributed(db: Kysely<Database>, since: number): Promise<void> {
  await db
    .updateTable('number_timeline')
    .set({ done_revision: 0 })
    .where('change_number', '>', since)
    .execute()
}

/** Has all calls of a customer's numbers attributed anew. */
export async function attributeAnew(db: Kysely<Database>, customerId: string): Promise<void> {
  await db
    .updateTable('number_timeline')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('customer_id', '=', customerId)
    .execute()
}
