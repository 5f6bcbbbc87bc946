import { join } from 'node:path'
import { clickhouseMigrations } from '../migrations/clickhouse/list.ts'
import type { Config } from './config.ts'
import type { CallCheckpoints } from './db/embedded-calls/call-checkpoints.ts'
import type { CallStore } from './db/calls/call-store.ts'
import { listPendingMigrations, migrateCalls } from './db/calls/clickhouse-migrations.ts'
import { openClickhouseStore } from './db/calls/clickhouse-store.ts'
import { openEmbeddedCalls } from './db/embedded-calls/open-embedded-calls.ts'
import { refuseNewerSchemas } from './db/postgres/newer-schemas.ts'
import {
  migratePostgres,
  openEmbeddedPostgres,
  openPostgresServer,
  pendingPostgresMigrations,
  type Postgres,
} from './db/postgres/postgres.ts'
import {
  requireClickhouseVersion,
  requirePostgresLetters,
  requirePostgresVersion,
  requireReachable,
} from './db/calls/server-versions.ts'
import { DataDir, StartError } from './lib/files/data-dir.ts'

export interface Stores {
  dataDir: DataDir
  postgres: Postgres
  /** The same server, for the lease on writing calls; undefined when PostgreSQL is embedded. */
  lease: Postgres | undefined
  calls: CallStore
  /** Of the embedded store of calls. */
  checkpoints: CallCheckpoints | undefined
  close(): Promise<void>
}

/**
 * Opens both stores: in the data folder, which it locks unless whoever calls has done so, or on the servers that the
 * configuration names.
 */
export async function openStores(
  config: Config,
  dataDir: DataDir = DataDir.open(config.dataDir),
): Promise<Stores> {
  try {
    const postgres =
      config.databaseUrl === undefined
        ? await openEmbeddedPostgres(join(dataDir.path, 'postgres'))
        : openPostgresServer(config.databaseUrl)
    const lease =
      config.databaseUrl === undefined ? undefined : openPostgresServer(config.databaseUrl, undefined, 1)
    const { calls, checkpoints } =
      config.clickhouseUrl === undefined
        ? await openEmbeddedCalls(join(dataDir.path, 'clickhouse'))
        : { calls: openClickhouseStore({ url: config.clickhouseUrl }), checkpoints: undefined }
    if (config.databaseUrl !== undefined) {
      await requireReachable('DATABASE_URL', postgres.executeSql('SELECT 1'))
      await requirePostgresVersion(postgres.db)
      await requirePostgresLetters(postgres.db)
    }
    if (config.clickhouseUrl !== undefined) {
      await requireReachable('CLICKHOUSE_URL', calls.ping())
      await requireClickhouseVersion(calls)
    }
    return {
      dataDir,
      postgres,
      lease,
      calls,
      checkpoints,
      async close() {
        await calls.close()
        await lease?.close()
        await postgres.close()
        dataDir.close()
      },
    }
  } catch (cause) {
    dataDir.close()
    if (cause instanceof StartError) throw cause
    // The store checks it, as it alone knows how many threads it needs.
    const isSetting = cause instanceof Error && cause.message.startsWith('UV_THREADPOOL_SIZE')
    throw new StartError(
      isSetting ? `${cause.message}.` : `The data in ${config.dataDir} cannot be opened.`,
      {
        cause,
      },
    )
  }
}

/** Brings both schemas up to date. */
export async function migrate({ postgres, calls }: Pick<Stores, 'postgres' | 'calls'>): Promise<string[]> {
  await refuseNewerSchemas({ postgres, calls })
  return [...(await migratePostgres(postgres.db)), ...(await migrateCalls(calls, clickhouseMigrations))]
}

/**
 * Embedded databases are migrated at the start, as nobody else uses them. The schema of a server is changed by
 * `npm run migrate` only: the portal refuses to start on an older one.
 */
export async function checkSchemas(config: Config, stores: Stores): Promise<void> {
  await refuseNewerSchemas(stores)
  if (config.databaseUrl === undefined) await migratePostgres(stores.postgres.db)
  if (config.clickhouseUrl === undefined) await migrateCalls(stores.calls, clickhouseMigrations)
  const pending = [
    ...(await pendingPostgresMigrations(stores.postgres.db)),
    ...(await listPendingMigrations(stores.calls, clickhouseMigrations)),
  ]
  if (pending.length > 0) {
    throw new StartError(`The schema is older than this portal (${pending.join(', ')}). Run: npm run migrate`)
  }
}
