import { sql } from 'kysely'
import type { Db, Transaction } from '../../../db/tables/schema.ts'

export type JournalKind = 'accepted' | 'inserted' | 'merge' | 'change'

export interface JournalRow {
  name: string
  kind: JournalKind
  version: number
  content: Buffer
  notes: unknown
}

export async function insertEntry(transaction: Transaction, row: JournalRow): Promise<void> {
  const notes = row.notes === undefined ? null : JSON.stringify(row.notes)
  await transaction
    .insertInto('call_journal')
    .values({ ...row, notes })
    .execute()
}

/** Notes that what a folder had is in the journal; false when it was noted before. */
export async function insertMovedFolder(transaction: Transaction, name: string): Promise<boolean> {
  const inserted = await transaction
    .insertInto('call_journal')
    .values({ name, kind: 'folder', version: 0, content: Buffer.alloc(0), notes: null })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function deleteEntries(transaction: Transaction, names: readonly string[]): Promise<void> {
  await transaction.deleteFrom('call_journal').where('name', '=', anyOf(names)).execute()
}

/** Says that they are inserted, of which nothing but their rows is needed any more. */
export async function updateToInserted(transaction: Transaction, names: readonly string[]): Promise<void> {
  await transaction
    .updateTable('call_journal')
    .set({ kind: 'inserted' })
    .where('name', '=', anyOf(names))
    .where('kind', '=', 'accepted')
    .execute()
}

/** In the order of their names, without their content. */
export async function selectEntries(db: Db) {
  return await db
    .selectFrom('call_journal')
    .select(['name', 'kind', 'version', sql<number>`octet_length(content)`.as('bytes')])
    .orderBy('name')
    .execute()
}

export async function selectContent(db: Db, name: string): Promise<Buffer> {
  const row = await db
    .selectFrom('call_journal')
    .where('name', '=', name)
    .select('content')
    .executeTakeFirstOrThrow()
  // PGlite gives bytes of another class.
  return Buffer.from(row.content)
}

/** Undefined where there are none. */
export async function selectNotes(db: Db, name: string): Promise<unknown> {
  const row = await db.selectFrom('call_journal').where('name', '=', name).select('notes').executeTakeFirst()
  return row === undefined || row.notes === null ? undefined : JSON.parse(row.notes)
}

function anyOf(names: readonly string[]) {
  return sql<string>`ANY(${[...names]}::text[])`
}
