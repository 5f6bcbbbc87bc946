import '@callboard/contract/issue-words'
import { isIP } from 'node:net'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { textLimits } from '@callboard/contract/limits'
import { minPasswordLength } from '@callboard/contract/passwords'
import { UserName } from '@callboard/contract/sign-in-names'
import { z } from 'zod'
import { type ClickhouseServers, ClickhouseUrls } from './lib/outside/clickhouse-urls.ts'
import { readPostgresUrls } from './lib/outside/postgres-hosts.ts'
import type { DkimSettings } from './lib/outside/dkim-key.ts'
import { ImapUrl } from './lib/outside/imap-url.ts'
import { MailFrom, SmtpUrl } from './lib/outside/mail-server.ts'
import { type OidcProvider, OidcProviders } from './lib/outside/oidc-providers.ts'
import type { FilesPlace } from './lib/outside/files-place.ts'
import { readS3Address, type S3Address, type S3Keys } from './lib/outside/s3-address.ts'
import type { SpeechEnvironment } from './lib/outside/speech-environment.ts'
import type { TracingSettings } from './lib/outside/start-tracing.ts'
import type { TlsFiles } from './lib/outside/tls-files.ts'
import { TrustedProxies } from './lib/outside/trusted-proxies.ts'

const url = (schemes: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && schemes.some((scheme) => text.startsWith(`${scheme}:`)), {
    error: `must be a URL that starts with ${schemes.join(': or ')}:`,
  })

const dnsName = z
  .string()
  .regex(
    /^(?=.{1,253}$)[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i,
    'must be a name of the DNS, as example.com',
  )

const portError = 'must be a number from 0 to 65535'

const words = z.string().transform((text) => text.split(/\s+/).filter((word) => word !== ''))

const folders = z
  .string()
  .transform((text) => text.split(delimiter).filter((folder) => folder !== ''))
  .refine(
    (all) => all.every((folder) => isAbsolute(folder)),
    'must be absolute paths, as /srv/calls:/mnt/pbx',
  )

const Host = z.string().regex(/^([a-zA-Z\d-]+(\.[a-zA-Z\d-]+)*|\[[\da-fA-F:]+\])(:\d{1,5})?$/)
const hostsError = 'must be hosts such as whisper:9000 or 10.0.0.7, separated by spaces'

/** A folder or a bucket. */
const FilesUrl = z.string().transform((text, context): { folder: string } | { address: S3Address } => {
  const given = text.startsWith('s3:') ? readS3Address(text) : readFolder(text)
  if (!('error' in given)) return 'folder' in given ? given : { address: given }
  context.addIssue({ code: 'custom', message: given.error })
  return z.NEVER
})

function readFolder(text: string): { folder: string } | { error: string } {
  try {
    return { folder: fileURLToPath(text) }
  } catch {
    return { error: 'must be a URL that starts with file: or s3:, as file:///var/recordings' }
  }
}

const Variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, portError)
    .transform(Number)
    .refine((port) => port <= 65_535, portError)
    .default(8080),
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().trim().min(1).default('./data'),
  EXPORTS_DIR: z.string().trim().min(1).optional(),
  IMPORT_FOLDERS: folders.default([]),
  SOURCE_ADDRESSES: words
    .refine((all) => all.every((one) => isIP(one) !== 0), 'must be IP addresses, separated by spaces')
    .default([]),
  IMPORTS_DIR: z.string().trim().min(1).optional(),
  DELIVERIES_DIR: z.string().trim().min(1).optional(),
  FILES_URL: FilesUrl.optional(),
  RECORDINGS_URL: FilesUrl.optional(),
  BACKUPS_URL: FilesUrl.optional(),
  BACKUP_KEY_FILE: z.string().trim().min(1).optional(),
  AWS_ACCESS_KEY_ID: z.string().trim().min(1).optional(),
  AWS_SECRET_ACCESS_KEY: z.string().trim().min(1).optional(),
  PUBLIC_URL: url(['http', 'https']).optional(),
  TRUST_PROXY: TrustedProxies.optional(),
  TLS_CERT: z.string().trim().min(1).optional(),
  TLS_KEY: z.string().trim().min(1).optional(),
  ADMIN_USER: UserName.default('admin'),
  ADMIN_PASSWORD: z
    .string()
    .min(minPasswordLength, `must have at least ${minPasswordLength} characters`)
    .max(textLimits.password)
    .optional(),
  DEMO: z.enum(['on', 'off']).default('off'),
  PROCESS: z.enum(['all', 'web', 'worker'], 'must be all, web or worker').default('all'),
  PROCESS_URL: url(['http', 'https']).optional(),
  DATABASE_URL: z
    .string()
    .refine((text) => readPostgresUrls(text) !== undefined, {
      error: 'must be a URL that starts with postgres: or postgresql:',
    })
    .optional(),
  DATABASE_CONNECTIONS: z
    .string()
    .regex(/^([5-9]|[1-9]\d{1,2})$/, 'must be a number from 5 to 999')
    .transform(Number)
    .default(20),
  DATABASE_STATEMENT_SECONDS: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number of seconds, 0 for no limit')
    .transform(Number)
    .default(600),
  CLICKHOUSE_URL: ClickhouseUrls.optional(),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^\w[\w.-]{0,99}$/, { error: 'must be a name of letters, digits and _.-', abort: true })
    .optional(),
  SMTP_URL: SmtpUrl.optional(),
  BOUNCE_MAILBOX_URL: ImapUrl.optional(),
  MAIL_FROM: MailFrom.default('Callboard <callboard@localhost>'),
  DKIM_KEY: z.string().trim().min(1).optional(),
  DKIM_DOMAIN: dnsName.optional(),
  DKIM_SELECTOR: dnsName.optional(),
  OIDC_PROVIDERS: OidcProviders.default([]),
  KEPT_ANSWERS_MB: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number of megabytes, 0 for none')
    .transform((text) => Number(text) * 2 ** 20)
    .optional(),
  SPEECH_TO_TEXT_COMMAND: words.default([]),
  SPEECH_TO_TEXT_HOSTS: words
    .refine((hosts) => hosts.every((host) => Host.safeParse(host).success), hostsError)
    .default([]),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'must be 16 to 200 letters, digits and signs, without spaces')
    .optional(),
  SLOW_QUERY_MS: z
    .string()
    .regex(/^\d{1,7}$/, 'must be a number of milliseconds')
    .transform(Number)
    .default(5000),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(['http', 'https']).optional(),
  OTEL_SERVICE_NAME: z.string().trim().min(1).default('callboard'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .default(1),
  API_KEY_REQUESTS_PER_MINUTE: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'must be a number from 1')
    .transform(Number)
    .default(30_000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
})

