import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type ClickhouseMigration, migrateCalls } from '../../db/calls/clickhouse-migrations.ts'
import { buildMigrator } from '../../db/postgres/postgres.ts'
import { hasTables, loadTableRows } from '../../db/postgres/table-rows.ts'
import { JobQueue } from '../../jobs/queue.ts'
import { StartError } from '../../lib/files/data-dir.ts'
import type { Log } from '../../lib/log.ts'
import { hasCallTables } from './call-store.ts'
import type { Manifest } from './manifest.ts'
import { callsFolder, type Servers, tablesFolder } from './pack-servers.ts'

const insertSeconds = 3600

export interface RestoringRows extends Servers {
  rows: NonNullable<Manifest['rows']>
  /** Of the store of calls, that this version knows. */
  migrations: readonly ClickhouseMigration[]
  /** In which the files of the backup are. */
  folder: string
  signal: AbortSignal
  log: Log
}

/** Throws a StartError when the databases are not empty: a restore never writes over data. */
export async function requireEmpty({ postgres, calls }: Servers): Promise<void> {
  const full = [
    (await hasTables(postgres.db)) ? 'DATABASE_URL' : [],
    (await hasCallTables(calls)) ? 'CLICKHOUSE_URL' : [],
  ].flat()
  if (full.length > 0)
    throw new StartError(
      `The database of ${full.join(' and that of ')} is not empty. Restore into an empty one.`,
    )
}

/**
 * Puts the rows of a backup into databases, which get the schema that they had. It may be done again where it was interrupted.
 *
 * @throws StartError when the backup is of a newer version
 */
export async function restoreRows({
  postgres,
  calls,
  rows,
  migrations,
  folder,
  signal,
  log,
}: RestoringRows): Promise<void> {
  const newest = rows.postgres.at(-1) ?? ''
  const known = (await buildMigrator(postgres.db).getMigrations()).map(({ name }) => name)
  const unknown = [
    ...rows.postgres.filter((name) => !known.includes(name)),
    ...rows.clickhouse.filter((name) => !migrations.some((one) => one.name === name)),
  ]
  if (unknown.length > 0)
    throw new StartError(
      `The backup is of a newer version of the portal: this one does not know ${unknown.join(', ')}.`,
    )
  const { error } = await buildMigrator(postgres.db).migrateTo(newest)
  if (error !== undefined) throw new Error('the migration of PostgreSQL failed', { cause: error })
  const queue = new JobQueue(postgres, { log, isIdle: true })
  await queue.start()
  await queue.close()
  await loadTableRows(postgres.db, join(folder, tablesFolder), signal)
  await migrateCalls(
    calls,
    migrations.filter(({ name }) => rows.clickhouse.includes(name)),
  )
  const months = join(folder, callsFolder)
  for (const file of existsSync(months) ? (await readdir(months)).toSorted() : []) {
    signal.throwIfAborted()
    await calls.insertFile({
      table: 'calls',
      path: join(months, file),
      format: 'TSV',
      columns: rows.callColumns,
      deduplicationToken: `restored-${file}`,
      executionSeconds: insertSeconds,
      signal,
    })
  }
}
