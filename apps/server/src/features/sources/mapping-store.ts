import type { Mapping } from '@callboard/contract/mappings'
import { sql } from 'kysely'
import { fullName } from '../../db/records/full-name.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'

export async function selectVersions(db: Db, sourceId: string) {
  return await db
    .selectFrom('source_mapping')
    .leftJoin('app_user', 'app_user.id', 'created_by')
    .where('source_id', '=', sourceId)
    .select(['version', 'source_mapping.created_at as createdAt'])
    .select(fullName<string | null>('app_user').as('createdByName'))
    .orderBy('version', 'desc')
    .execute()
}

/** The newest unless a version is named. */
export async function selectMapping(
  db: Db,
  { sourceId, version }: { sourceId: string; version: number | undefined },
) {
  const ofSource = db
    .selectFrom('source_mapping')
    .where('source_id', '=', sourceId)
    .select(['version', 'mapping'])
  return await (version === undefined ? ofSource : ofSource.where('version', '=', version))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** As a change of the source, which is locked. */
export async function insertMapping(
  transaction: Transaction,
  source: { id: string; name: string },
  saved: { mapping: Mapping; before: number; userId: string | null },
): Promise<void> {
  const version = saved.before + 1
  await transaction
    .insertInto('source_mapping')
    .values({
      source_id: source.id,
      version,
      mapping: JSON.stringify(saved.mapping),
      created_by: saved.userId,
    })
    .execute()
  const changes = [{ field: 'mappingVersion', from: saved.before === 0 ? null : saved.before, to: version }]
  await sql`SELECT write_change('source', ${source.id}, ${source.name}, 'update',
    ${JSON.stringify(changes)}::jsonb)`.execute(transaction)
}
