import { sql } from 'kysely'
import { z } from 'zod'
import type { CallStore } from '../../../db/calls/call-store.ts'
import type { Db, Transaction } from '../../../db/tables/schema.ts'
import { selectNewest, NotifiedCall } from '../changes/newest-calls.ts'
import { CallValues, columnsOf, OwnValues } from './annotation.ts'
import { inPartsOf } from '../../../lib/in-parts-of.ts'

const AnnotationRow = z.object({
  id: z.string(),
  sent: CallValues,
  own: OwnValues,
  own_before: OwnValues,
  revision: z.int(),
})
export type StoredAnnotation = z.infer<typeof AnnotationRow>

/** A statement for more would keep others waiting where the database is embedded. */
const idsPerQuery = 2000

export async function selectAnnotations(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, StoredAnnotation>> {
  const found = new Map<string, StoredAnnotation>()
  for (const some of inPartsOf(idsPerQuery, ids)) {
    const rows = await db
      .selectFrom('call_annotation')
      .where('id', '=', sql<string>`ANY(${some}::uuid[])`)
      .select(['id', 'sent', 'own', 'own_before', 'revision'])
      .execute()
    for (const row of rows) found.set(row.id, AnnotationRow.parse(row))
  }
  return found
}

/** What their sources say of calls that people have edited. */
export async function selectSourceValues(db: Db, ids: readonly string[]): Promise<Map<string, CallValues>> {
  const stored = await selectAnnotations(db, ids)
  return new Map(Array.from(stored, ([id, { sent }]) => [id, sent]))
}

/** The calls whose last edit is this one, by this person. */
export async function selectIdsOfChange(
  db: Db,
  { change, userId }: { change: number; userId: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('call_annotation')
    .where('change_number', '=', change)
    .where('edited_by', '=', userId)
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The calls that people have edited since a change, with their customers. */
export async function selectEditedSince(db: Db, change: number) {
  return await db
    .selectFrom('call_annotation')
    .where('change_number', '>', change)
    .select(['id', 'customer_id as customerId'])
    .orderBy('id')
    .execute()
}

/** Whether what belongs to a change is kept here, an edit or a deletion of calls: then the change happened. */
export async function hasChange(db: Db, change: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM call_annotation WHERE change_number = ${change}
    UNION ALL SELECT FROM retention_deletion WHERE change_number = ${change} LIMIT 1`.execute(db)
  return rows.length > 0
}

export interface AnnotationToWrite {
  id: string
  customerId: string
  name: string
  sent: CallValues
  own: OwnValues
}

/** Inserts them, or updates those that are there, whose revision rises. */
export async function insertAnnotations(
  transaction: Transaction,
  annotations: readonly AnnotationToWrite[],
  { number, userId }: { number: number; userId: string },
): Promise<void> {
  const rows = annotations.map(({ customerId, ...row }) => ({ ...row, customer_id: customerId }))
  await sql`INSERT INTO call_annotation (id, customer_id, name, sent, own, own_before, change_number, edited_by)
    SELECT id, customer_id, name, sent, own, '{}', ${number}::bigint, ${userId}::uuid
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS edited (id uuid, customer_id uuid, name text, sent jsonb, own jsonb)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, sent = excluded.sent, own = excluded.own,
      own_before = call_annotation.own, change_number = excluded.change_number, edited_by = excluded.edited_by,
      revision = call_annotation.revision + 1`.execute(transaction)
}

/** What the source sends now. No change by people, so none is recorded. */
export async function updateSent(
  db: Db,
  annotations: readonly Pick<StoredAnnotation, 'id' | 'sent'>[],
): Promise<void> {
  await sql`UPDATE call_annotation SET sent = newer.sent
    FROM jsonb_to_recordset(${JSON.stringify(annotations)}::jsonb) AS newer (id uuid, sent jsonb)
    WHERE call_annotation.id = newer.id`.execute(db)
}

/** In which the value of a call without a currency is. */
export async function selectCurrencies(db: Db, customerIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('customer')
    .where('id', '=', sql<string>`ANY(${[...customerIds]}::uuid[])`)
    .select(['id', 'currency'])
    .execute()
  return new Map(rows.map(({ id, currency }) => [id, currency]))
}

const valueNames = CallValues.keyof().options
const CurrentCall = NotifiedCall.extend({
  contactNumber: z.string().nullable(),
  values: CallValues,
}).readonly()

/** To be called while nothing is written. */
export async function selectCurrentCalls(
  calls: CallStore,
  asked: { customerIds: readonly string[]; ids: readonly string[] },
) {
  const rows = await selectNewest(calls, asked, { fields: ['contactNumber', ...valueNames] })
  return rows.map((row) => CurrentCall.parse({ ...row, values: row }))
}

export interface ShownCall {
  id: string
  customerId: string
  startedAt: string
  shown: CallValues
}

/** The columns of the table of calls that an edit changes; `annotation_change` has them, too. */
export const annotationColumns = {
  table: 'annotation_change',
  columns: ['tags', 'note', 'lead_status', 'score', 'value', 'cost', 'currency'],
} as const

/** As lines for `changeColumns`. */
export function encodeShown(number: number, edited: readonly ShownCall[]): Buffer {
  return Buffer.from(
    edited.map(({ id, shown }) => `${JSON.stringify({ number, id, ...columnsOf(shown) })}\n`).join(''),
  )
}
