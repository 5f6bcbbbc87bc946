import type { Db } from './tables/schema.ts'

/** How far it has been classified anew which missed calls were returned. */
export async function selectRecalculation(db: Db) {
  return await db
    .selectFrom('returned_recalculation')
    .select(['revision', 'customer_id', 'calls_done', 'calls_total', 'is_finished'])
    .executeTakeFirstOrThrow()
}
export type Recalculation = Awaited<ReturnType<typeof selectRecalculation>>

/** It begins anew, whatever was done before. */
export async function updateToUnfinished(db: Db): Promise<void> {
  await db
    .updateTable('returned_recalculation')
    .set(({ eb }) => ({
      revision: eb('revision', '+', 1),
      customer_id: '',
      calls_done: 0,
      calls_total: 0,
      is_finished: false,
    }))
    .execute()
}

/** False when it has begun anew since that revision. */
export async function updateRecalculation(
  db: Db,
  { revision, ...values }: Partial<Recalculation> & Pick<Recalculation, 'revision'>,
): Promise<boolean> {
  const updated = await db
    .updateTable('returned_recalculation')
    .set(values)
    .where('revision', '=', revision)
    .returning('revision')
    .executeTakeFirst()
  return updated !== undefined
}
