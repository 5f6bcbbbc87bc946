import { X509Certificate } from 'node:crypto'
import { constants, existsSync, statSync } from 'node:fs'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { env } from 'node:process'
import { formatGigabytes } from '@callboard/contract/format'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { clickhouseMigrations } from '../../migrations/clickhouse/list.ts'
import type { Config } from '../config.ts'
import type { FilesPlace } from '../lib/outside/files-place.ts'
import { listPendingMigrations, listUnknownMigrations } from '../db/calls/clickhouse-migrations.ts'
import { openClickhouseStore } from '../db/calls/clickhouse-store.ts'
import { findApart } from '../db/calls/cluster-check.ts'
import { requireClickhouseServer, requirePostgresServer } from '../db/calls/server-versions.ts'
import { openPostgresServer } from '../db/postgres/postgres-server.ts'
import { pendingPostgresMigrations, unknownPostgresMigrations } from '../db/postgres/postgres.ts'
import { keyOf } from '../features/backups/daily-backup.ts'
import { spaceState } from '../features/health/health.ts'
import { StartError } from '../lib/files/data-dir.ts'
import { readSpace } from '../lib/files/free-space.ts'
import { type Finding, type HealthCheck, ok } from '../lib/health-check.ts'
import type { ClickhouseServers } from '../lib/outside/clickhouse-urls.ts'
import { openS3Store } from '../lib/outside/s3-store.ts'
import { readTls } from '../lib/outside/tls-files.ts'
import { findTimeZoneProblem, timeZoneRelease } from '../lib/time-zone-data.ts'
import { version } from '../lib/version.ts'

/** Of its own server, the portal needs so many threads at least for the embedded engine. */
const minThreads = 10
const waitMs = 8000
/** Sessions, roles with dates and signatures of webhooks depend on the clock. */
const clockMs = 60_000
const dayMs = 86_400_000
const certificateDays = 14

/** What of an environment can be checked without the portal, each of which says what to mend. */
export function environmentChecks(config: Config): HealthCheck[] {
  const {
    databaseUrl,
    clickhouse,
    exports,
    deliveries,
    imports,
    importFolders,
    recordings,
    backups,
    smtpUrl,
    tls,
    oidcProviders,
  } = config
  return [
    { key: 'program', title: 'Program', read: () => checkProgram(config) },
    { key: 'timeZones', title: 'Time zones', read: checkTimeZones },
    { key: 'dataDir', title: 'DATA_DIR', read: async () => await checkFolder(config.dataDir) },
    ...importFolders.map((folder) => {
      const title = `IMPORT_FOLDERS ${folder}`
      return { key: title, title, read: async () => await checkFolder(folder) }
    }),
    ...checkIf('PostgreSQL', databaseUrl, async (url) => await checkPostgres(url, config)),
    ...(clickhouse === undefined ? [] : clickhouseChecks(clickhouse)),
    ...checkIf('Exports', exports, checkPlace),
    ...checkIf('Deliveries', deliveries, checkPlace),
    ...checkIf('Imports', imports, checkPlace),
    ...checkIf('Recordings', recordings, checkPlace),
    ...checkIf('Backups', backups, async (place) => await checkBackups(config, place)),
    ...checkIf('Mail server', smtpUrl, checkMailServer),
    ...checkIf('Certificate', tls, (files) => checkCertificate(readTls(files).cert)),
    ...oidcProviders.map(({ id, issuer }) => ({
      key: id,
      title: `Sign-on ${id}`,
      read: async () => await checkIssuer(issuer),
    })),
    { key: 'address', title: 'PUBLIC_URL', read: async () => await checkAddress(config) },
  ]
}

function checkIf<T>(
  title: string,
  given: T | undefined,
  check: (given: T) => Finding | Promise<Finding>,
): HealthCheck[] {
  return given === undefined ? [] : [{ key: title, title, read: async () => await check(given) }]
}

