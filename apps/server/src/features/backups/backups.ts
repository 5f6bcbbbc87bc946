import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import type { CallStore } from '../../db/calls/call-store.ts'
import { ifAlone } from '../../db/postgres/one-process.ts'
import type { Config } from '../../config.ts'
import type { FilesPlace } from '../../lib/outside/files-place.ts'
import { AppError } from '../../lib/app-error.ts'
import { StartError } from '../../lib/files/data-dir.ts'
import { isFull } from '../../lib/files/free-space.ts'
import type { Log } from '../../lib/log.ts'
import { version } from '../../lib/version.ts'
import type { BackupKey } from './backup-key.ts'
import { BackupPlace } from './backup-place.ts'
import { selectCallsOf } from './call-store.ts'
import { fileFolders } from './file-folders.ts'
import { type BackupState, portalIdFile, stateInDatabase, stateInFolder } from './last-backup.ts'
import { type Manifest, nameOfBackup, timeOfBackup } from './manifest.ts'
import { openFilesOfPlace } from './open-place.ts'
import { type BackedUpFolder, packFolders, type Packed, type Packing } from './pack-files.ts'
import { packServers } from './pack-servers.ts'
import { type Staging, stagePortal } from './stage-portal.ts'

export interface BackingUp extends Staging {
  calls: CallStore
  config: Config
  log: Log
}

export interface BackupAsked {
  place: FilesPlace
  key: BackupKey
  /** Older ones are deleted then; undefined for none. */
  keepDays?: number | undefined
  signal: AbortSignal
  onProgress?: (bytes: number) => void
}

export interface BackupMade {
  name: string
  files: number
  bytes: number
  /** What had to be written, as the place did not have it. */
  written: number
  deleted: number
  leftOut: readonly string[]
}

const alreadyRunning = 'A backup is being made already.'
const stagingFolder = 'backup-in-work'
const dayMs = 86_400_000

/** Makes backups, one at a time, while the portal is used. */
export class Backups {
  readonly state: BackupState
  readonly #backingUp: BackingUp
  #isRunning = false

  constructor(backingUp: BackingUp) {
    this.#backingUp = backingUp
    this.state = this.#isOfServers ? stateInDatabase(backingUp.postgres.db) : stateInFolder(backingUp.dataDir)
  }

