import type { ImportState, importSorts } from '@callboard/contract/imports'
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import { fullName } from '../../db/records/full-name.ts'
import type { ListAsked } from '../../db/records/list-page.ts'
import { listRows } from '../../db/records/record-store.ts'
import { whereGiven } from '../../db/records/where-given.ts'
import type { ImportTable } from '../../db/tables/import-tables.ts'
import type { RetentionDeletionTable } from '../../db/tables/retention-tables.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import type { WaitingRows } from '../../db/waiting-rows.ts'

function rows(db: Db) {
  return db
    .selectFrom('import')
    .innerJoin('source', 'source.id', 'import.source_id')
    .innerJoin('customer', 'customer.id', 'source.customer_id')
    .leftJoin('app_user', 'app_user.id', 'import.user_id')
    .selectAll('import')
    .select(['source.name as source_name', 'source.source_system', 'source.kind', 'source.customer_id'])
    .select(['customer.name as customer_name', 'app_user.user_name'])
    .select(fullName<string | null>('app_user').as('full_name'))
    .select((where) => [
      // The first of those that were read to their end.
      where
        .selectFrom('import as same')
        .whereRef('same.source_id', '=', 'import.source_id')
        .whereRef('same.sha256', '=', 'import.sha256')
        .whereRef('same.id', '<', 'import.id')
        .where('same.is_dry_run', '=', false)
        .where('same.state', '=', 'done')
        .orderBy('same.id')
        .limit(1)
        .select(
          sql<{ id: string; at: string }>`jsonb_build_object('id', same.id, 'at', same.created_at)`.as('of'),
        )
        .as('same_as'),
    ])
}

export type ImportRow = Awaited<ReturnType<typeof selectImports>>['items'][number]

type Sort = (typeof importSorts)[number]

const orders: Record<Sort, RawBuilder<unknown>> = {
  createdAt: sql`import.created_at`,
  name: sql`lower(import.name)`,
  sourceName: sql`lower(source.name)`,
  state: sql`import.state`,
  rows: sql`import.rows`,
  rejected: sql`import.rejected`,
}

interface Search extends ListAsked {
  sort?: Sort | undefined
  sourceId?: string | undefined
  customerId?: string | undefined
  states?: ImportState[] | undefined
}

export async function selectImports(db: Db, search: Search) {
  const { sort, desc } = search
  return await listRows(
    rows(db),
    { ...search, desc: sort === undefined || desc },
    {
      table: 'import',
      text: sql`lower(concat_ws(' ', import.name, source.name, customer.name))`,
      orders,
      isActive: sql`true`,
      narrow: (query, { sourceId, customerId, states }: Search) =>
        query
          .$call(whereGiven(sourceId, (all, id) => all.where('import.source_id', '=', id)))
          .$call(whereGiven(customerId, (all, id) => all.where('source.customer_id', '=', id)))
          .$call(whereGiven(states, (all, some) => all.where('import.state', 'in', some))),
    },
  )
}

export async function selectImport(db: Db, id: string): Promise<ImportRow | undefined> {
  return await rows(db).where('import.id', '=', id).executeTakeFirst()
}

/** Those that are to be read or undone, the oldest first. */
export async function selectWaiting(db: Db): Promise<ImportRow[]> {
  return await rows(db).where('import.state', 'in', ['running', 'undoing']).orderBy('import.id').execute()
}

