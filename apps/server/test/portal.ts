import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { IngestAnswer } from '@callboard/contract/calls'
import { pageOf } from '@callboard/contract/paging'
import { RunReportAnswer } from '@callboard/contract/reports'
import { Setting } from '@callboard/contract/settings'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { inject } from 'vitest'
import { z } from 'zod'
import { buildApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { OidcProvider } from '#server/lib/outside/oidc-providers.ts'
import type { CallStore } from '#server/db/calls/call-store.ts'
import type { Db } from '#server/db/tables/schema.ts'
import { seenSql } from '#server/db/calls/snapshots.ts'
import type { KeptBytes } from '#server/features/exports/kept-bytes.ts'
import type { SpeechLimits } from '#server/features/recordings/speech/speech.ts'
import type { HttpOptions } from '#server/http/server.ts'
import { type FileStore, openFolderStore } from '#server/lib/files/file-store.ts'
import { createLog } from '#server/lib/log.ts'
import type { S3Keys } from '#server/lib/outside/s3-address.ts'
import { type Runtime, startRuntime } from '#server/runtime.ts'
import { setUpOnce } from '#server/setup/first-start.ts'
import { migrate, openStores } from '#server/stores.ts'
import { afterFile, temporaryFolder } from './after-file.ts'
import { buildCall, Factory, type MadeUser, type Sender, type SentCall } from './factory.ts'
import { copyTemplate } from './template.ts'

export interface Answer {
  status: number
  headers: Record<string, unknown>
  text: string
  bytes: Buffer
  /** The body as JSON; a test reads what it expects. */
  json(): unknown
}

export interface AskedRequest {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS'
  path: string
  /** A text and bytes go out as they are, anything else as JSON. */
  body?: unknown
  token?: string
  headers?: Record<string, string>
  /** Where the request comes from. */
  address?: string
}

/** A user who is signed in, and asks the portal. */
export interface Person extends MadeUser {
  ask(request: Omit<AskedRequest, 'token'>): Promise<Answer>
}

/** What a test needs of its portal. */
export interface PortalOptions {
  /** Parts that do nothing by themselves: the test does their work when it wants to. */
  stopped?: readonly ('alertChecker' | 'webhookPoster' | 'webhookSender' | 'runPlanner' | 'deliveryRunner')[]
  /** Stands between the routes and the store of calls. */
  wrapCalls?: (calls: CallStore) => CallStore
  /** Stands between exports and the folder of their files. */
  wrapFiles?: (files: FileStore) => FileStore
  /** Stands between recordings and the folder of their files. */
  wrapRecordings?: (files: FileStore) => FileStore
  /** Of this machine, from which recordings may be fetched. */
  allowedAddresses?: readonly string[]
  /** What the environment says of speech to text. */
  speech?: { command?: string; hosts?: string; limits?: SpeechLimits }
  /** A bucket for the recordings, instead of a folder. */
  recordings?: { url: string; keys: S3Keys }
  /** A bucket for all files. */
  files?: { url: string; keys: S3Keys }
  /** The most bytes of exports that are kept. */
  keptExportBytes?: KeptBytes
  /** Folders in which files of calls may be watched for, every 50 ms. */
  importFolders?: readonly string[]
  /** Changes of settings, by key. */
  settings?: Readonly<Record<string, unknown>>
  /** The page of a built web app; without one there is none. */
  page?: string
  /** Its other files, by path. */
  webFiles?: Readonly<Record<string, string>>
  /** How it is reached. */
  http?: HttpOptions
  /** An empty PostgreSQL server instead of PGlite. */
  databaseUrl?: string
  /** After which a statement is ended there. */
  statementSeconds?: number
  /** A ClickHouse server instead of chDB, or several between commas. */
  clickhouseUrl?: string
  /** The name of those. */
  clickhouseCluster?: string
  /** A folder for the files of deliveries that other portals share. */
  deliveriesFolder?: string
  oidcProviders?: readonly OidcProvider[]
  publicUrl?: string
  metricsToken?: string
  /** Reads of calls that take longer are logged. */
  slowQueryMs?: number
  /** Silent unless given. */
  log?: Logger
}

/**
 * Where tests begin: the whole portal on PGlite and chDB in a folder of its own, without a port; closed after the tests of
 * the file. What tests do with recordings, subscriptions and so on is in `clients`, each on a portal that is opened here.
 */
export async function openPortal(options: PortalOptions = {}): Promise<Portal> {
  const { databaseUrl, clickhouseUrl, wrapFiles, wrapRecordings, log = createLog('silent') } = options
  const folder = temporaryFolder()
  const config = configOf(folder, options)
  copyTemplate(folder, databaseUrl === undefined ? undefined : ['clickhouse'])
  const stores = await openStores(config)
  if (databaseUrl !== undefined || clickhouseUrl !== undefined) await migrate(stores)
  const exportFiles = wrapFiles?.(await openFolderStore(join(folder, 'exports')))
  const recordingFiles = wrapRecordings?.(await openFolderStore(join(folder, 'recordings')))
  const runtime = await startRuntime(stores, { config, log, exportFiles, recordingFiles })
  if (databaseUrl !== undefined)
    await setUpOnce(runtime.db, { userName: 'admin', password: inject('adminPassword') })
  const { wrapCalls = (calls) => calls, http } = options
  const app = await buildApp(
    { ...runtime, calls: wrapCalls(runtime.calls) },
    webFolderOf(folder, options),
    http,
  )
  const make = new PortalFactory(app, runtime.db)
  const portal = new Portal({ app, runtime, folder, make, admin: await make.admin() })
  afterFile(async () => await portal.close())
  for (const part of options.stopped ?? []) await runtime[part].close()
  for (const [key, value] of Object.entries(options.settings ?? {})) await portal.set(key, value)
  return portal
}

function configOf(folder: string, options: PortalOptions): Config {
  const { oidcProviders, recordings, files, speech, keptExportBytes, allowedAddresses } = options
  const keys = recordings?.keys ?? files?.keys
  const environment = readConfig({
    DATA_DIR: folder,
    DATABASE_URL: options.databaseUrl,
    DATABASE_STATEMENT_SECONDS: options.statementSeconds?.toString(),
    CLICKHOUSE_URL: options.clickhouseUrl,
    CLICKHOUSE_CLUSTER: options.clickhouseCluster,
    IMPORT_FOLDERS: options.importFolders?.join(delimiter),
    DELIVERIES_DIR: options.deliveriesFolder,
    OIDC_PROVIDERS: oidcProviders === undefined ? undefined : JSON.stringify(oidcProviders),
    PUBLIC_URL: options.publicUrl,
    SPEECH_TO_TEXT_COMMAND: speech?.command,
    SPEECH_TO_TEXT_HOSTS: speech?.hosts,
    RECORDINGS_URL: recordings?.url,
    FILES_URL: files?.url,
    AWS_ACCESS_KEY_ID: keys?.id,
    AWS_SECRET_ACCESS_KEY: keys?.secret,
    METRICS_TOKEN: options.metricsToken,
    SLOW_QUERY_MS: options.slowQueryMs?.toString(),
  })
  const folderPollMs = options.importFolders === undefined ? undefined : 50
  const limits = { keptExportBytes, speech: speech?.limits, folderPollMs }
  return { ...environment, allowedAddresses, limits }
}

function webFolderOf(folder: string, { page, webFiles }: PortalOptions): string {
  const webFolder = join(folder, 'web')
  mkdirSync(webFolder)
  const files = { ...webFiles, ...(page === undefined ? {} : { 'index.html': page }) }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(webFolder, path)), { recursive: true })
    writeFileSync(join(webFolder, path), text)
  }
  return webFolder
}

