import type { Db, Transaction } from '../../db/tables/schema.ts'

/** The settings that were changed, by key; of a secret only that it was. */
export async function selectSettings(db: Db) {
  const rows = await db.selectFrom('setting').select(['key', 'value', 'revision']).execute()
  return new Map(rows.map((row) => [row.key, row]))
}

/** A secret is stored apart from the values that are shown. */
export interface SettingColumns {
  /** JSON. */
  value: string
  secret: string | null
}

/** False when the setting was changed before. */
export async function insertSetting(
  transaction: Transaction,
  key: string,
  columns: SettingColumns,
): Promise<boolean> {
  const row = await transaction
    .insertInto('setting')
    .values({ key, ...columns })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

/** False when the setting has its default, or another revision than the given one. */
export async function deleteSetting(
  transaction: Transaction,
  key: string,
  revision?: number,
): Promise<boolean> {
  const row = await transaction
    .deleteFrom('setting')
    .where('key', '=', key)
    .$if(revision !== undefined, (query) => query.where('revision', '=', revision ?? 0))
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}