/** The newest upload of somebody that is not whole. */
export async function selectUpload(
  db: Db,
  of: { sourceId: string; name: string; userId: string; isDryRun: boolean },
): Promise<ImportRow | undefined> {
  return await rows(db)
    .where('import.state', '=', 'uploading')
    .where('import.source_id', '=', of.sourceId)
    .where('import.name', '=', of.name)
    .where('import.user_id', '=', of.userId)
    .where('import.is_dry_run', '=', of.isDryRun)
    .orderBy('import.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertImport(
  transaction: Transaction,
  values: Insertable<ImportTable>,
): Promise<string> {
  const { id } = await transaction
    .insertInto('import')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes an import that is still in one of these states; false when it is not. */
export async function updateImport(
  transaction: Transaction,
  { id, states }: { id: string; states: readonly ImportState[] },
  values: Omit<Updateable<ImportTable>, 'id'>,
): Promise<boolean> {
  const row = await transaction
    .updateTable('import')
    .set(values)
    .$if(values.state !== undefined, (all) => all.set({ revision: sql`revision + 1` }))
    .where('id', '=', id)
    .where('state', 'in', states)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Of a watched folder, those whose files are still where they were read. */
export async function selectOfFolder(db: Db, sourceId: string) {
  return await db
    .selectFrom('import')
    .where('source_id', '=', sourceId)
    .where('way', '=', 'folder')
    .where('path', 'is not', null)
    .select(['id', 'path', 'ended_at'])
    .execute()
}

export async function updatePath(transaction: Transaction, id: string, path: string | null): Promise<void> {
  await transaction.updateTable('import').set({ path }).where('id', '=', id).execute()
}

/** Writes how far it is; answers whether somebody asked for its end, undefined when it has ended. */
export async function updateProgress(
  transaction: Transaction,
  id: string,
  values: Omit<Updateable<ImportTable>, 'id' | 'state'>,
): Promise<boolean | undefined> {
  const row = await transaction
    .updateTable('import')
    .set(values)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('is_stopping')
    .executeTakeFirst()
  return row?.is_stopping
}

/** Those whose files are older than they are kept, and uploads that nobody goes on with. */
export async function selectExpired(
  db: Db,
  { endedBefore, uploadedBefore }: { endedBefore: Date; uploadedBefore: Date },
): Promise<{ id: string; state: ImportState }[]> {
  return await db
    .selectFrom('import')
    .where('file_deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('ended_at', '<', endedBefore).and('state', 'not in', ['uploading', 'running', 'undoing']),
        where('state', '=', 'uploading').and(sql<Date>`uuid_extract_timestamp(id)`, '<', uploadedBefore),
      ]),
    )
    .select(['id', 'state'])
    .execute()
}

/** The ids of imports whose files are kept. */
export async function selectKept(db: Db): Promise<Set<string>> {
  const kept = await db.selectFrom('import').where('file_deleted_at', 'is', null).select('id').execute()
  return new Set(kept.map(({ id }) => id))
}

export async function selectHeld(db: Db, customerId: string): Promise<string[]> {
  const held = await db.selectFrom('call_hold').where('customer_id', '=', customerId).select('id').execute()
  return held.map(({ id }) => id)
}

/** Of these calls, how many somebody said something of, and how many have recordings. */
export async function countWorkedOn(
  db: Db,
  ids: readonly string[],
): Promise<{ annotated: number; recorded: number }> {
  const these = sql`ANY(${[...ids]}::uuid[])`
  const { rows: counted } = await sql<{ annotated: number; recorded: number }>`SELECT
    (SELECT count(*) FROM call_annotation WHERE id = ${these} AND own <> '{}') AS annotated,
    (SELECT count(DISTINCT call_id) FROM recording WHERE call_id = ${these}) AS recorded`.execute(db)
  return counted[0] ?? { annotated: 0, recorded: 0 }
}

/** Calls that were deleted at once, as an import is undone. */
export async function insertDeletion(
  transaction: Transaction,
  deleted: Omit<Insertable<RetentionDeletionTable>, 'id' | 'at' | 'kind' | 'days'>,
): Promise<void> {
  await transaction
    .insertInto('retention_deletion')
    .values({ ...deleted, at: new Date(), kind: 'calls', days: null })
    .execute()
}

/** How many of its calls were deleted so far, also by a process that is no more. */
export async function countDeleted(db: Db, importId: string): Promise<number> {
  const { count } = await db
    .selectFrom('retention_deletion')
    .where('run_id', '=', importId)
    .select(sql<number>`coalesce(sum(count), 0)::bigint`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Of those that ended since then. */
export function failedCount(since: Date): RawBuilder<number> {
  return sql<number>`(SELECT count(*) FROM import WHERE state = 'failed' AND ended_at > ${since})`
}

/** Files that are read, or wait for it, and what is undone. */
export const unfinishedImports: WaitingRows = {
  name: 'imports',
  title: 'Imported files that are not done',
  from: sql`import WHERE state IN ('running', 'undoing')`,
  since: sql<Date>`created_at`,
}
