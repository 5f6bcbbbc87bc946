import { clickhouseMigrations } from '../../../migrations/clickhouse/list.ts'
import { StartError } from '../../lib/files/data-dir.ts'
import type { CallStore } from '../calls/call-store.ts'
import { listUnknownMigrations } from '../calls/clickhouse-migrations.ts'
import { type Postgres, unknownPostgresMigrations } from './postgres.ts'

/** Throws a StartError when a newer version has migrated the stores: an older one would misread what that wrote. */
export async function refuseNewerSchemas({
  postgres,
  calls,
}: {
  postgres: Postgres
  calls: CallStore
}): Promise<void> {
  const unknown = [
    ...(await unknownPostgresMigrations(postgres.db)),
    ...(await listUnknownMigrations(calls, clickhouseMigrations)),
  ]
  if (unknown.length > 0)
    throw new StartError(
      `The schema is newer than this portal, which does not know ${unknown.join(', ')}. Start the newer version, or restore a backup from before the update.`,
    )
}
