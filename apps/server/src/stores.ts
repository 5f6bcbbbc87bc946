import { join } from 'node:path'
import { clickhouseMigrations } from '../migrations/clickhouse/list.ts'
import type { Config } from './config.ts'
import { CallCheckpoints, type EmbeddedCallStore } from './db/embedded-calls/call-checkpoints.ts'
import type { CallStore } from './db/calls/call-store.ts'
import {
  listPendingMigrations,
  listUnknownMigrations,
  migrateCalls,
} from './db/calls/clickhouse-migrations.ts'
import { openServerCalls } from './db/calls/open-server-calls.ts'
import {
  migratePostgres,
  openEmbeddedPostgres,
  pendingPostgresMigrations,
  type Postgres,
  unknownPostgresMigrations,
} from './db/postgres/postgres.ts'
import { openPostgresServer } from './db/postgres/postgres-server.ts'
import { requireClickhouseServer, requirePostgresServer } from './db/calls/server-versions.ts'
import { keepBeforeUpgrade } from './keep-before-upgrade.ts'
import { DataDir, StartError } from './lib/files/data-dir.ts'
import { openChdbStore } from './db/embedded-calls/chdb-store.ts'
import { requireNothingDetached, restoreCalls } from './db/embedded-calls/restore-calls.ts'

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
        : openPostgresServer(config.databaseUrl, {
            connections: config.databaseConnections,
            statementSeconds: config.databaseStatementSeconds,
          })
    const lease =
      config.databaseUrl === undefined
        ? undefined
        : openPostgresServer(config.databaseUrl, { connections: 1 })
    const { calls, checkpoints } =
      config.clickhouse === undefined
        ? await openEmbeddedCalls(join(dataDir.path, 'clickhouse'))
        : { calls: openServerCalls(config.clickhouse), checkpoints: undefined }
    if (config.databaseUrl !== undefined) await requirePostgresServer(postgres)
    if (config.clickhouse !== undefined) await requireClickhouseServer(calls)
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
  const { dataDir, postgres, calls } = stores
  const hasPostgres = config.databaseUrl === undefined
  const hasCalls = config.clickhouse === undefined
  const ofPostgres = await pendingPostgresMigrations(postgres.db)
  const ofCalls = await listPendingMigrations(calls, clickhouseMigrations)
  if ((hasPostgres && ofPostgres.length > 0) || (hasCalls && ofCalls.length > 0))
    await keepBeforeUpgrade({
      dataDir: dataDir.path,
      postgres: hasPostgres ? postgres : undefined,
      hasCalls,
    })
  if (hasPostgres) await migratePostgres(postgres.db)
  if (hasCalls) await migrateCalls(calls, clickhouseMigrations)
  const ofServers = [...(hasPostgres ? [] : ofPostgres), ...(hasCalls ? [] : ofCalls)]
  if (ofServers.length > 0) {
    throw new StartError(
      `The schema is older than this portal (${ofServers.join(', ')}). Run: npm run migrate`,
    )
  }
}

/** Opens the calls in a folder, at their last checkpoint. Throws `DamagedCalls` when not all of them can be read. */
async function openEmbeddedCalls(
  path: string,
): Promise<{ calls: EmbeddedCallStore; checkpoints: CallCheckpoints }> {
  // Before the engine reads what is there.
  const restored = restoreCalls(path)
  const calls = openChdbStore({ path })
  try {
    requireNothingDetached(path)
  } catch (error) {
    await calls.close()
    throw error
  }
  return { calls, checkpoints: new CallCheckpoints(calls, restored) }
}

/** Throws a StartError when a newer version has migrated the stores: an older one would misread what that wrote. */
async function refuseNewerSchemas({
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
