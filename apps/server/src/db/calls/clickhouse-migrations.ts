import { z } from 'zod'
import type { CallStore } from '#server/db/calls/call-store.ts'
import { onCluster } from '#server/db/calls/cluster-statements.ts'

/** Forward only. A crash may run a migration again: each of its statements must bear that (`IF NOT EXISTS`). */
export interface ClickhouseMigration {
  /** As its file, without the ending. */
  name: string
  statements: readonly string[]
}

const createSchemaMigration = `
  CREATE TABLE IF NOT EXISTS schema_migration (name String, ran_at DateTime64(3, 'UTC'))
  ENGINE = MergeTree ORDER BY name SETTINGS index_granularity = 8192`

const Migrated = z.object({ name: z.string() })

/** Runs what has not run yet, in order; gives the names. To be called by one process at a time. */
export async function migrateCalls(
  store: CallStore,
  migrations: readonly ClickhouseMigration[],
): Promise<string[]> {
  const { cluster } = store.replicas ?? {}
  await store.command({ sql: onCluster(createSchemaMigration, cluster) })
  const pending = await listPendingMigrations(store, migrations)
  const ran: string[] = []
  for (const migration of migrations) {
    if (!pending.includes(migration.name)) continue
    for (const sql of migration.statements) await store.command({ sql: onCluster(sql, cluster) })
    await store.command({
      sql: `INSERT INTO schema_migration (name, ran_at) SELECT {name:String}, now64(3, 'UTC')`,
      params: { name: migration.name },
    })
    ran.push(migration.name)
  }
  return ran
}

/** Names that have not run. */
export async function listPendingMigrations(
  store: CallStore,
  migrations: readonly ClickhouseMigration[],
): Promise<string[]> {
  const ran = await listRunCallMigrations(store)
  return migrations.map(({ name }) => name).filter((name) => !ran.includes(name))
}

/** Names of those that ran, and that this version does not know. */
export async function listUnknownMigrations(
  store: CallStore,
  migrations: readonly ClickhouseMigration[],
): Promise<string[]> {
  const ran = await listRunCallMigrations(store)
  return ran.filter((name) => !migrations.some((known) => known.name === name))
}

/** Names that have run. */
export async function listRunCallMigrations(store: CallStore): Promise<string[]> {
  const tables = await store.query({
    sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND name = 'schema_migration'`,
    row: Migrated,
  })
  if (tables.length === 0) return []
  const ran = await store.query({
    sql: 'SELECT DISTINCT name FROM schema_migration ORDER BY name',
    row: Migrated,
  })
  return ran.map(({ name }) => name)
}