function problem(message: string, action?: string): Finding {
  return { state: 'problem', message, ...(action !== undefined && { action }) }
}

function checkProgram({ clickhouse }: Config): Finding {
  const threads = Number(env['UV_THREADPOOL_SIZE'] ?? 4)
  if (clickhouse === undefined && threads < minThreads)
    return problem(
      `UV_THREADPOOL_SIZE is ${threads}.`,
      'Set it to 16 before the process starts, or use npm start.',
    )
  return ok(`Callboard ${version} on Node ${process.versions.node}.`)
}

function checkTimeZones(): Finding {
  const found = findTimeZoneProblem()
  return found === undefined
    ? ok(`Release ${timeZoneRelease} of the time zone database.`)
    : { state: 'notice', message: found }
}

async function checkFolder(folder: string): Promise<Finding> {
  const place = nearest(folder)
  if (!statSync(place).isDirectory()) return problem(`${place} is not a folder.`)
  const isWritable = await access(place, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!isWritable)
    return problem(`${place} cannot be written to.`, 'Give it to the user who runs the portal.')
  if (place !== folder) return ok(`${folder} does not exist: it is made at the first start.`)
  const { free, all } = await readSpace(folder)
  const message = `${folder}: ${formatGigabytes(free)} of ${formatGigabytes(all)} free.`
  const state = spaceState(free)
  return state === 'ok' ? ok(message) : { state, message, action: 'Free some space.' }
}