const FoundCalls = z.object({ items: z.array(z.record(z.string(), z.unknown())) })

/** A portal and what tests of every subject do with it; looked into where no answer shows enough. */
export class Portal {
  readonly app: FastifyInstance
  readonly runtime: Runtime
  readonly folder: string
  readonly make: PortalFactory
  /** The administrator whom every portal has from its first start. */
  readonly admin: Person
  #closing: Promise<void> | undefined

  constructor(parts: Pick<Portal, 'app' | 'runtime' | 'folder' | 'make' | 'admin'>) {
    this.app = parts.app
    this.runtime = parts.runtime
    this.folder = parts.folder
    this.make = parts.make
    this.admin = parts.admin
  }

  get db() {
    return this.runtime.db
  }

  /** Before the end of the file: another process may then have the folder. */
  async close(): Promise<void> {
    this.#closing ??= this.app.close().then(async () => await this.runtime.close())
    await this.#closing
  }

  async ask(request: AskedRequest): Promise<Answer> {
    return await askApp(this.app, request)
  }

  /** Changes a setting. */
  async set(key: string, value: unknown): Promise<void> {
    successOf(await this.putSetting(key, value))
  }

  async putSetting(key: string, value: unknown): Promise<Answer> {
    const path = await this.#pathOfSetting(key)
    return await this.admin.ask({ method: 'PUT', path, body: { value } })
  }

