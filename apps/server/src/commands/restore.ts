import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { formatBytes, formatCount } from '@callboard/contract/format'
import { z } from 'zod'
import { clickhouseMigrations as migrations } from '../../migrations/clickhouse/list.ts'
import { type Config, readConfig } from '../config.ts'
import { openServerCalls } from '../db/calls/open-server-calls.ts'
import { requireClickhouseServer, requirePostgresServer } from '../db/calls/server-versions.ts'
import { openPostgresServer } from '../db/postgres/postgres-server.ts'
import { readCheckpoint } from '../db/embedded-calls/checkpoint-file.ts'
import { BackupPlace, DamagedBackup } from '../features/backups/backup-place.ts'
import { selectCallsOf } from '../features/backups/call-store.ts'
import { fileFolders } from '../features/backups/file-folders.ts'
import { type Manifest, timeOfBackup } from '../features/backups/manifest.ts'
import { openFilesOfPlace } from '../features/backups/open-place.ts'
import type { Servers } from '../features/backups/pack-servers.ts'
import { restoreBackup, type RestoredDatabases } from '../features/backups/restore-backup.ts'
import { requireEmpty, restoreRows, type RestoringRows } from '../features/backups/restore-rows.ts'
import { createLog } from '../lib/log.ts'
import { checkSchemas, openStores } from '../stores.ts'
import { placeArguments, readPlace } from './backup-place-arguments.ts'
import { type Command, type CommandContext, CommandError, parseArguments } from './command.ts'
import { shutdownSignal } from './shutdown-signal.ts'

type Output = Pick<CommandContext, 'print' | 'progress'>
type Asked = Pick<Command, 'args'>

const Arguments = z.strictObject({ ...placeArguments, backup: z.string().min(1).optional() })

interface Chosen {
  place: BackupPlace
  name: string
  manifest: Manifest
}

/** Lists the backups of a place, the newest last. */
export async function listBackups(config: Config, { args }: Asked, { print }: Output): Promise<void> {
  const place = await openPlace(config, args)
  const names = await place.list()
  if (names.length === 0) print('There are no backups in this place.')
  for (const name of names) print(`${name}  ${describe(await place.readManifest(name))}`)
}

/** Writes a backup into an empty data folder. */
export async function restore(config: Config, { args }: Asked, { print, progress }: Output): Promise<void> {
  const { name, manifest, place } = await choose(config, args)
  requireSameKind(config, manifest)
  print(`Backup ${name}: ${describe(manifest)}, made by version ${manifest.version}.`)
  print('It does not hold:')
  for (const what of manifest.leftOut) print(`- ${what}`)
  const signal = shutdownSignal()
  const { rows } = manifest
  await restoreBackup({
    place,
    manifest,
    dataDir: config.dataDir,
    folders: fileFolders(config),
    signal,
    onProgress: (bytes) => progress(`${formatBytes(bytes)} of ${formatBytes(bytesOf(manifest))} restored`),
    databases: rows && serversOf(config, { rows, signal }),
  })
  const where = rows === undefined ? config.dataDir : 'the databases of DATABASE_URL and CLICKHOUSE_URL'
  const next = rows === undefined ? 'Start it with: npm start' : 'Run npm run migrate, then start it.'
  print(`The portal as it was on ${timeOfBackup(name).toISOString()} is in ${where}. ${next}`)
}

/** Those that the configuration names. */
function serversOf(config: Config, given: Pick<RestoringRows, 'rows' | 'signal'>): RestoredDatabases {
  const { databaseUrl = '', clickhouse = { urls: [], cluster: undefined }, logLevel } = config
  const withServers = async (work: (servers: Servers) => Promise<void>) => {
    const postgres = openPostgresServer(databaseUrl)
    const calls = openServerCalls(clickhouse)
    try {
      await requirePostgresServer(postgres)
      await requireClickhouseServer(calls)
      await work({ postgres, calls })
    } finally {
      await calls.close()
      await postgres.close()
    }
  }
  return {
    id: createHash('sha256').update(`${databaseUrl} ${clickhouse.urls.join()}`).digest('hex'),
    requireEmpty: async () => await withServers(requireEmpty),
    fill: async (folder) =>
      await withServers(async (servers) => {
        await restoreRows({ ...servers, ...given, migrations, folder, log: createLog(logLevel) })
      }),
  }
}

