import type { EntityType } from '@callboard/contract/claims'
import type { Body } from '@callboard/contract/endpoint'
import type { Assignment, NumberTimeline, searchNumbers } from '@callboard/contract/numbers'
import { sql } from 'kysely'
import { type EntityVisibility, isVisible } from '../../access/rows/entity-visibility.ts'
import { countRows, hasText, type ListPage, readListPage } from '../../db/records/list-page.ts'
import { whereGiven } from '../../db/records/where-given.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import type { Planned } from './timelines.ts'

const isoInstant = (column: string) =>
  sql`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const own = (column: string) => sql.ref(`number_assignment.${column}`)

/** What a row says. */
export const assignmentOfRow = sql<Assignment>`json_build_object(
  'id', ${own('id')}, 'from', ${isoInstant('from_at')}, 'until', ${isoInstant('until_at')},
  'source', ${own('source')}, 'medium', ${own('medium')}, 'campaign', ${own('campaign')}, 'keyword', ${own('keyword')},
  'location', ${own('location')}, 'rotationgroup', ${own('rotationgroup')}, 'network', ${own('network')},
  'targetNumber', ${own('target_number')}, 'monthlyCost', trim_scale(${own('monthly_cost')})::text,
  'note', ${own('note')})`

/** All of a number, in the order of time. */
const assignmentsOfNumber = sql<Assignment[]>`(
  SELECT coalesce(json_agg(${assignmentOfRow} ORDER BY from_at NULLS FIRST), '[]')
    FROM number_assignment WHERE entity_id = entity.id)`

/** Those of customers; a number of no customer in particular stands for nothing. */
function numbers(db: Db, visibility: EntityVisibility) {
  return db
    .selectFrom('entity')
    .innerJoin('customer', 'customer.id', 'entity.customer_id')
    .leftJoin('number_timeline as timeline', 'timeline.entity_id', 'entity.id')
    .where('entity.type', '=', 'number')
    .where(isVisible('entity', visibility))
    .select(['entity.id', 'entity.code as number', 'entity.name', 'entity.is_active as isActive'])
    .select(['customer.id as customerId', 'customer.name as customerName', 'customer.currency'])
    .select('customer.time_zone as timeZone')
    .select(sql<number>`coalesce(timeline.revision, 0)`.as('revision'))
    .select(sql<boolean>`coalesce(timeline.done_revision < timeline.revision, false)`.as('isPending'))
    .select(assignmentsOfNumber.as('assignments'))
}

const standsForSomething = sql<boolean>`EXISTS (
  SELECT 1 FROM number_assignment WHERE entity_id = entity.id
    AND (from_at IS NULL OR from_at <= now()) AND (until_at IS NULL OR until_at > now()))`

/** Numbers that were called since then. */
export interface Heard {
  since: Date
  called: readonly { customer: string; code: string }[]
}

/** It has stood for something since before, and nobody called it. */
const isSilent = ({ since, called }: Heard) => sql<boolean>`${standsForSomething}
  AND EXISTS (SELECT 1 FROM number_assignment
    WHERE entity_id = entity.id AND (from_at IS NULL OR from_at <= ${since}))
  AND (entity.customer_id, entity.code) NOT IN (
    SELECT customer, code FROM jsonb_to_recordset(${JSON.stringify(called)}::jsonb) AS heard (customer uuid, code text))`

export async function countSilent(db: Db, heard: Heard): Promise<number> {
  return await countRows(
    db.selectFrom('entity').where('type', '=', 'number').where('is_active', '=', true).where(isSilent(heard)),
  )
}

/** Customers whose numbers stand for something, those with the most of them first. */
export async function selectAssigningCustomers(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('number_assignment')
    .select('customer_id')
    .groupBy('customer_id')
    .orderBy(sql`count(*)`, 'desc')
    .limit(maxCustomers)
    .execute()
  return rows.map(({ customer_id }) => customer_id)
}

const maxCustomers = 1000

const orders = { number: sql`entity.code`, name: sql`lower(entity.name)` }

export async function selectNumbers(
  db: Db,
  visibility: EntityVisibility,
  { heard, ...search }: Body<typeof searchNumbers> & { heard?: Heard | undefined },
): Promise<ListPage<NumberTimeline>> {
  const query = numbers(db, visibility)
    .$if(search.activeOnly, (all) => all.where('entity.is_active', '=', true))
    .$call(whereGiven(search.customerId, (all, id) => all.where('entity.customer_id', '=', id)))
    .$call(whereGiven(search.keyword, (all, text) => all.where(hasText(sql.ref('entity.search_text'), text))))
    .$if(search.standsFor === 'something', (all) => all.where(standsForSomething))
    .$if(search.standsFor === 'nothing', (all) => all.where(sql<boolean>`NOT ${standsForSomething}`))
    .$call(whereGiven(heard, (all, known) => all.where(isSilent(known))))
  return await readListPage(query, search, {
    order: orders[search.sort ?? 'number'],
    tie: sql`entity.id`,
    isNeverNull: true,
  })
}

export async function selectNumbersById(
  db: Db,
  visibility: EntityVisibility,
  ids: readonly string[],
): Promise<NumberTimeline[]> {
  return await numbers(db, visibility)
    .where('entity.id', '=', sql<string>`ANY(${[...ids]}::uuid[])`)
    .orderBy('entity.id')
    .execute()
}

/** A number and all that it stands for. */
export type StoredTimeline = Pick<NumberTimeline, 'id' | 'number' | 'assignments'>

/** Of these numbers of a customer those that there are, whoever may see them. */
export async function selectTimelines(db: Db, coded: CodedNumbers): Promise<StoredTimeline[]> {
  const ids = await selectNumberIds(db, coded)
  return await selectTimelinesById(db, [...ids.values()])
}

/** Of the numbers with these ids those that there are, whoever may see them. */
export async function selectTimelinesById(db: Db, ids: readonly string[]): Promise<StoredTimeline[]> {
  return await db
    .selectFrom('entity')
    .where('type', '=', 'number')
    .where('id', '=', sql<string>`ANY(${[...ids]}::uuid[])`)
    .select(['id', 'code as number'])
    .select(assignmentsOfNumber.as('assignments'))
    .orderBy('id')
    .execute()
}

interface CodedNumbers {
  customerId: string
  codes: readonly string[]
}

/** Ids by the number, whoever may see them; each is looked up, however many others the customer has. */
export async function selectNumberIds(
  db: Db,
  { customerId, codes }: CodedNumbers,
): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map()
  const { rows } = await sql<{ id: string; code: string }>`
    SELECT found.id, asked.code FROM unnest(${[...codes]}::text[]) AS asked (code), LATERAL (
      SELECT id FROM entity
        WHERE type = 'number' AND customer_id = ${customerId}::uuid AND entity.code = asked.code LIMIT 1) AS found`.execute(
    db,
  )
  return new Map(rows.map(({ id, code }) => [code, id]))
}

/** Ids of the new entities by the number. */
export async function insertNumbers(
  transaction: Transaction,
  { customerId, codes }: { customerId: string; codes: readonly string[] },
): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map()
  const { rows } = await sql<{ id: string; code: string }>`
    INSERT INTO entity (type, code, name, customer_id)
    SELECT 'number', code, code, ${customerId}::uuid FROM unnest(${[...codes]}::text[]) AS added (code)
    RETURNING id, code`.execute(transaction)
  return new Map(rows.map(({ id, code }) => [code, id]))
}

export async function selectCustomer(db: Db, id: string) {
  return await db
    .selectFrom('customer')
    .where('id', '=', id)
    .select(['id', 'time_zone as timeZone', 'country'])
    .executeTakeFirst()
}

/** Of these codes those that an entity of the type has, of the customer or of none in particular. */
export async function selectKnownCodes(
  db: Db,
  { customerId, type, codes }: { customerId: string; type: EntityType; codes: readonly string[] },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('entity')
    .where('type', '=', type)
    .where((where) => where.or([where('customer_id', '=', customerId), where('customer_id', 'is', null)]))
    .where('code', '=', sql<string>`ANY(${[...codes]}::text[])`)
    .select('code')
    .execute()
  return new Set(rows.map(({ code }) => code))
}

/** Lets nobody else change what these numbers stand for until the transaction ends; their revisions by their ids. */
export async function lockTimelines(
  transaction: Transaction,
  locked: readonly { id: string; number: string; customerId: string }[],
): Promise<Map<string, number>> {
  const rows = JSON.stringify(locked)
  await sql`INSERT INTO number_timeline (entity_id, customer_id, number)
    SELECT id, "customerId", number
      FROM jsonb_to_recordset(${rows}::jsonb) AS locked (id uuid, "customerId" uuid, number text)
      ORDER BY id
    ON CONFLICT (entity_id) DO NOTHING`.execute(transaction)
  const found = await transaction
    .selectFrom('number_timeline')
    .where('entity_id', '=', sql<string>`ANY(${locked.map(({ id }) => id)}::uuid[])`)
    .orderBy('entity_id')
    .forUpdate()
    .select(['entity_id', 'revision'])
    .execute()
  return new Map(found.map(({ entity_id, revision }) => [entity_id, revision]))
}

export async function raiseRevisions(
  transaction: Transaction,
  { ids, changeId }: { ids: readonly string[]; changeId: string },
): Promise<void> {
  await transaction
    .updateTable('number_timeline')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1), last_change_id: changeId }))
    .where('entity_id', '=', sql<string>`ANY(${[...ids]}::uuid[])`)
    .execute()
}

/** Tables that have grown are read otherwise than they were: statements are planned anew. */
export async function analyzeNumbers(db: Db): Promise<void> {
  await sql`ANALYZE entity, number_assignment, number_timeline, number_change_part`.execute(db)
}

export interface WrittenAssignment extends Planned {
  entityId: string
  customerId: string
  number: string
}

const recordset = sql`(id uuid, "entityId" uuid, "customerId" uuid, number text, "from" timestamptz,
  "until" timestamptz, source text, medium text, campaign text, keyword text, location text, rotationgroup text,
  network text, "targetNumber" text, "monthlyCost" numeric, note text)`

export async function insertAssignments(
  transaction: Transaction,
  assignments: readonly WrittenAssignment[],
): Promise<void> {
  if (assignments.length === 0) return
  await sql`INSERT INTO number_assignment (id, entity_id, customer_id, number, from_at, until_at, source, medium,
      campaign, keyword, location, rotationgroup, network, target_number, monthly_cost, note)
    SELECT coalesce(id, uuidv7()), "entityId", "customerId", number, "from", "until", source, medium, campaign, keyword,
        location, rotationgroup, network, "targetNumber", "monthlyCost", note
      FROM jsonb_to_recordset(${JSON.stringify(assignments)}::jsonb) AS given ${recordset}`.execute(
    transaction,
  )
}

export async function updateAssignments(
  transaction: Transaction,
  assignments: readonly WrittenAssignment[],
): Promise<void> {
  if (assignments.length === 0) return
  await sql`UPDATE number_assignment SET from_at = "from", until_at = "until", source = given.source,
      medium = given.medium, campaign = given.campaign, keyword = given.keyword, location = given.location,
      rotationgroup = given.rotationgroup, network = given.network, target_number = "targetNumber",
      monthly_cost = "monthlyCost", note = given.note, revision = number_assignment.revision + 1
    FROM jsonb_to_recordset(${JSON.stringify(assignments)}::jsonb) AS given ${recordset}
    WHERE number_assignment.id = given.id`.execute(transaction)
}

export async function deleteAssignments(transaction: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await transaction
    .deleteFrom('number_assignment')
    .where('id', '=', sql<string>`ANY(${[...ids]}::uuid[])`)
    .execute()
}
