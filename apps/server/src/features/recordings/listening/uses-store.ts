import { type Insertable, sql } from 'kysely'
import { fullName } from '../../../db/records/full-name.ts'
import { countRows, readListPage } from '../../../db/records/list-page.ts'
import type { Database, Db } from '../../../db/tables/schema.ts'

export async function insertUse(
  db: Db,
  values: Omit<Insertable<Database['recording_use']>, 'customer_id'>,
): Promise<void> {
  await db
    .insertInto('recording_use')
    .values((from) => ({
      ...values,
      customer_id: from.selectFrom('recording').where('id', '=', values.recording_id).select('customer_id'),
    }))
    .execute()
}

/** How many originals somebody played since then. */
export async function countOriginals(db: Db, userId: string, since: Date): Promise<number> {
  return await countRows(
    db
      .selectFrom('recording_use')
      .where('user_id', '=', userId)
      .where('at', '>', since)
      .where('is_redacted', '=', false)
      .where('kind', '!=', 'data'),
  )
}

/** The same use by the same session since then; others of it wait until the transaction ends. */
export async function hasUse(
  transaction: Db,
  use: Pick<Insertable<Database['recording_use']>, 'recording_id' | 'session_id' | 'is_redacted' | 'kind'>,
  since: Date,
): Promise<boolean> {
  const key = `callboard.recording-use ${use.session_id} ${use.recording_id}`
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(transaction)
  const row = await transaction
    .selectFrom('recording_use')
    .where('recording_id', '=', use.recording_id)
    .where('session_id', '=', use.session_id)
    .where('is_redacted', '=', use.is_redacted)
    .where('kind', '=', use.kind)
    .where('at', '>', since)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Who used a recording, the newest first. */
export async function selectUses(
  db: Db,
  recordingId: string,
  { page, pageSize }: { page: number; pageSize: number },
) {
  const query = db
    .selectFrom('recording_use')
    .where('recording_id', '=', recordingId)
    .innerJoin('app_user', 'app_user.id', 'recording_use.user_id')
    .leftJoin('app_user as masked', 'masked.id', 'recording_use.masked_user_id')
    .select([
      'recording_use.id',
      'at',
      'app_user.user_name as userName',
      fullName('app_user').as('fullName'),
      'masked.user_name as maskedUserName',
      fullName<string | null>('masked').as('maskedFullName'),
      'recording_use.is_redacted as redacted',
      'kind',
      'reason',
      'address',
    ])
  const by = { order: sql`at`, tie: sql`recording_use.id`, isNeverNull: true }
  return await readListPage(query, { page, pageSize, desc: true }, by)
}