/** Of the environment. */
export const variableNames: readonly string[] = Object.keys(Variables.shape)

type FilesVariable = 'FILES_URL' | 'RECORDINGS_URL' | 'BACKUPS_URL'
type FolderVariable = 'EXPORTS_DIR' | 'DELIVERIES_DIR' | 'IMPORTS_DIR'
const noBucketKeys = 'needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for a bucket'

function hasKeysFor(variable: FilesVariable, data: Variables): boolean {
  const { [variable]: place } = data
  return place === undefined || 'folder' in place || keysOf(data) !== undefined
}

const Environment = Variables.refine(
  ({ DKIM_KEY, DKIM_DOMAIN, DKIM_SELECTOR }) =>
    new Set([DKIM_KEY, DKIM_DOMAIN, DKIM_SELECTOR].map((one) => one === undefined)).size === 1,
  { path: ['DKIM_KEY'], error: 'must be set together with DKIM_DOMAIN and DKIM_SELECTOR' },
)
  .refine(({ TLS_CERT, TLS_KEY }) => (TLS_CERT === undefined) === (TLS_KEY === undefined), {
    path: ['TLS_CERT'],
    error: 'must be set together with TLS_KEY',
  })
  .refine(
    ({ PROCESS, DATABASE_URL, CLICKHOUSE_URL }) =>
      PROCESS === 'all' || (DATABASE_URL !== undefined && CLICKHOUSE_URL !== undefined),
    { path: ['PROCESS'], error: 'needs DATABASE_URL and CLICKHOUSE_URL, which several processes share' },
  )
  .refine((data) => data.PROCESS === 'all' || hasPlacesOfFiles(data), {
    path: ['PROCESS'],
    error: 'needs FILES_URL, as what one process writes another one sends or serves',
  })
  .refine(
    ({ CLICKHOUSE_URL, CLICKHOUSE_CLUSTER }) =>
      CLICKHOUSE_CLUSTER !== undefined || (CLICKHOUSE_URL?.length ?? 1) === 1,
    {
      path: ['CLICKHOUSE_URL'],
      error: 'names several servers, which needs CLICKHOUSE_CLUSTER',
    },
  )
  .refine(
    ({ DATABASE_URL, CLICKHOUSE_URL, CLICKHOUSE_CLUSTER }) =>
      CLICKHOUSE_CLUSTER === undefined || (DATABASE_URL !== undefined && CLICKHOUSE_URL !== undefined),
    { path: ['CLICKHOUSE_CLUSTER'], error: 'needs CLICKHOUSE_URL and DATABASE_URL' },
  )
  .refine((data) => hasKeysFor('FILES_URL', data), { path: ['FILES_URL'], error: noBucketKeys })
  .refine((data) => hasKeysFor('RECORDINGS_URL', data), { path: ['RECORDINGS_URL'], error: noBucketKeys })
  .refine((data) => hasKeysFor('BACKUPS_URL', data), { path: ['BACKUPS_URL'], error: noBucketKeys })

