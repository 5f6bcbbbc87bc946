import type { FileFormat } from '@callboard/contract/export-types'
import type { ExportedRows } from '@callboard/contract/exports'
import { sql, type UpdateObject } from 'kysely'
import { countRows } from '../../db/records/list-page.ts'
import type { Database, Db, Transaction } from '../../db/tables/schema.ts'
import type { WaitingRows } from '../../db/waiting-rows.ts'

const shown = [
  'id',
  'name',
  'format',
  'state',
  'error',
  'rows_done',
  'row_count',
  'bytes',
  'file_name',
  'created_at',
  'ended_at',
  'expires_at',
] as const

/** Whose export it is, so that nobody gets anybody else's. */
export interface OwnExport {
  id: string
  userId: string
}

export async function insertExport(
  transaction: Transaction,
  { asked, ...values }: { user_id: string; name: string; format: FileFormat; asked: ExportedRows },
) {
  return await transaction
    .insertInto('report_export')
    .values({ ...values, asked: JSON.stringify(asked), created_at: new Date() })
    .returning(shown)
    .executeTakeFirstOrThrow()
}

export async function selectExports(db: Db, userId: string) {
  return await db
    .selectFrom('report_export')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .select(shown)
    .execute()
}

export async function selectExport(db: Db, { id, userId }: OwnExport) {
  return await db
    .selectFrom('report_export')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .select(shown)
    .select(['asked', 'snapshot', 'scope_fingerprint', 'file_key'])
    .executeTakeFirst()
}

/** Keeps other exports of this user from being added until the transaction ends. */
export async function lockExports(transaction: Transaction, userId: string): Promise<void> {
  await transaction
    .selectFrom('app_user')
    .where('id', '=', userId)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** How many exports of a user wait or run. */
export async function countOpenExports(db: Db, userId: string): Promise<number> {
  return await countRows(
    db.selectFrom('report_export').where('user_id', '=', userId).where('state', 'in', ['waiting', 'running']),
  )
}

/** Of the files that are kept or being written. */
export async function selectKeptBytes(db: Db, userId: string) {
  return await db
    .selectFrom('report_export')
    .where('state', 'in', ['running', 'ready'])
    .select(sql<number>`coalesce(sum(bytes) FILTER (WHERE user_id = ${userId}), 0)::bigint`.as('user'))
    .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as('portal'))
    .executeTakeFirstOrThrow()
}

/** Ends an export that waits or runs; false when none does. */
export async function updateStopped(db: Db, { id, userId }: OwnExport): Promise<boolean> {
  const row = await db
    .updateTable('report_export')
    .set({ state: 'stopped', ended_at: new Date(), worker: null })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('state', 'in', ['waiting', 'running'])
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The file of one that is ready may not be had any more. */
export async function updateWithdrawn(db: Db, id: string, error: string): Promise<void> {
  await db
    .updateTable('report_export')
    .set({ state: 'failed', error })
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .execute()
}

/** What was deleted; undefined when there was none. */
export async function deleteExport(db: Db, { id, userId }: OwnExport) {
  return await db
    .deleteFrom('report_export')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('file_key')
    .executeTakeFirst()
}

/** Forgets what ended, or whose file was deleted, before this. */
export async function deleteExportsBefore(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('report_export')
    .where('state', 'not in', ['waiting', 'running'])
    .where(sql<Date>`coalesce(expires_at, ended_at)`, '<', before)
    .execute()
}

export async function updateExpired(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('report_export')
    .set({ state: 'expired' })
    .where('state', '=', 'ready')
    .where('expires_at', '<=', now)
    .execute()
}

/** Keys of the files that are kept or being written. */
export async function selectFileKeys(db: Db): Promise<Set<string | null>> {
  const rows = await db
    .selectFrom('report_export')
    .where('state', 'in', ['running', 'ready'])
    .select('file_key')
    .execute()
  return new Set(rows.map(({ file_key: key }) => key))
}

/**
 * The oldest export that waits and whose user has none running becomes this worker's; undefined when there is none. The
 * key of its file has the attempt in it, so that no two processes ever write the same file.
 */
export async function claimExport(db: Db, worker: string) {
  return await db.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('callboard.claim-export', 0))`.execute(
      transaction,
    )
    return await transaction
      .updateTable('report_export')
      .set({
        state: 'running',
        worker,
        beat_at: sql`now()`,
        attempts: sql`attempts + 1`,
        file_key: sql`concat(id, '-', attempts + 1, '.', format)`,
        rows_done: 0,
        bytes: 0,
      })
      .where('id', '=', (where) =>
        where
          .selectFrom('report_export as next')
          .where('next.state', '=', 'waiting')
          .where(
            sql<boolean>`NOT EXISTS (SELECT FROM report_export AS running
              WHERE running.user_id = next.user_id AND running.state = 'running')`,
          )
          .orderBy('next.created_at')
          .orderBy('next.id')
          .limit(1)
          .select('next.id'),
      )
      .returning(['id', 'user_id', 'format', 'asked', 'created_at', sql<string>`file_key`.as('file_key')])
      .executeTakeFirst()
  })
}

/** How far it is. With a row of others, a file has one more than it counts. */
export async function updateProgress(
  db: Db,
  own: { id: string; worker: string },
  { rows, bytes }: { rows: number; bytes: number },
): Promise<boolean> {
  return await updateRunning(db, own, { rows_done: sql`least(${rows}::bigint, row_count)`, bytes })
}

/** It waits again, as if it had not been tried. */
export async function updateReleased(db: Db, own: { id: string; worker: string }): Promise<void> {
  await updateRunning(db, own, { state: 'waiting', worker: null, attempts: sql`attempts - 1` })
}

/** Writes how far a worker is; false when the export is not its any more. */
export async function updateRunning(
  db: Db,
  { id, worker }: { id: string; worker: string },
  values: UpdateObject<Database, 'report_export'>,
): Promise<boolean> {
  const row = await db
    .updateTable('report_export')
    .set({ ...values, beat_at: sql`now()` })
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Exports that are not written yet. */
export const waitingExports: WaitingRows = {
  name: 'exports',
  title: 'Exports',
  from: sql`report_export WHERE state IN ('waiting', 'running')`,
  since: sql<Date>`created_at`,
}