/** The folder itself, or of those above it the first that there is. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder))
}

// Beside those for its work, a process has one for the lease on writing calls, and one that asks whether the server answers.
const ownConnections = 2

async function checkPostgres(url: string, { databaseConnections }: Config): Promise<Finding> {
  const postgres = openPostgresServer(url, { connections: 1 })
  try {
    await requirePostgresServer(postgres)
    const { rows } = await postgres.executeSql(`
      SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms, sum(setting::int) AS free FROM (
        SELECT CASE name WHEN 'max_connections' THEN setting::int ELSE -setting::int END AS setting FROM pg_settings
          WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections'))`)
    const [{ ms, free } = { ms: Date.now(), free: 0 }] = AboutServer.parse(rows)
    const needed = databaseConnections + ownConnections
    if (free < needed)
      return problem(
        `The server has room for ${free} connections, and a process may open ${needed}.`,
        'Raise max_connections there, or lower DATABASE_CONNECTIONS.',
      )
    return schemaFinding(
      await unknownPostgresMigrations(postgres.db),
      await pendingPostgresMigrations(postgres.db),
      clockProblem(ms),
    )
  } finally {
    await postgres.close()
  }
}

const AboutServer = z.array(z.object({ ms: z.coerce.number(), free: z.coerce.number() }))

function clickhouseChecks(servers: ClickhouseServers): HealthCheck[] {
  return servers.urls.map((url) => {
    const title = servers.cluster === undefined ? 'ClickHouse' : `ClickHouse ${new URL(url).host}`
    return { key: title, title, read: async () => await checkClickhouse(url, servers) }
  })
}

async function checkClickhouse(url: string, { urls, cluster }: ClickhouseServers): Promise<Finding> {
  const calls = openClickhouseStore({ url })
  try {
    await requireClickhouseServer(calls)
    const apart =
      cluster === undefined ? undefined : await findApart(calls, { cluster, servers: urls.length })
    if (apart !== undefined) return apart
    const [now] = await calls.query({
      sql: 'SELECT toUnixTimestamp64Milli(now64(3)) AS ms',
      row: z.object({ ms: z.coerce.number() }),
    })
    return schemaFinding(
      await listUnknownMigrations(calls, clickhouseMigrations),
      await listPendingMigrations(calls, clickhouseMigrations),
      clockProblem(now?.ms ?? Date.now()),
    )
  } finally {
    await calls.close()
  }
}

function schemaFinding(
  unknown: readonly string[],
  pending: readonly string[],
  clock: string | undefined,
): Finding {
  if (unknown.length > 0)
    return problem(`The schema is newer than this portal, which does not know ${unknown.join(', ')}.`)
  if (pending.length > 0)
    return problem(`The schema is older than this portal (${pending.join(', ')}).`, 'Run: npm run migrate')
  return clock === undefined
    ? ok('The server answers, and its schema is up to date.')
    : problem(clock, setClocks)
}

const setClocks = 'Set the clocks by NTP.'

function clockProblem(theirsMs: number): string | undefined {
  const apartMs = Math.abs(theirsMs - Date.now())
  return apartMs < clockMs
    ? undefined
    : `Its clock is ${Math.round(apartMs / 1000)} seconds from this machine’s.`
}

async function checkPlace(place: FilesPlace): Promise<Finding> {
  if ('folder' in place) return await checkFolder(place.folder)
  const folder = await mkdtemp(join(tmpdir(), 'callboard-doctor-'))
  try {
    await openS3Store({ ...place, folder: join(folder, 'files') })
    return ok(`The bucket ${place.address.bucket} can be listed, written to and read.`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function checkBackups(config: Config, place: FilesPlace): Promise<Finding> {
  await keyOf(config)
  return await checkPlace(place)
}

async function checkMailServer(url: string): Promise<Finding> {
  const wait = { connectionTimeout: waitMs, greetingTimeout: waitMs, socketTimeout: waitMs }
  const transport = createTransport({ url, ...wait })
  try {
    await transport.verify()
    return ok('The mail server answers, and accepts user and password.')
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause)
    return problem(`The server of SMTP_URL cannot be used: ${words.replace(/\.$/, '')}.`)
  } finally {
    transport.close()
  }
}

function checkCertificate(pem: Buffer): Finding {
  const until = new X509Certificate(pem).validToDate
  const days = Math.floor((until.getTime() - Date.now()) / dayMs)
  const message = `The certificate is valid until ${until.toISOString().slice(0, 10)}.`
  if (days >= certificateDays) return ok(message)
  return { state: days < 0 ? 'problem' : 'notice', message, action: 'Renew it, and send the portal SIGHUP.' }
}

async function checkIssuer(issuer: string): Promise<Finding> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const answer = await fetch(url, { signal: AbortSignal.timeout(waitMs), redirect: 'manual' })
  return answer.ok ? ok('The provider answers.') : problem(`${url} is answered with ${answer.status}.`)
}

const Healthy = z.object({ status: z.literal('ok'), timeZoneData: z.string() })

async function checkAddress({ publicUrl, trustProxy, tls }: Config): Promise<Finding> {
  if (publicUrl.startsWith('https:') && tls === undefined && trustProxy === undefined)
    return problem(
      `${publicUrl} is the address of a proxy, and TRUST_PROXY is not set: all sign-ins would count as the proxy’s.`,
      'Set TRUST_PROXY, see the guide on proxies.',
    )
  const answer = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(waitMs) }).catch(
    () => undefined,
  )
  if (answer === undefined)
    return { state: 'notice', message: `Nobody answers at ${publicUrl}. Is the portal running?` }
  const healthy = Healthy.safeParse(await answer.json().catch(() => undefined))
  if (!healthy.success)
    return problem(
      `${publicUrl} is answered with ${answer.status}, and not by this portal.`,
      'Look at the proxy.',
    )
  const date = Date.parse(answer.headers.get('date') ?? '')
  const clock = Number.isNaN(date) ? undefined : clockProblem(date)
  return clock === undefined ? ok(`The portal answers at ${publicUrl}.`) : problem(clock, setClocks)
}

/** Why a check could not be made, for people. */
export function explain(error: unknown): string {
  if (error instanceof StartError) return error.message
  return error instanceof Error ? error.message : String(error)
}