export interface Config {
  port: number
  host: string
  dataDir: string
  /** Where the files of exports are; undefined for a folder of the data folder. */
  exports: FilesPlace | undefined
  /** Folders in which administrators may have files of calls, and recordings, looked for. */
  importFolders: readonly string[]
  /** Of private networks, which sources may fetch calls from all the same: a switch beside the portal. */
  sourceAddresses: readonly string[]
  /** Where uploaded files of calls are; undefined for a folder of the data folder. */
  imports: FilesPlace | undefined
  /** Where the files of deliveries are; undefined for a folder of the data folder. */
  deliveries: FilesPlace | undefined
  /** Where recordings are; undefined for a folder of the data folder. */
  recordings: FilesPlace | undefined
  /** Where the portal makes backups by itself, and those without another place. */
  backups: FilesPlace | undefined
  /** What they are encrypted with; undefined where they are not. */
  backupKeyFile: string | undefined
  /** Of the account whose buckets the portal uses. */
  s3Keys: S3Keys | undefined
  /** Where people reach the portal: for links in mails and the return from single sign-on. No slash at the end. */
  publicUrl: string
  /** Whose word counts on where a request comes from; undefined for nobody's. */
  trustProxy: TrustedProxies | undefined
  /** Undefined when the portal itself speaks plain HTTP. */
  tls: TlsFiles | undefined
  adminUser: string
  adminPassword: string | undefined
  isDemo: boolean
  /** `web` answers people and programs, `worker` does what goes on in the background, `all` both. */
  process: 'all' | 'web' | 'worker'
  /** Where the other processes reach this one; undefined for its address and port. */
  processUrl: string | undefined
  /** One server of PostgreSQL, or several, of which one can be written to. */
  databaseUrl: string | undefined
  /** The most connections to it that this process has for its work. */
  databaseConnections: number
  /** After which a statement is ended there; 0 for never. */
  databaseStatementSeconds: number
  /** Undefined where calls are embedded. */
  clickhouse: ClickhouseServers | undefined
  smtpUrl: string | undefined
  /** Where mails that come back arrive; undefined when nobody looks. */
  bounceMailboxUrl: string | undefined
  mailFrom: string
  /** Undefined when mails are not signed. */
  dkim: DkimSettings | undefined
  oidcProviders: readonly OidcProvider[]
  /** Memory for answers that are asked for again. */
  keptAnswerBytes: number | undefined
  speech: SpeechEnvironment
  /** With which monitoring reads `/metrics`, which is not there without one. */
  metricsToken: string | undefined
  /** Reads of calls that take longer are logged. */
  slowQueryMs: number
  /** Where traces are sent; undefined where they are not. */
  tracing: TracingSettings | undefined
  apiKeyRequestsPerMinute: number
  logLevel: string
  /** Of private networks, which may be asked all the same: given by tests alone, as no variable names them. */
  allowedAddresses?: readonly string[] | undefined
  /** Where they differ from those of every portal: given by tests alone, as no variable sets them. */
  limits?: Limits | undefined
}

interface Limits {
  /** The most bytes of exports that are kept for one user, and for all. */
  keptExportBytes?: { user: number; portal: number } | undefined
  /** How often watched folders are looked into. */
  folderPollMs?: number | undefined
  /** For a part of a recording that goes to speech to text, for a whole one, and for what comes back. */
  speech?: { partMs: number; wholeMs: number; answerBytes: number } | undefined
}