  /** Removes what a process has left that ended in the middle of a backup: it keeps the space of parts that are gone. */
  async start(): Promise<void> {
    await rm(join(this.#backingUp.dataDir, stagingFolder), { recursive: true, force: true })
  }

  /** Why no backups can be made; undefined where they can. */
  get refusal(): string | undefined {
    const { databaseUrl, clickhouse } = this.#backingUp.config
    if ((databaseUrl === undefined) === (clickhouse === undefined)) return undefined
    const [server, tool] = databaseUrl === undefined ? ['ClickHouse', 'BACKUP'] : ['PostgreSQL', 'pg_dump']
    return `Of the databases one is on a server of ${server} and one in the data folder: back the server up with ${tool}, and the folder while the portal is stopped.`
  }

  /** @throws StartError with a sentence for people when the place cannot be used */
  async create(asked: BackupAsked): Promise<BackupMade> {
    if (this.refusal !== undefined) throw new StartError(this.refusal)
    if (this.#isRunning) throw new StartError(alreadyRunning)
    this.#isRunning = true
    try {
      return this.#isOfServers ? await this.#createAlone(asked) : await this.#create(asked)
    } finally {
      this.#isRunning = false
    }
  }

  get #isOfServers(): boolean {
    return this.#backingUp.config.databaseUrl !== undefined
  }

  /** While no other process on the same databases makes one. */
  async #createAlone(asked: BackupAsked): Promise<BackupMade> {
    const { db } = this.#backingUp.postgres
    const made = await ifAlone(db, 'callboard.backup', async () => await this.#create(asked))
    if (made === undefined) throw new StartError(alreadyRunning)
    return made.result
  }

  async #create(asked: BackupAsked): Promise<BackupMade> {
    const { dataDir, log } = this.#backingUp
    const staged = join(dataDir, stagingFolder)
    try {
      const backup = await this.#make(staged, asked)
      const { name, bytes, written } = backup
      await this.state.write({ made: { name, at: timeOfBackup(name).toISOString(), bytes, written } })
      return backup
    } catch (error) {
      if (!asked.signal.aborted) {
        log.error({ err: error }, 'no backup could be made')
        const { made } = await this.state.read()
        const reason = error instanceof StartError ? error.message : reasonOf(error)
        await this.state.write({ made, failed: { at: new Date().toISOString(), reason } })
      }
      throw error
    } finally {
      await rm(staged, { recursive: true, force: true })
    }
  }

  async #make(staged: string, asked: BackupAsked): Promise<BackupMade> {
    const { dataDir } = this.#backingUp
    const { place: where, key, keepDays, signal, onProgress = () => {} } = asked
    if ('folder' in where && isInside(where.folder, dataDir))
      throw new StartError('Backups in the data folder would be lost with it. Choose another folder.')
    const place = await BackupPlace.open(
      await openFilesOfPlace(where, dataDir),
      key,
      await this.state.portalId(),
    )
    const at = new Date()
    let bytes = 0
    const packing: Packing = { place, signal, onBytes: (more) => onProgress((bytes += more)) }
    const databases = this.#isOfServers
      ? await packServers(this.#backingUp, staged, packing)
      : await this.#packFolders(staged, packing)
    const files = await packFolders(this.#fileFolders(), packing)
    const { written, ...content } = joined([...databases.packed, files])
    const leftOut = this.#leftOut()
    const { calls, rows } = databases
    const manifest: Manifest = { format: 1, at: at.toISOString(), version, calls, rows, ...content, leftOut }
    if (!this.#isOfServers) await this.#addPortalFiles(manifest, place)
    const name = nameOfBackup(at)
    const listed = await place.keepManifest(name, manifest)
    const deleted = keepDays === undefined ? 0 : await place.deleteBefore(at.getTime() - keepDays * dayMs)
    return { name, files: manifest.files.length, bytes, written: written + listed, deleted, leftOut }
  }

  /** The databases of the data folder. */
  async #packFolders(staged: string, packing: Packing) {
    const checkpoint = await stagePortal(this.#backingUp, staged)
    const calls = await selectCallsOf(this.#backingUp.calls, checkpoint.number)
    const folders = ['postgres', 'clickhouse', 'spool'].map((name) => ({
      name,
      path: join(staged, name),
      isPacked: true,
    }))
    return { calls, rows: undefined, packed: [await packFolders(folders, packing)] }
  }

  /** Beside the databases: where files are is the operator's choice, where they go is not. */
  #fileFolders(): BackedUpFolder[] {
    const { config, dataDir } = this.#backingUp
    return Object.entries(fileFolders(config))
      .map(([name, folder]) => ({ name, path: folder ?? join(dataDir, name), isPacked: false }))
      .filter(({ path }) => existsSync(path))
  }

  #leftOut(): string[] {
    const { exports, deliveries, recordings } = this.#backingUp.config
    return [
      'The environment variables of the portal, and the files that they name: certificates, keys.',
      ...Object.entries({ Recordings: recordings, Exports: exports, Deliveries: deliveries }).flatMap(
        ([name, place]) =>
          place !== undefined && 'address' in place
            ? [`${name}, which are in the bucket ${place.address.bucket}.`]
            : [],
      ),
    ]
  }

  /** Single files of the data folder. */
  async #addPortalFiles(manifest: Manifest, place: BackupPlace): Promise<void> {
    for (const path of [portalIdFile, 'change-chain-end.json']) {
      const content = await readFile(join(this.#backingUp.dataDir, path)).catch(() => undefined)
      if (content === undefined || content.length === 0) continue
      const { name } = await place.keep(content)
      manifest.files.push({ path, bytes: content.length, pieces: [[name, 0, content.length]] })
    }
  }
}

/** What one backup has of several folders. */
function joined(packed: readonly Packed[]): Packed {
  return {
    folders: [...new Set(packed.flatMap(({ folders }) => folders))],
    links: packed.flatMap(({ links }) => links),
    files: packed.flatMap(({ files }) => files),
    written: packed.reduce((sum, { written }) => sum + written, 0),
  }
}

function reasonOf(error: unknown): string {
  if (isFull(error)) return 'There is not enough free space.'
  return error instanceof AppError ? error.message : 'See the log of the portal.'
}

function isInside(folder: string, outer: string): boolean {
  const way = relative(outer, folder)
  return way === '' || !(way.startsWith('..') || isAbsolute(way))
}
