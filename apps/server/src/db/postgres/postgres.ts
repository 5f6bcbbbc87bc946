import { fdatasyncSync, mkdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { Kysely, PGliteDialect, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, FileMigrationProvider, type Migration, Migrator } from 'kysely/migration'
import { setActor, systemActor } from '../records/change.ts'
import { FolderCopy } from './folder-copy.ts'
import { PreparedPGlite } from './prepared-pglite.ts'
import { PrivateNodeFS } from './private-node-fs.ts'
import type { Database, Db } from '../tables/schema.ts'
import { traceStatement } from './trace-statement.ts'

/** PostgreSQL, in process or on a server; the same SQL on both. */
export interface Postgres {
  db: Db
  /** Runs a text as it is: for the job queue, which brings its own SQL. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  /** VACUUM and ANALYZE of all tables, where no autovacuum does it. */
  vacuum(): Promise<void>
  /** Those to a server, and who waits for one; undefined where PostgreSQL is embedded. */
  connections(): { used: number; idle: number; waiting: number } | undefined
  /** Begins to copy the files of an embedded database into a folder, which is made: `finish` makes the copy one of its moment. */
  startCopy(folder: string): Promise<{ finish(): Promise<void> }>
  /** Resolves when the database answers. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** How types of PostgreSQL, by their ids, are read where the drivers' own way is not ours: an int8 as a number, a date as text. */
export const parsers: Readonly<Record<number, (text: string) => unknown>> = { 20: Number, 1082: String }

// On solid-state disks a random read costs little more than a sequential one. The default is for spinning disks, and
// makes the planner read lists along the wrong index.
export const sessionSettings = 'SET random_page_cost = 1.1'

// PGlite's own, but a commit waits for the disk; by fsync, as that is what its files are synced by.
const startParameters = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
]

/** `sync` puts a file on disk, whose descriptor it gets. */
export async function openEmbeddedPostgres(folder: string, sync = fdatasyncSync): Promise<Postgres> {
  mkdirSync(folder, { recursive: true })
  const pglite = new PreparedPGlite({
    fs: new PrivateNodeFS(folder, sync),
    startParams: startParameters,
    parsers,
    extensions: { pg_trgm },
  })
  await pglite.waitReady
  await pglite.exec(sessionSettings)
  const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }), log: traceStatement })
  return {
    db,
    async executeSql(text, values) {
      // `query` takes one statement only; the queue's set-up scripts hold several.
      if (values !== undefined && values.length > 0) return await pglite.query(text, values)
      const results = await pglite.exec(text)
      return { rows: results.at(-1)?.rows ?? [] }
    },
    connections: () => undefined,
    async vacuum() {
      for (const { name, verb } of await listTables(db)) await pglite.exec(`${verb} ${name}`)
    },
    async startCopy(target) {
      const copy = await FolderCopy.start(folder, target, ['postmaster.pid'])
      // PostgreSQL runs in this thread and writes only while it is asked: nobody asks it anything meanwhile.
      return { finish: async () => await pglite.runExclusive(async () => await copy.finish()) }
    },
    async ping() {
      await sql`SELECT 1`.execute(db)
    },
    async close() {
      await pglite.close()
    },
  }
}

/** Every table with its statement: rows of changes are never updated or deleted, so there is nothing to vacuum. */
async function listTables(db: Db) {
  const { rows } = await sql<{ name: string; verb: string }>`
    SELECT format('%I.%I', schemaname, tablename) AS name,
        CASE WHEN tablename IN ('change_record', 'change_seal') THEN 'ANALYZE' ELSE 'VACUUM (ANALYZE)' END AS verb
      FROM pg_tables WHERE schemaname IN ('public', 'pgboss') ORDER BY 1`.execute(db)
  return rows
}

export function buildMigrator(db: Db): Migrator {
  return new Migrator({ db, provider: { getMigrations: readMigrations } })
}

const files = new FileMigrationProvider({
  fs: { readdir },
  path: { join },
  migrationFolder: fileURLToPath(new URL('../../../migrations/postgres', import.meta.url)),
})

/** The portal itself is who changes what triggers record, whether a migration runs alone or after others. */
async function readMigrations(): Promise<Record<string, Migration>> {
  const migrations = Object.entries(await files.getMigrations())
  return Object.fromEntries(
    migrations.map(([name, migration]): [string, Migration] => [
      name,
      {
        async up(db) {
          await setActor(db, systemActor)
          await migration.up(db)
        },
      },
    ]),
  )
}

/** Brings the schema up to date, under Kysely's lock. */
export async function migratePostgres(db: Db): Promise<string[]> {
  const { error, results } = await buildMigrator(db).migrateToLatest()
  if (error !== undefined) throw new Error('the migration of PostgreSQL failed', { cause: error })
  return (results ?? []).map((result) => result.migrationName)
}

/** Names of the migrations that have not run. */
export async function pendingPostgresMigrations(db: Db): Promise<string[]> {
  const known = await buildMigrator(db).getMigrations()
  return known.filter((migration) => migration.executedAt === undefined).map((migration) => migration.name)
}

/** Names of those that ran, in their order. */
export async function listRunMigrations(db: Db): Promise<string[]> {
  const { rows: tables } = await sql`SELECT FROM pg_tables
    WHERE schemaname = current_schema() AND tablename = ${DEFAULT_MIGRATION_TABLE}`.execute(db)
  if (tables.length === 0) return []
  const { rows } = await sql<{
    name: string
  }>`SELECT name FROM ${sql.table(DEFAULT_MIGRATION_TABLE)} ORDER BY name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Names of those that ran, and that this version does not know. */
export async function unknownPostgresMigrations(db: Db): Promise<string[]> {
  const known = await readMigrations()
  return (await listRunMigrations(db)).filter((name) => !Object.hasOwn(known, name))
}