/** A setting of the environment that cannot be; one line for each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads the environment once, at the start. An empty variable counts as absent. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = Environment.safeParse(given)
  if (!result.success) {
    const errors = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(errors.join('\n'))
  }
  const { data } = result
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: resolve(data.DATA_DIR),
    importFolders: data.IMPORT_FOLDERS,
    sourceAddresses: data.SOURCE_ADDRESSES,
    ...placesOfFiles(data),
    backups: placeOf('BACKUPS_URL', data),
    s3Keys: keysOf(data),
    backupKeyFile: data.BACKUP_KEY_FILE,
    publicUrl: (data.PUBLIC_URL ?? localUrl(data)).replace(/\/+$/, ''),
    trustProxy: data.TRUST_PROXY,
    tls: tlsOf(data),
    adminUser: data.ADMIN_USER,
    adminPassword: data.ADMIN_PASSWORD,
    isDemo: data.DEMO === 'on',
    process: data.PROCESS,
    processUrl: data.PROCESS_URL,
    databaseUrl: data.DATABASE_URL,
    databaseConnections: data.DATABASE_CONNECTIONS,
    databaseStatementSeconds: data.DATABASE_STATEMENT_SECONDS,
    clickhouse: data.CLICKHOUSE_URL && { urls: data.CLICKHOUSE_URL, cluster: data.CLICKHOUSE_CLUSTER },
    smtpUrl: data.SMTP_URL,
    bounceMailboxUrl: data.BOUNCE_MAILBOX_URL,
    mailFrom: data.MAIL_FROM,
    dkim: dkimOf(data),
    oidcProviders: data.OIDC_PROVIDERS,
    keptAnswerBytes: data.KEPT_ANSWERS_MB,
    speech: { command: data.SPEECH_TO_TEXT_COMMAND, hosts: data.SPEECH_TO_TEXT_HOSTS },
    metricsToken: data.METRICS_TOKEN,
    slowQueryMs: data.SLOW_QUERY_MS,
    tracing: tracingOf(data),
    apiKeyRequestsPerMinute: data.API_KEY_REQUESTS_PER_MINUTE,
    logLevel: data.LOG_LEVEL,
  }
}

type Variables = z.infer<typeof Variables>

function tlsOf({ TLS_CERT: certPath, TLS_KEY: keyPath }: Variables): TlsFiles | undefined {
  return certPath === undefined || keyPath === undefined ? undefined : { certPath, keyPath }
}

function tracingOf(data: Variables): TracingSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = data
  const { OTEL_SERVICE_NAME: serviceName, OTEL_TRACES_SAMPLER_ARG: ratio } = data
  return endpoint === undefined ? undefined : { endpoint, serviceName, ratio }
}

function dkimOf({ DKIM_KEY: keyPath, DKIM_DOMAIN: domain, DKIM_SELECTOR: selector }: Variables) {
  if (keyPath === undefined || domain === undefined || selector === undefined) return undefined
  return { keyPath, domain, selector }
}

function hasPlacesOfFiles(data: Variables): boolean {
  const { FILES_URL, EXPORTS_DIR, DELIVERIES_DIR, IMPORTS_DIR, RECORDINGS_URL } = data
  const own = [EXPORTS_DIR, DELIVERIES_DIR, IMPORTS_DIR, RECORDINGS_URL]
  return FILES_URL !== undefined || own.every((place) => place !== undefined)
}

/** Each in its own place, or in a folder of that of all. */
function placesOfFiles(data: Variables): Pick<Config, 'exports' | 'deliveries' | 'recordings' | 'imports'> {
  const shared = placeOf('FILES_URL', data)
  const placeIn = (variable: FolderVariable, name: string): FilesPlace | undefined => {
    const { [variable]: own } = data
    return own === undefined ? shared && folderOf(shared, name) : { folder: resolve(own), setting: variable }
  }
  return {
    exports: placeIn('EXPORTS_DIR', 'exports'),
    deliveries: placeIn('DELIVERIES_DIR', 'deliveries'),
    recordings: placeOf('RECORDINGS_URL', data) ?? (shared && folderOf(shared, 'recordings')),
    imports: placeIn('IMPORTS_DIR', 'imports'),
  }
}

function folderOf(place: FilesPlace, name: string): FilesPlace {
  if ('folder' in place) return { ...place, folder: join(place.folder, name) }
  const { address } = place
  return { ...place, address: { ...address, prefix: `${address.prefix}${name}/` } }
}

function placeOf(setting: FilesVariable, data: Variables): FilesPlace | undefined {
  const { [setting]: place } = data
  if (place === undefined) return undefined
  if ('folder' in place) return { ...place, setting }
  const keys = keysOf(data)
  return keys && { ...place, keys, setting }
}

function keysOf({ AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret }: Variables): S3Keys | undefined {
  return id === undefined || secret === undefined ? undefined : { id, secret }
}

function localUrl({ HOST, PORT, TLS_CERT }: Variables): string {
  const isThisMachine = HOST === '127.0.0.1' || HOST === '0.0.0.0' || HOST === '::'
  return `${TLS_CERT === undefined ? 'http' : 'https'}://${isThisMachine ? 'localhost' : HOST}:${PORT}`
}
