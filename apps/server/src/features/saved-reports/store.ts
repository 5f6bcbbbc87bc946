import { sql } from 'kysely'
import { maySignIn } from '../../access/callers/store.ts'
import type { SearchedRows } from '../../db/records/find-records.ts'
import { fullName } from '../../db/records/full-name.ts'
import type { Transaction } from '../../db/tables/schema.ts'
import { whereGiven } from '../../db/records/where-given.ts'

/**
 * Locks a user who may own saved reports, and counts those they have: who adds some waits for who adds some to the same
 * user. Undefined for a user who cannot sign in.
 */
export async function lockOwner(
  transaction: Transaction,
  userId: string,
): Promise<{ count: number } | undefined> {
  const user = await transaction
    .selectFrom('app_user')
    .where('id', '=', userId)
    .where(maySignIn)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (user === undefined) return undefined
  return await transaction
    .selectFrom('saved_report')
    .where('user_id', '=', userId)
    .where('is_deleted', '=', false)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
}

/** Whether a report group is active; with a user, whether they are in it too. Kept from being changed until the end. */
export async function lockSharingGroup(
  transaction: Transaction,
  { groupId, memberId }: { groupId: string; memberId: string | undefined },
): Promise<boolean> {
  const group = await transaction
    .selectFrom('report_group')
    .where('id', '=', groupId)
    .where('is_active', '=', true)
    .$call(
      whereGiven(memberId, (all, userId) =>
        all.where((where) =>
          where.exists(
            where
              .selectFrom('report_group_user')
              .whereRef('report_group_id', '=', 'report_group.id')
              .where('user_id', '=', userId)
              .select('user_id'),
          ),
        ),
      ),
    )
    .select('id')
    .forKeyShare()
    .executeTakeFirst()
  return group !== undefined
}

/** Gives them to another owner, and answers their ids. */
export async function updateOwner(
  transaction: Transaction,
  { from, to, sharedOnly }: { from: string; to: string; sharedOnly: boolean },
): Promise<string[]> {
  const rows = await transaction
    .updateTable('saved_report')
    .set({ user_id: to, updated_at: new Date(), revision: sql`revision + 1` })
    .where('user_id', '=', from)
    .where('is_deleted', '=', false)
    .$if(sharedOnly, (all) => all.where('shared_with_group_id', 'is not', null))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** What a search of the portal finds. */
export const searched: SearchedRows = {
  from: sql`(
    SELECT saved_report.id, saved_report.name, report.name AS report_name,
        ${fullName('app_user')} AS owner_name
      FROM saved_report
        LEFT JOIN report ON report.id = saved_report.report_id
        JOIN app_user ON app_user.id = saved_report.user_id
      WHERE NOT saved_report.is_deleted) AS saved WHERE true`,
  text: sql`lower(name)`,
  subtitle: sql`concat_ws(' · ', report_name, owner_name)`,
}
