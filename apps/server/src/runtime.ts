// Node 24 has no Temporal yet.
import 'temporal-polyfill/global'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { clickhouseMigrations } from '../migrations/clickhouse/list.ts'
import { deleteMaskingNotesBefore } from './access/masking-record.ts'
import type { Config } from './config.ts'
import { applyPatches } from './db/apply-patches.ts'
import type { CallStore } from './db/call-store.ts'
import { openChdbStore } from './db/chdb-store.ts'
import { listPendingMigrations, migrateCalls } from './db/clickhouse-migrations.ts'
import { openClickhouseStore } from './db/clickhouse-store.ts'
import {
  migratePostgres,
  openEmbeddedPostgres,
  openPostgresServer,
  pendingPostgresMigrations,
  type Postgres,
} from './db/postgres.ts'
import type { Database } from './db/schema.ts'
import { mailForgottenLink } from './features/auth/links.ts'
import { ForgottenLinkJob, forgottenLinkJob } from './features/auth/routes.ts'
import { deleteLinksBefore } from './features/auth/store.ts'
import { ChainAnchor } from './features/change-tracking/chain-anchor.ts'
import { Sealer } from './features/change-tracking/sealer.ts'
import { LiveCalls } from './features/events/live-calls.ts'
import { Ingest } from './features/ingest/ingest.ts'
import { linkMailer } from './features/email-templates/email-templates.ts'
import { TemplateRenderer } from './features/email-templates/template-renderer.ts'
import { Mailer } from './features/mail/mail.ts'
import { deleteSignOnsBefore } from './features/single-sign-on/store.ts'
import { JobQueue } from './jobs/queue.ts'
import { DataDir, StartError } from './lib/data-dir.ts'
import { loadGeography } from './lib/geo/place-of-number.ts'
import type { Log } from './lib/log.ts'

/** Everything that is open while the portal runs, in the order in which it is needed. */
export interface Runtime {
  postgres: Postgres
  calls: CallStore
  ingest: Ingest
  live: LiveCalls
  queue: JobQueue
  mailer: Mailer
  /** Where the chain of change records ends, outside of the database. */
  chainAnchor: ChainAnchor
  sealer: Sealer
  renderer: TemplateRenderer
  close(): Promise<void>
}

export interface Stores {
  dataDir: DataDir
  postgres: Postgres
  calls: CallStore
  close(): Promise<void>
}

/** Takes the data folder and opens both stores: in it, or on the servers that the configuration names. */
export async function openStores(config: Config): Promise<Stores> {
  const dataDir = DataDir.take(config.dataDir)
  try {
    const postgres =
      config.databaseUrl === undefined
        ? await openEmbeddedPostgres(join(dataDir.path, 'postgres'))
        : openPostgresServer(config.databaseUrl)
    const calls =
      config.clickhouseUrl === undefined
        ? openChdbStore({ path: join(dataDir.path, 'clickhouse') })
        : openClickhouseStore({ url: config.clickhouseUrl })
    if (config.databaseUrl !== undefined) await reach('DATABASE_URL', postgres.executeSql('SELECT 1'))
    if (config.clickhouseUrl !== undefined) await reach('CLICKHOUSE_URL', calls.ping())
    return {
      dataDir,
      postgres,
      calls,
      async close() {
        await calls.close()
        await postgres.close()
        dataDir.close()
      },
    }
  } catch (cause) {
    dataDir.close()
    if (cause instanceof StartError) throw cause
    // Told by the store, which alone knows how many threads it takes.
    const isSetting = cause instanceof Error && cause.message.startsWith('UV_THREADPOOL_SIZE')
    throw new StartError(
      isSetting ? `${cause.message}.` : `The data in ${config.dataDir} cannot be opened.`,
      {
        cause,
      },
    )
  }
}

/** A server that cannot be asked is named by its setting, in its own words. */
async function reach(setting: 'DATABASE_URL' | 'CLICKHOUSE_URL', asking: Promise<unknown>): Promise<void> {
  try {
    await asking
  } catch (cause) {
    const words = cause instanceof Error && cause.message !== '' ? cause.message : 'there is no answer'
    throw new StartError(`The server of ${setting} cannot be used: ${words.replace(/\.$/, '')}.`, { cause })
  }
}

/** Brings both schemas up to date. */
export async function migrate({ postgres, calls }: Pick<Stores, 'postgres' | 'calls'>): Promise<string[]> {
  return [...(await migratePostgres(postgres.db)), ...(await migrateCalls(calls, clickhouseMigrations))]
}

/**
 * What is embedded is brought up to date at the start, for nobody else uses it. A server's schema is changed by
 * `migrate` alone: the portal refuses to start on an older one.
 */
export async function checkSchemas(config: Config, stores: Stores): Promise<void> {
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

export async function openRuntime(config: Config, log: Log): Promise<Runtime> {
  const stores = await openStores(config)
  try {
    await checkSchemas(config, stores)
    return await startRuntime(stores, { config, log })
  } catch (error) {
    await stores.close()
    throw error
  }
}

const nightly = '17 3 * * *'
const forgetJob = 'forget-used-up'
const tendJob = 'tend-tables'
const dayMs = 24 * 3_600_000

/** Deletes what worked once or for a moment, a day after it was of use. */
async function forgetUsedUp(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - dayMs)
  await deleteSignOnsBefore(db, before)
  await deleteLinksBefore(db, before)
  await deleteMaskingNotesBefore(db, before)
}

/** Starts what works in the background, on stores whose schemas are up to date. */
export async function startRuntime(
  stores: Stores,
  { config, log }: { config: Pick<Config, 'clickhouseUrl' | 'mailFrom' | 'smtpUrl' | 'publicUrl'>; log: Log },
): Promise<Runtime> {
  const { postgres, calls, dataDir } = stores
  const live = new LiveCalls()
  const ingest = await Ingest.open({
    db: postgres.db,
    calls,
    spoolFolder: join(dataDir.path, 'spool'),
    geography: loadGeography(),
    log,
    isStoreOurs: config.clickhouseUrl === undefined,
  })
  ingest.onCalls((accepted) => live.tell(accepted))
  const queue = new JobQueue(postgres, log)
  await queue.start()
  await queue.work('apply-patches', async () => await applyPatches(calls))
  await queue.repeat('apply-patches', nightly)
  await queue.work(forgetJob, async () => await forgetUsedUp(postgres.db, new Date()))
  await queue.repeat(forgetJob, nightly)
  await queue.work(tendJob, async () => await postgres.tend())
  await queue.repeat(tendJob, nightly)
  const mailer = new Mailer({ db: postgres.db, queue, from: config.mailFrom, smtpUrl: config.smtpUrl })
  await mailer.start()
  const renderer = new TemplateRenderer()
  await queue.work(forgottenLinkJob, async (data) => {
    const { publicUrl } = config
    const links = linkMailer({ db: postgres.db, mailer, renderer, publicUrl })
    const parts = { db: postgres.db, mailer: links, publicUrl }
    await mailForgottenLink(parts, ForgottenLinkJob.parse(data).folded)
  })
  const chainAnchor = new ChainAnchor(join(dataDir.path, 'change-chain-end.json'))
  const sealer = new Sealer({ db: postgres.db, anchor: chainAnchor, log })
  sealer.start()
  return {
    postgres,
    calls,
    ingest,
    live,
    queue,
    mailer,
    chainAnchor,
    sealer,
    renderer,
    async close() {
      await sealer.close()
      await queue.close()
      await renderer.close()
      mailer.close()
      await ingest.close()
      await stores.close()
    },
  }
}
