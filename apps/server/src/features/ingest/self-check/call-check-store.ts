import type { CallDamageKind } from '@callboard/contract/call-problems'
import { sql } from 'kysely'
import type { Db } from '../../../db/tables/schema.ts'

/** Where a check is: what it checked last. */
export interface CheckPosition {
  customer_id: string
  step: number
}

export async function selectCallCheck(db: Db) {
  return await db
    .selectFrom('call_check')
    .select(['customer_id', 'step', 'begun_at', 'finished_at'])
    .executeTakeFirstOrThrow()
}

export async function updateCheckBegun(db: Db): Promise<void> {
  await db
    .updateTable('call_check')
    .set({ customer_id: '', step: 0, begun_at: sql`now()`, finished_at: null })
    .execute()
}

export async function updateCheckPosition(db: Db, position: CheckPosition): Promise<void> {
  await db.updateTable('call_check').set(position).execute()
}

/** What steps found that there are no longer is forgotten. */
export async function updateCheckFinished(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const found = sql<boolean>`found_at < (SELECT begun_at FROM call_check)`
    await transaction.deleteFrom('call_damage').where('kind', '!=', 'missing').where(found).execute()
    await transaction
      .updateTable('call_check')
      .set({ finished_at: sql`now()` })
      .execute()
  })
}

export interface FoundDamage {
  customerId: string
  kind: CallDamageKind
  step: number
  count: number
}

/** In the place of what the same step found before. */
export async function replaceDamage(db: Db, { customerId, kind, step, count }: FoundDamage): Promise<void> {
  if (count === 0) {
    await db
      .deleteFrom('call_damage')
      .where('customer_id', '=', customerId)
      .where('kind', '=', kind)
      .where('step', '=', step)
      .execute()
    return
  }
  await db
    .insertInto('call_damage')
    .values({ customer_id: customerId, kind, step, count })
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'kind', 'step'])
        .doUpdateSet((row) => ({ count: row.ref('excluded.count'), found_at: sql`now()` })),
    )
    .execute()
}

export async function selectDamage(db: Db): Promise<Pick<FoundDamage, 'kind' | 'customerId' | 'count'>[]> {
  return await db
    .selectFrom('call_damage')
    .groupBy(['customer_id', 'kind'])
    .orderBy('customer_id')
    .orderBy('kind')
    .select(['customer_id as customerId', 'kind', sql<number>`sum(count)::bigint`.as('count')])
    .execute()
}

/** The numbers of the changes that deleted calls, of a customer or of all. */
export async function selectDeletions(
  db: Db,
  { customerId, since = 0 }: { customerId?: string; since?: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('retention_deletion')
    .where('change_number', '>=', since)
    .$if(customerId !== undefined, (all) => all.where('customer_id', '=', customerId ?? null))
    .select('change_number')
    .execute()
  return rows.flatMap(({ change_number: number }) => number ?? [])
}

/** How many calls a customer should have at a change, by what it had before; undefined when that is not known. */
export async function selectExpectedCount(
  db: Db,
  { customerId, seen }: { customerId: string; seen: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('call_count')
    .where('customer_id', '=', customerId)
    .select([
      sql<number>`count - coalesce((SELECT sum(deleted.count)::bigint FROM retention_deletion AS deleted
        WHERE deleted.customer_id = call_count.customer_id AND deleted.change_number > call_count.change_number
          AND deleted.change_number <= ${seen}), 0)`.as('expected'),
    ])
    .executeTakeFirst()
  return row?.expected
}

export async function upsertCount(
  db: Db,
  { customerId, count, seen }: { customerId: string; count: number; seen: number },
): Promise<void> {
  await db
    .insertInto('call_count')
    .values({ customer_id: customerId, count, change_number: seen })
    .onConflict((conflict) =>
      conflict.column('customer_id').doUpdateSet((row) => ({
        count: row.ref('excluded.count'),
        change_number: row.ref('excluded.change_number'),
      })),
    )
    .execute()
}

export async function selectCountedCustomers(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('call_count').select('customer_id').execute()
  return rows.map(({ customer_id: id }) => id)
}
