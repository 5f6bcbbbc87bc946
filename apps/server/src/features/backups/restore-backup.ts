import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, open, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError, unfinishedRestore } from '../../lib/files/data-dir.ts'
import { requireSpace } from '../../lib/files/free-space.ts'
import type { BackupPlace } from './backup-place.ts'
import { type BackedUpFile, type Manifest, rowsFolder } from './manifest.ts'

export interface Restoring {
  place: BackupPlace
  manifest: Manifest
  /** Empty, or left by a restore that did not come to its end. */
  dataDir: string
  /** Of folders that are not in the data folder: by the name that they would have there. */
  folders?: Readonly<Record<string, string | undefined>>
  /** On servers, whose rows the backup has. */
  databases?: RestoredDatabases | undefined
  signal: AbortSignal
  onProgress?: (bytes: number) => void
}

export interface RestoredDatabases {
  /** Which they are. */
  id: string
  requireEmpty(): Promise<void>
  /** Fills them from the files in a folder; again where it was interrupted. */
  fill(folder: string): Promise<void>
}

/**
 * Writes a backup into a data folder, all of whose content it checks, and into databases on servers where it is of such. Until
 * it has come to its end no portal starts in that folder.
 *
 * @throws StartError when the folder is not empty, or the databases are not, DamagedBackup when something is missing or changed
 */
export async function restoreBackup({
  place,
  manifest,
  dataDir,
  folders = {},
  databases,
  signal,
  onProgress = () => {},
}: Restoring): Promise<void> {
  if (databases !== undefined && readFilled(dataDir) !== databases.id) await databases.requireEmpty()
  prepare(dataDir)
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
  await requireSpace(dataDir, bytes).catch((cause: unknown) => {
    throw new StartError(`There is not enough free space in ${dataDir} for this backup.`, { cause })
  })
  const pathOf = (path: string) => placeOf(path, dataDir, folders)
  for (const folder of manifest.folders) await mkdir(pathOf(folder), { recursive: true, mode: 0o700 })
  const objects = new LastObject(place)
  let done = 0
  for (const file of manifest.files) {
    signal.throwIfAborted()
    await writeFileOf(file, pathOf(file.path), objects)
    onProgress((done += file.bytes))
  }
  for (const { path, target } of manifest.links) await symlink(target, pathOf(path))
  if (databases !== undefined) {
    writeFileSync(join(dataDir, unfinishedRestore), databases.id)
    await databases.fill(dataDir)
    await rm(join(dataDir, rowsFolder), { recursive: true })
  }
  rmSync(join(dataDir, unfinishedRestore))
}

/** Of the databases into which an interrupted restore had begun to write; empty when it had not. */
function readFilled(dataDir: string): string {
  const mark = join(dataDir, unfinishedRestore)
  return existsSync(mark) ? readFileSync(mark, 'utf8') : ''
}

/** Throws when something else is there: a restore never writes over data. The mark of an interrupted one stays. */
function prepare(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const names = readdirSync(dataDir)
  const isMarked = names.includes(unfinishedRestore)
  if (names.length > 0 && !isMarked)
    throw new StartError(`${dataDir} is not empty. Restore into an empty folder: DATA_DIR=/another/folder`)
  for (const name of names)
    if (name !== unfinishedRestore) rmSync(join(dataDir, name), { recursive: true, force: true })
  if (!isMarked) writeFileSync(join(dataDir, unfinishedRestore), '', { mode: 0o600 })
}

function placeOf(path: string, dataDir: string, folders: NonNullable<Restoring['folders']>): string {
  const [top = '', ...rest] = path.split('/')
  if ([top, ...rest].some((name) => name === '' || name === '.' || name === '..'))
    throw new StartError(`The backup names a file outside of the data folder: ${path}`)
  return join(folders[top] ?? join(dataDir, top), ...rest)
}

async function writeFileOf(
  { bytes, pieces }: BackedUpFile,
  path: string,
  objects: LastObject,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'w', 0o600)
  try {
    let written = 0
    for (const [object, start, length] of pieces) {
      const content = (await objects.read(object)).subarray(start, start + length)
      await file.writeFile(content)
      written += content.length
    }
    if (written !== bytes)
      throw new StartError(`The backup is damaged: a file is ${written} bytes long, not ${bytes}.`)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** Small files that follow each other are in one object. */
class LastObject {
  readonly #place: BackupPlace
  #last: { name: string; content: Buffer } | undefined

  constructor(place: BackupPlace) {
    this.#place = place
  }

  async read(name: string): Promise<Buffer> {
    if (this.#last?.name !== name) this.#last = { name, content: await this.#place.read(name) }
    return this.#last.content
  }
}
