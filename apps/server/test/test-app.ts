import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { IngestAnswer } from '@callboard/contract/calls'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { inject } from 'vitest'
import { buildApp } from '#server/app.ts'
import type { CallStore } from '#server/db/calls/call-store.ts'
import type { HttpOptions } from '#server/http/server.ts'
import type { KeptBytes } from '#server/features/exports/kept-bytes.ts'
import { type FileStore, openFolderStore } from '#server/lib/files/file-store.ts'
import type { SpeechLimits } from '#server/features/recordings/speech/speech.ts'
import { createLog } from '#server/lib/log.ts'
import type { S3Keys } from '#server/lib/outside/s3-address.ts'
import { type OidcProvider, readConfig } from '#server/config.ts'
import { type Runtime, startRuntime } from '#server/runtime.ts'
import { migrate, openStores } from '#server/stores.ts'
import { setUpOnce } from '#server/setup/first-start.ts'
import { afterFile } from './after-file.ts'
import { Factory, type SentCall } from './factory.ts'
import { copyTemplate } from './template.ts'

export interface Answer {
  status: number
  headers: Record<string, unknown>
  text: string
  bytes: Buffer
  /** The body as JSON; a test reads what it expects. */
  json(): unknown
}

export interface TestApp {
  app: FastifyInstance
  runtime: Runtime
  make: Factory
  folder: string
  ask(request: AskedRequest): Promise<Answer>
  /** Before the end of the file: another process may then have the folder. */
  close(): Promise<void>
  /** Sends calls as a telephone system does, and waits until they can be read. */
  sendCalls(apiKey: string, calls: readonly SentCall[]): Promise<IngestAnswer>
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

export interface TestAppParts {
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
  /** The most bytes of exports that are kept. */
  keptExportBytes?: KeptBytes
  /** The page of a built web app; without one there is none. */
  page?: string
  /** Its other files, by path. */
  webFiles?: Readonly<Record<string, string>>
  /** How it is reached. */
  http?: HttpOptions
  /** An empty PostgreSQL server instead of PGlite. */
  databaseUrl?: string
  /** A ClickHouse server instead of chDB. */
  clickhouseUrl?: string
  /** A folder for the files of deliveries that other portals share. */
  deliveriesFolder?: string
  oidcProviders?: readonly OidcProvider[]
  publicUrl?: string
  /** Silent unless given. */
  log?: Logger
}

/** The whole portal on PGlite and chDB in a folder of its own, without a port; closed after the tests of the file. */
export async function openTestApp(parts: TestAppParts = {}): Promise<TestApp> {
  const { wrapCalls = (calls) => calls, page, databaseUrl, clickhouseUrl } = parts
  const folder = mkdtempSync(join(tmpdir(), 'callboard-test-'))
  const { oidcProviders, publicUrl, recordings, speech } = parts
  const environment = readConfig({
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    CLICKHOUSE_URL: clickhouseUrl,
    DELIVERIES_DIR: parts.deliveriesFolder,
    OIDC_PROVIDERS: oidcProviders === undefined ? undefined : JSON.stringify(oidcProviders),
    PUBLIC_URL: publicUrl,
    SPEECH_TO_TEXT_COMMAND: speech?.command,
    SPEECH_TO_TEXT_HOSTS: speech?.hosts,
    RECORDINGS_URL: recordings?.url,
    AWS_ACCESS_KEY_ID: recordings?.keys.id,
    AWS_SECRET_ACCESS_KEY: recordings?.keys.secret,
  })
  const { log = createLog('silent'), keptExportBytes, wrapFiles, wrapRecordings, allowedAddresses } = parts
  const config = { ...environment, allowedAddresses, limits: { keptExportBytes, speech: speech?.limits } }
  copyTemplate(folder, databaseUrl === undefined ? undefined : ['clickhouse'])
  const stores = await openStores(config)
  if (databaseUrl !== undefined || clickhouseUrl !== undefined) await migrate(stores)
  const exportFiles = wrapFiles?.(await openFolderStore(join(folder, 'exports')))
  const recordingFiles = wrapRecordings?.(await openFolderStore(join(folder, 'recordings')))
  const runtime = await startRuntime(stores, { config, log, exportFiles, recordingFiles })
  if (databaseUrl !== undefined)
    await setUpOnce(runtime.postgres.db, { userName: 'admin', password: inject('adminPassword') })
  const webFolder = join(folder, 'web')
  mkdirSync(webFolder)
  const files = { ...parts.webFiles, ...(page === undefined ? {} : { 'index.html': page }) }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(webFolder, path)), { recursive: true })
    writeFileSync(join(webFolder, path), text)
  }
  const app = await buildApp({ ...runtime, calls: wrapCalls(runtime.calls) }, webFolder, parts.http)
  let closing: Promise<void> | undefined
  const close = async () => await (closing ??= app.close().then(async () => await runtime.close()))
  afterFile(async () => {
    await close()
    rmSync(folder, { recursive: true, force: true })
  })
  const ask = async (request: AskedRequest) => await askApp(app, request)
  return {
    app,
    runtime,
    make: new Factory(runtime.postgres.db),
    folder,
    ask,
    close,
    async sendCalls(apiKey, calls) {
      const { status, text } = await ask({ method: 'POST', path: '/api/calls', body: calls, token: apiKey })
      if (status !== 200) throw new Error(`the calls were refused: ${status} ${text}`)
      await runtime.ingest.relationsSettled()
      return IngestAnswer.parse(JSON.parse(text))
    },
  }
}

/** For a portal other than that of `openTestApp`, on the same stores. */
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
