// Node 24 has no Temporal yet.
import 'temporal-polyfill/global'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { SignInThrottle } from './access/sign-in-throttle.ts'
import type { LinkMailer } from './access/one-time-links.ts'
import type { Config } from './config.ts'
import type { CallStore } from './db/call-store.ts'
import type { Postgres } from './db/postgres.ts'
import type { Database } from './db/schema.ts'
import { openSharedNumber } from './db/shared-number.ts'
import type { Snapshots } from './db/snapshots.ts'
import { features } from './features.ts'
import { buildAlertChecker } from './features/alerts/alert-checker.ts'
import { WebhookPoster } from './features/alerts/webhook-poster.ts'
import { SoundWorker } from './audio/sound-worker.ts'
import { ChainAnchor } from './features/change-tracking/chain-anchor.ts'
import { Sealer } from './features/change-tracking/sealer.ts'
import { ExportRunner } from './features/exports/export-runner.ts'
import type { KeptBytes } from './features/exports/kept-bytes.ts'
import { linkMailer } from './features/email-templates/email-templates.ts'
import { TemplateRenderer } from './features/email-templates/template-renderer.ts'
import { CallNews } from './features/events/call-news.ts'
import { Ingest } from './features/ingest/ingest.ts'
import { resumeRecalculation } from './jobs/recalculation.ts'
import { BounceMailbox } from './features/mail/bounce-mailbox.ts'
import { Mailer } from './features/mail/mail.ts'
import { resumeRecordings } from './features/recordings/recordings.ts'
import { RedactionPlanner } from './features/recordings/redaction/redaction-planner.ts'
import { type SpeechLimits, SpeechToText } from './features/recordings/speech/speech.ts'
import { LastRuns } from './features/reports/last-runs.ts'
import { Providers } from './features/single-sign-on/providers.ts'
import { DeliveryRunner } from './features/subscriptions/delivery-runner.ts'
import { buildRunPlanner } from './features/subscriptions/run-planner.ts'
import type { Routing } from './http/route.ts'
import { type Job, JobQueue } from './jobs/queue.ts'
import type { RepeatedWork } from './jobs/repeated-work.ts'
import { openDeliveryFiles, openExportFiles, openRecordingFiles } from './file-stores.ts'
import type { DataDir } from './lib/data-dir.ts'
import { readDkimKey } from './lib/dkim-key.ts'
import type { FileStore } from './lib/file-store.ts'
import { loadGeography } from './lib/geo/place-of-number.ts'
import { findTimeZoneProblem, timeZoneRelease } from './lib/time-zone-data.ts'
import { checkSchemas, openStores, type Stores } from './stores.ts'

/** What a feature exports to be part of the portal. It names of the runtime only what it needs. */
export interface Feature {
  routes?: (routing: Routing, runtime: Runtime) => void | Promise<void>
  jobs?: (runtime: Runtime) => readonly Job[]
}

/** What the features stand on, open while the portal runs. */
export interface Runtime {
  log: Logger
  /** Where people reach the portal, without a slash at the end. */
  publicUrl: string
  postgres: Postgres
  /** That of `postgres`. */
  db: Kysely<Database>
  calls: CallStore
  /** Through which calls are read. */
  snapshots: Snapshots
  signInThrottle: SignInThrottle
  ingest: Ingest
  /** For event streams, where calls come in by several processes; undefined where this one has all. */
  callNews: CallNews | undefined
  queue: JobQueue
  mailer: Mailer
  bounceMailbox: BounceMailbox
  lastRuns: LastRuns
  /** Where the files of exports are kept. */
  exportFiles: FileStore
  exportRunner: ExportRunner
  /** Where the files of deliveries are kept, which mails attach. */
  deliveryFiles: FileStore
  /** Where recordings are kept. */
  recordingFiles: FileStore
  /** For what is worked on, of this process alone. */
  recordingWorkFolder: string
  sound: SoundWorker
  redactionPlanner: RedactionPlanner
  /** Makes the transcripts of recordings. */
  speech: SpeechToText
  /** Of the own network, which may be asked all the same: none but in tests. */
  allowedAddresses: readonly string[]
  renderer: TemplateRenderer
  linkMailer: LinkMailer
  providers: Providers
  /** Where the chain of change records ends, outside of the database. */
  chainAnchor: ChainAnchor
  sealer: Sealer
  runPlanner: RepeatedWork
  alertChecker: RepeatedWork
  webhookPoster: WebhookPoster
  deliveryRunner: DeliveryRunner
  close(): Promise<void>
}

export async function openRuntime(config: Config, log: Logger, dataDir?: DataDir): Promise<Runtime> {
  const problem = findTimeZoneProblem()
  if (problem !== undefined) log.warn(problem)
  log.info({ timeZoneData: timeZoneRelease }, 'time zone data')
  const stores = await openStores(config, dataDir)
  try {
    await checkSchemas(config, stores)
    return await startRuntime(stores, { config, log })
  } catch (error) {
    await stores.close()
    throw error
  }
}

function buildMailer(
  { publicUrl, mailFrom, smtpUrl, dkim, databaseUrl }: Config,
  parts: { db: Kysely<Database>; log: Logger; files: FileStore },
): Mailer {
  return new Mailer({
    ...parts,
    publicUrl,
    from: mailFrom,
    smtpUrl,
    dkim: dkim && readDkimKey(dkim),
    isShared: databaseUrl !== undefined,
  })
}

interface RuntimeParts {
  config: Config
  log: Logger
  /** In the folder that the configuration names unless given. */
  exportFiles?: FileStore | undefined
  /** At the address that the configuration names unless given. */
  recordingFiles?: FileStore | undefined
  keptExportBytes?: KeptBytes | undefined
  /** None unless given. */
  allowedAddresses?: readonly string[] | undefined
  speechLimits?: SpeechLimits | undefined
}