  /** Puts a setting back to its default. */
  async unset(key: string): Promise<void> {
    await this.admin.ask({ method: 'DELETE', path: await this.#pathOfSetting(key) })
  }

  async #pathOfSetting(keyword: string): Promise<string> {
    const asked = { path: '/api/settings/search', body: { keyword } }
    const { items } = pageOf(Setting).parse(successOf(await this.admin.ask(asked)))
    return `/api/settings/${items.find(({ key }) => key === keyword)?.id}`
  }

  async postCalls({ key }: Pick<Sender, 'key'>, body: unknown, type = 'application/json'): Promise<Answer> {
    return await this.ask({
      path: '/api/calls',
      method: 'POST',
      body,
      token: key,
      headers: { 'content-type': type },
    })
  }

  /** Sends calls as a telephone system does, and waits until they can be read with all that follows from them. */
  async sendCalls(key: string, calls: readonly object[]): Promise<IngestAnswer> {
    const answer = IngestAnswer.parse(successOf(await this.postCalls({ key }, calls)))
    await this.runtime.ingest.relationsSettled()
    return answer
  }

  /** Sends calls, and answers their ids. */
  async addCalls(key: string, calls: readonly Partial<SentCall>[]): Promise<string[]> {
    const built = calls.map((call) => buildCall(call))
    await this.sendCalls(key, built)
    return await this.callIds(built.map(({ externalCallId }) => externalCallId))
  }

  /** Sends a row that is rejected, and answers its id in the quarantine. */
  async rejectedRow(key: string): Promise<string> {
    const { externalCallId, ...call } = buildCall()
    await this.sendCalls(key, [{ ...call, externalCallId, direction: 'sideways' }])
    const { id } = await this.db
      .selectFrom('quarantine')
      .where('external_call_id', '=', externalCallId)
      .select('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /** @returns the id of a new customer that has these calls */
  async customerWith(calls: readonly Partial<SentCall>[]): Promise<string> {
    const { id, key } = await this.make.sender()
    const { created } = await this.sendCalls(
      key,
      calls.map((call) => buildCall(call)),
    )
    if (created !== calls.length) throw new Error(`${created} of ${calls.length} calls were taken`)
    return id
  }

  async runReport(body: object, token = this.admin.token): Promise<RunReportAnswer> {
    return RunReportAnswer.parse(successOf(await this.ask({ path: '/api/reporting/runreport', body, token })))
  }

  /** Calls of March 2026, as an administrator sees them. */
  async listCalls(filters: readonly object[], more: object = {}) {
    const body = { from: '2026-03-01', to: '2026-04-01', filters, ...more }
    const answer = await this.admin.ask({ path: '/api/reporting/calldetails', body })
    return FoundCalls.parse(successOf(answer)).items
  }

  /** The ids of calls by their names at the source. */
  async callIds(names: readonly string[]): Promise<string[]> {
    const filters = [{ field: 'externalCallId', op: 'in', values: names }]
    const found = await this.listCalls(filters, { columns: ['id', 'externalCallId'] })
    return names.map((name) => String(found.find(({ externalCallId }) => externalCallId === name)?.['id']))
  }

  /** The rows of a customer's calls, as the store has them. */
  async storedCalls({ id }: Pick<Sender, 'id'>): Promise<Record<string, unknown>[]> {
    const { calls, snapshots } = this.runtime
    return await calls.query({
      sql: `SELECT * FROM calls WHERE customer_id = {id:UUID} AND ${seenSql} ORDER BY started_at, external_call_id`,
      params: { id, seen: await snapshots.published() },
      row: z.record(z.string(), z.unknown()),
    })
  }
}

/** Makes people who ask a portal. */
class PortalFactory extends Factory {
  readonly #app: FastifyInstance

  constructor(app: FastifyInstance, db: Db) {
    super(db)
    this.#app = app
  }

  override async admin(): Promise<Person> {
    return this.#person(await super.admin())
  }

  override async user(...given: Parameters<Factory['user']>): Promise<Person> {
    return this.#person(await super.user(...given))
  }

  /** Of a copy with another token, `ask` asks with that. */
  #person(user: MadeUser): Person {
    const app = this.#app
    return {
      ...user,
      async ask(request) {
        return await askApp(app, { ...request, token: this.token })
      },
    }
  }
}

function successOf({ status, text }: Answer): unknown {
  if (status !== 200) throw new Error(`${status} ${text}`)
  return JSON.parse(text)
}

/** For a portal other than that of `openPortal`, on the same stores. */
export async function askApp(app: FastifyInstance, asked: AskedRequest): Promise<Answer> {
  const { method = asked.body === undefined ? 'GET' : 'POST', path, body, token, headers, address } = asked
  const response = await app.inject({
    method,
    url: path,
    ...(address === undefined ? {} : { remoteAddress: address }),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined
      ? {}
      : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    bytes: response.rawPayload,
    json: () => response.json(),
  }
}
