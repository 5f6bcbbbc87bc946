import type { Db } from '../../db/tables/schema.ts'

/** Read at once: of a file each is about a hundred kilobytes. */
const pageSize = 16

export async function insertLedgerPart(
  db: Db,
  { id, content }: { id: string; content: Buffer },
): Promise<void> {
  await db.insertInto('import_ledger_part').values({ import_id: id, content }).execute()
}

/** In the order in which they were written. */
export async function* selectLedger(db: Db, id: string): AsyncGenerator<Buffer> {
  for (let last = 0; ;) {
    const parts = await db
      .selectFrom('import_ledger_part')
      .select(['id', 'content'])
      .where('import_id', '=', id)
      .where('id', '>', last)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    for (const { content } of parts) yield Buffer.from(content)
    last = parts.at(-1)?.id ?? last
    if (parts.length < pageSize) return
  }
}

export async function deleteLedger(db: Db, id: string): Promise<void> {
  await db.deleteFrom('import_ledger_part').where('import_id', '=', id).execute()
}