async function openIngest(
  { postgres: { db }, lease, calls, checkpoints, dataDir }: Stores,
  { config, log }: Pick<RuntimeParts, 'config' | 'log'>,
): Promise<Ingest> {
  return await Ingest.open({
    db,
    calls,
    checkpoints,
    spoolFolder: join(dataDir.path, 'spool'),
    geography: loadGeography(),
    log,
    isStoreOurs: config.clickhouseUrl === undefined,
    lease: lease && { db: lease.db, name: `${hostname()}, process ${process.pid}` },
    sharedNumber: config.clickhouseUrl === undefined ? undefined : openSharedNumber(db),
    keptAnswerBytes: config.keptAnswerBytes,
  })
}

/** Opens all that stands on the stores, whose schemas are up to date, and starts the jobs of the features. */
export async function startRuntime(
  stores: Stores,
  { config, log, keptExportBytes, allowedAddresses = [], ...parts }: RuntimeParts,
): Promise<Runtime> {
  const { postgres, calls, dataDir } = stores
  const { db } = postgres
  const { publicUrl } = config
  const ingest = await openIngest(stores, { config, log })
  const { snapshots } = ingest
  const signInThrottle = await SignInThrottle.open({ db, log, hasPeers: config.databaseUrl !== undefined })
  const queue = new JobQueue(postgres, log)
  await queue.start()
  const deliveryFiles = await openDeliveryFiles(config, dataDir)
  const mailer = buildMailer(config, { db, log, files: deliveryFiles })
  const lastRuns = new LastRuns({ db, log })
  const exportFiles = parts.exportFiles ?? (await openExportFiles(config, dataDir))
  const isShared = config.databaseUrl !== undefined
  const running = { db, calls, snapshots, log, isShared }
  const exportRunner = new ExportRunner({ ...running, files: exportFiles, keptBytes: keptExportBytes })
  const recordingFiles = parts.recordingFiles ?? (await openRecordingFiles(config, dataDir))
  const sound = new SoundWorker()
  const renderer = new TemplateRenderer()
  const deliveryRunner = new DeliveryRunner({
    ...running,
    files: deliveryFiles,
    renderer,
    publicUrl,
    mailer,
  })
  const chainAnchor = new ChainAnchor(join(dataDir.path, 'change-chain-end.json'))
  const sealer = new Sealer({ db, anchor: chainAnchor, log })
  const runtime: Runtime = {
    log,
    publicUrl,
    postgres,
    db,
    calls,
    snapshots,
    signInThrottle,
    ingest,
    callNews: stores.lease && new CallNews({ db, ingest, log }),
    queue,
    mailer,
    bounceMailbox: new BounceMailbox({ db, log, url: config.bounceMailboxUrl, allowedAddresses }),
    lastRuns,
    exportFiles,
    exportRunner,
    deliveryFiles,
    recordingFiles,
    recordingWorkFolder: join(dataDir.path, 'recordings-in-work'),
    sound,
    redactionPlanner: new RedactionPlanner(),
    speech: new SpeechToText(config.speech, parts.speechLimits),
    allowedAddresses,
    renderer,
    linkMailer: linkMailer({ db, mailer, renderer, publicUrl }),
    providers: new Providers(config.oidcProviders, publicUrl),
    chainAnchor,
    sealer,
    runPlanner: buildRunPlanner({ db, log, wake: () => deliveryRunner.wake() }),
    deliveryRunner,
    alertChecker: buildAlertChecker({ ...running, mailer, renderer, publicUrl }),
    webhookPoster: new WebhookPoster({ db, log, allowedAddresses }),
    async close() {
      await closeWork(runtime)
      await stores.close()
    },
  }
  await startWork(runtime, { isShared })
  return runtime
}

/** Ends what stands on the stores: who begins work before those who do it. */
async function closeWork(runtime: Runtime): Promise<void> {
  const { runPlanner, deliveryRunner, sealer, exportRunner, speech, queue, sound, redactionPlanner } = runtime
  await runPlanner.close()
  await deliveryRunner.close()
  await runtime.alertChecker.close()
  await runtime.webhookPoster.close()
  await sealer.close()
  await exportRunner.close()
  speech.close()
  await queue.close()
  await sound.close()
  await redactionPlanner.close()
  await runtime.renderer.close()
  await runtime.bounceMailbox.close()
  await runtime.mailer.close()
  await runtime.lastRuns.close()
  await runtime.callNews?.close()
  await runtime.ingest.close()
  await runtime.signInThrottle.close()
}

/** Has the work in the background go on, also what an earlier process left. */
async function startWork(runtime: Runtime, { isShared }: { isShared: boolean }): Promise<void> {
  const { db, queue, mailer, sealer, exportRunner, runPlanner, alertChecker, deliveryRunner } = runtime
  const all: readonly Feature[] = features
  for (const job of all.flatMap(({ jobs }) => jobs?.(runtime) ?? [])) await queue.work(job)
  await queue.deleteOldSchedules()
  const followRole = async (isWriter: boolean) => await queue.workOnCalls(isWriter)
  runtime.ingest.onRole((isWriter) => {
    followRole(isWriter).catch((error: unknown) => runtime.log.error({ err: error }, 'jobs that write calls'))
  })
  await followRole(runtime.ingest.isWriter)
  await mailer.start()
  await runtime.bounceMailbox.start()
  await resumeRecalculation(db, queue)
  await resumeRecordings(runtime, { isShared })
  runtime.callNews?.start()
  sealer.start()
  runPlanner.start()
  alertChecker.start()
  runtime.webhookPoster.start()
  await exportRunner.start()
  await deliveryRunner.start()
}
