import type { Overview } from '@callboard/contract/overview'
import { sql } from 'kysely'
import type { Db } from '../../db/tables/schema.ts'

export const quarantinedCount = sql<number>`(SELECT coalesce(sum(kept), 0)::bigint FROM quarantine_source)`

/** Rejected rows that were not kept, as there were too many of their sources. */
export const droppedCount = sql<number>`(SELECT coalesce(sum(dropped), 0)::bigint FROM quarantine_source)`

/** How far the recalculation of returned calls is; null when it is done. */
export async function findRecalculation(db: Db): Promise<Overview['recalculation']> {
  const found = await db
    .selectFrom('returned_recalculation')
    .where('is_finished', '=', false)
    .select(['calls_done as callsDone', 'calls_total as callsTotal'])
    .executeTakeFirst()
  return found ?? null
}

/** What the check of the stored calls found, of all customers. */
export async function selectDamagedCalls(db: Db) {
  return await db
    .selectFrom('call_damage')
    .groupBy('kind')
    .orderBy('kind')
    .select(['kind', sql<number>`sum(count)::bigint`.as('count')])
    .execute()
}

/** When the check of the stored calls ended last, in seconds since 1970; 0 before the first one. */
export const checkedAt = sql<number>`(SELECT coalesce(extract(epoch FROM max(finished_at)), 0)::float8 FROM call_check)`
