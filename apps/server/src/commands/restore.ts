import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { formatBytes, formatCount } from '@callboard/contract/format'
import { z } from 'zod'
import { type Config, readConfig } from '../config.ts'
import { readCheckpoint } from '../db/embedded-calls/checkpoint-file.ts'
import { BackupPlace, DamagedBackup } from '../features/backups/backup-place.ts'
import { selectCallsOf } from '../features/backups/call-store.ts'
import { fileFolders } from '../features/backups/file-folders.ts'
import { type Manifest, timeOfBackup } from '../features/backups/manifest.ts'
import { openFilesOfPlace } from '../features/backups/open-place.ts'
import { restoreBackup } from '../features/backups/restore-backup.ts'
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
  requireEmbedded(config)
  const { name, manifest, place } = await choose(config, args)
  print(`Backup ${name}: ${describe(manifest)}, made by version ${manifest.version}.`)
  print('It does not hold:')
  for (const what of manifest.leftOut) print(`- ${what}`)
  await restoreBackup({
    place,
    manifest,
    dataDir: config.dataDir,
    folders: fileFolders(config),
    signal: shutdownSignal(),
    onProgress: (bytes) => progress(`${formatBytes(bytes)} of ${formatBytes(bytesOf(manifest))} restored`),
  })
  print(
    `The portal as it was on ${timeOfBackup(name).toISOString()} is in ${config.dataDir}. Start it with: npm start`,
  )
}

/** Restores a backup into a folder of its own, opens it there and compares it with what it was made of. */
export async function verifyBackup(
  config: Config,
  { args }: Asked,
  { print, progress }: Output,
): Promise<void> {
  requireEmbedded(config)
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
    const found = await countCalls(dataDir)
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

/** In the databases of a folder, which are brought up to date as at a start. */
async function countCalls(dataDir: string): Promise<Manifest['calls']> {
  const number = readCheckpoint(join(dataDir, 'clickhouse'))?.number ?? 0
  const config = readConfig({ DATA_DIR: dataDir })
  const stores = await openStores(config)
  try {
    await checkSchemas(config, stores)
    return await selectCallsOf(stores.calls, number)
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

function requireEmbedded({ databaseUrl, clickhouseUrl }: Config): void {
  if (databaseUrl !== undefined || clickhouseUrl !== undefined)
    throw new CommandError(
      'The data of this portal are on servers: restore them there. A backup of a data folder is restored without DATABASE_URL and CLICKHOUSE_URL.',
    )
}

function bytesOf({ files }: Manifest): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

function describe(manifest: Manifest): string {
  const { files, calls } = manifest
  return `${formatCount(calls.count)} calls, ${formatCount(files.length)} files, ${formatBytes(bytesOf(manifest))}`
}