/** Restores a backup into a folder of its own, opens it there and compares it with what it was made of. */
export async function verifyBackup(
  config: Config,
  { args }: Asked,
  { print, progress }: Output,
): Promise<void> {
  const { name, manifest, place } = await choose(config, args)
  const folder = mkdtempSync(join(dirname(config.dataDir), 'callboard-verified-'))
  const dataDir = join(folder, 'data')
  try {
    await restoreBackup({
      place,
      manifest,
      dataDir,
      signal: shutdownSignal(),
      onProgress: (bytes) => progress(`${formatBytes(bytes)} of ${formatBytes(bytesOf(manifest))} restored`),
    })
    print(`All ${formatCount(manifest.files.length)} files of ${name} are as they were.`)
    const found = await countCalls(dataDir, manifest)
    const { calls } = manifest
    if (found.count !== calls.count || found.hash !== calls.hash)
      throw new DamagedBackup(
        `The backup has ${formatCount(found.count)} calls, and not the ${formatCount(calls.count)} that it was made of.`,
      )
    print(`Restored and opened: ${formatCount(found.count)} calls, each as it was.`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** In the databases of a folder, which are brought up to date as at a start, or filled with the rows that are there. */
async function countCalls(dataDir: string, { rows, calls }: Manifest): Promise<Manifest['calls']> {
  const config = readConfig({ DATA_DIR: rows === undefined ? dataDir : join(dataDir, 'filled') })
  const number = readCheckpoint(join(dataDir, 'clickhouse'))?.number ?? 0
  const stores = await openStores(config)
  try {
    if (rows === undefined) {
      await checkSchemas(config, stores)
      return await selectCallsOf(stores.calls, number)
    }
    const signal = shutdownSignal()
    await restoreRows({ ...stores, rows, migrations, folder: dataDir, signal, log: createLog('silent') })
    return await selectCallsOf(stores.calls, calls.number)
  } finally {
    await stores.close()
  }
}

async function openPlace(config: Config, args: Record<string, string>): Promise<BackupPlace> {
  const { place, key } = await readPlace(parseArguments(Arguments, args), config)
  if ('folder' in place && !existsSync(place.folder))
    throw new CommandError(`There is no folder ${place.folder}.`)
  return await BackupPlace.open(await openFilesOfPlace(place, config.dataDir), key)
}

/** The backup that was asked for, or the newest one. */
async function choose(config: Config, args: Record<string, string>): Promise<Chosen> {
  const place = await openPlace(config, args)
  const names = await place.list()
  const name = args['backup'] ?? names.at(-1)
  if (name === undefined) throw new CommandError('There are no backups in this place.')
  if (!names.includes(name))
    throw new CommandError(`There is no backup ${name}. There are: ${names.join(', ')}`)
  return { place, name, manifest: await place.readManifest(name) }
}

/** A backup goes where its like came from. */
function requireSameKind({ databaseUrl, clickhouse }: Config, { rows }: Manifest): void {
  const servers = [databaseUrl, clickhouse].filter((one) => one !== undefined).length
  if (rows === undefined && servers > 0)
    throw new CommandError(
      'This is the backup of a data folder: restore it without DATABASE_URL and CLICKHOUSE_URL.',
    )
  if (rows !== undefined && servers < 2)
    throw new CommandError(
      'This is the backup of databases on servers: name empty ones in DATABASE_URL and CLICKHOUSE_URL.',
    )
}

function bytesOf({ files }: Manifest): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

function describe(manifest: Manifest): string {
  const { files, calls } = manifest
  return `${formatCount(calls.count)} calls, ${formatCount(files.length)} files, ${formatBytes(bytesOf(manifest))}`
}
