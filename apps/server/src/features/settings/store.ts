import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/schema.ts'

/** What was changed, by key; of a secret only that it was. */
export async function listSettingRows(db: Kysely<Database>) {
  const rows = await db.selectFrom('setting').select(['key', 'value', 'revision']).execute()
  return new Map(rows.map((row) => [row.key, row]))
}

/** A value as it is kept: a secret apart from the others. */
export interface KeptValue {
  value: unknown
  secret: string | null
}

export async function insertSetting(
  transaction: Transaction<Database>,
  key: string,
  { value, secret }: KeptValue,
): Promise<void> {
  await transaction
    .insertInto('setting')
    .values({ key, value: JSON.stringify(value), secret })
    .execute()
}

/** False when it is not changed, or its revision is another one by now. */
export async function updateSettingRow(
  transaction: Transaction<Database>,
  { key, revision, kept }: { key: string; revision: number | undefined; kept: KeptValue },
): Promise<boolean> {
  const row = await transaction
    .updateTable('setting')
    .set((eb) => ({
      value: JSON.stringify(kept.value),
      secret: kept.secret,
      revision: eb('revision', '+', 1),
    }))
    .where('key', '=', key)
    .$if(revision !== undefined, (query) => query.where('revision', '=', revision ?? 0))
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteSettingRow(transaction: Transaction<Database>, key: string): Promise<boolean> {
  const row = await transaction
    .deleteFrom('setting')
    .where('key', '=', key)
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}
