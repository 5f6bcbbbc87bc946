import { type Insertable, sql } from 'kysely'
import type { Database, Db } from '../../db/tables/schema.ts'

type NewRecord = Insertable<Database['sign_in_record']>

export async function insertSignInRecords(
  db: Db,
  values: readonly Omit<NewRecord, 'api_key_id' | 'counted_from'>[],
): Promise<void> {
  await db.insertInto('sign_in_record').values(values).execute()
}

/** Counts a failure in the record of its hour, account and address, which is made for the first one. */
export async function upsertFailure(
  db: Db,
  values: Pick<NewRecord, 'kind' | 'user_id' | 'address' | 'user_agent'> & { at: Date; counted_from: Date },
): Promise<void> {
  const { at, user_agent } = values
  await db
    .insertInto('sign_in_record')
    .values({ ...values, first_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['counted_from', 'kind', 'user_id', 'address'])
        .where('counted_from', 'is not', null)
        .doUpdateSet({ at, user_agent, times: sql<number>`sign_in_record.times + 1` }),
    )
    .execute()
}

/** Notes that a key is used, and records it when it never was; false when it was used before. */
export async function insertFirstKeyUse(
  db: Db,
  {
    api_key_id: id,
    at,
    address,
    user_agent,
  }: { api_key_id: string; at: Date; address: string | null; user_agent: string | null },
): Promise<boolean> {
  const record = await db
    .with('used', (cte) =>
      cte
        .updateTable('api_key')
        .set({ last_used_at: at })
        .where('id', '=', id)
        .where('last_used_at', 'is', null)
        .returning('id'),
    )
    .insertInto('sign_in_record')
    .columns(['kind', 'at', 'first_at', 'api_key_id', 'address', 'user_agent'])
    .expression((eb) =>
      eb
        .selectFrom('used')
        .select([
          sql<'keyFirstUsed'>`'keyFirstUsed'`.as('kind'),
          sql<Date>`${at}::timestamptz`.as('at'),
          sql<Date>`${at}::timestamptz`.as('first_at'),
          'used.id',
          sql<string | null>`${address}::text`.as('address'),
          sql<string | null>`${user_agent}::text`.as('user_agent'),
        ]),
    )
    .returning('id')
    .executeTakeFirst()
  return record !== undefined
}

export async function deleteSignInRecordsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sign_in_record').where('at', '<', before).execute()
}
