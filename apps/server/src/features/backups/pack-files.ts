import { open, readdir, readlink } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { isMissing } from '../../lib/system-error.ts'
import type { BackupPlace } from './backup-place.ts'
import type { Manifest } from './manifest.ts'

/** A folder whose files are backed up, and where it is in the data folder. */
export interface BackedUpFolder {
  path: string
  name: string
  /** Its small files are kept together, folder by folder: those of the databases, which are many and change together. */
  isPacked: boolean
}

export interface Packing {
  place: BackupPlace
  signal: AbortSignal
  onBytes: (bytes: number) => void
}

export type Packed = Pick<Manifest, 'folders' | 'links' | 'files'> & { written: number }

/** So much is in memory at once, and is kept again where one byte of it has changed. */
const objectBytes = 8 << 20
const smallBytes = 256 << 10
const unfinished = /\.part$/

/** Keeps all files of the folders. Files that are gone before they are read were about to be deleted: they are left out. */
export async function packFolders(folders: readonly BackedUpFolder[], packing: Packing): Promise<Packed> {
  const packed: Packed = { folders: [], links: [], files: [], written: 0 }
  for (const folder of folders) await packFolder(folder, packing, packed)
  return packed
}

async function packFolder(
  { path: root, name, isPacked }: BackedUpFolder,
  { place, signal, onBytes }: Packing,
  packed: Packed,
): Promise<void> {
  const small = new SmallFiles(place, packed)
  packed.folders.push(name)
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const found = entries
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
  for (const { entry, path } of found) {
    signal.throwIfAborted()
    const shown = [name, ...relative(root, path).split(sep)].join('/')
    if (entry.isDirectory()) packed.folders.push(shown)
    else if (entry.isSymbolicLink()) packed.links.push({ path: shown, target: await readlink(path) })
    else if (entry.isFile() && !unfinished.test(path)) {
      const bytes = await keepFile({ path, shown, small: isPacked ? small : undefined }, place, packed)
      onBytes(bytes)
    }
  }
  await small.keep()
}

async function keepFile(
  { path, shown, small }: { path: string; shown: string; small: SmallFiles | undefined },
  place: BackupPlace,
  packed: Packed,
): Promise<number> {
  const file = await open(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (file === undefined) return 0
  try {
    const { size } = await file.stat()
    if (small !== undefined && size < smallBytes) {
      const content = await file.readFile()
      await small.add(dirname(shown), { path: shown, content })
      return content.length
    }
    const kept: Manifest['files'][number] = { path: shown, bytes: 0, pieces: [] }
    const chunk = Buffer.alloc(Math.min(objectBytes, Math.max(size, 1)))
    for (;;) {
      const length = await fill(file, chunk)
      if (length === 0) break
      const { name, written } = await place.keep(Buffer.from(chunk.subarray(0, length)))
      packed.written += written
      kept.bytes += length
      kept.pieces.push([name, 0, length])
      if (length < chunk.length) break
    }
    packed.files.push(kept)
    return kept.bytes
  } finally {
    await file.close()
  }
}

/** Reads until the buffer is full or the file ends. */
async function fill(file: Awaited<ReturnType<typeof open>>, into: Buffer): Promise<number> {
  let length = 0
  while (length < into.length) {
    const { bytesRead } = await file.read(into, length, into.length - length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return length
}

interface SmallFile {
  path: string
  content: Buffer
}

/** Small files of one folder, which become one object. */
class SmallFiles {
  readonly #place: BackupPlace
  readonly #packed: Packed
  #folder = ''
  #files: SmallFile[] = []
  #bytes = 0

  constructor(place: BackupPlace, packed: Packed) {
    this.#place = place
    this.#packed = packed
  }

  async add(folder: string, file: SmallFile): Promise<void> {
    if (folder !== this.#folder || this.#bytes + file.content.length > objectBytes) await this.keep()
    this.#folder = folder
    this.#files.push(file)
    this.#bytes += file.content.length
  }

  async keep(): Promise<void> {
    const files = this.#files
    this.#files = []
    this.#bytes = 0
    if (files.length === 0) return
    const { name, written } = await this.#place.keep(Buffer.concat(files.map(({ content }) => content)))
    this.#packed.written += written
    let start = 0
    for (const { path, content } of files) {
      const { length } = content
      this.#packed.files.push({ path, bytes: length, pieces: length === 0 ? [] : [[name, start, length]] })
      start += length
    }
  }
}
