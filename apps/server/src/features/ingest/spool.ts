import { randomBytes } from 'node:crypto'
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'

/** A batch that is accepted: on disk, in the folder, and still there after a crash. */
export interface SpooledFile {
  /** Unique over the life of the portal: it is also the token of the insert. */
  name: string
  version: number
  bytes: number
}

/** What one insert is made of. */
export interface SpooledMerge extends SpooledFile {
  path: string
}

export interface SpoolContent {
  /** Accepted, not known to be inserted; in order. */
  accepted: SpooledFile[]
  /** Inserted, but what follows from them for other calls may not be worked out. */
  inserted: SpooledFile[]
  /** Begun when the process ended. At most one: there is one insert at a time. */
  merges: SpooledMerge[]
}

const kinds = { accepted: '.rows', inserted: '.done', merge: '.merge', notes: '.notes' } as const
const halfWritten = '.part'

/**
 * The folder in which batches lie from their acceptance until everything about them is done. A file appears under its
 * name only when all of its bytes are on disk, and the kind of file is in its name, so that the folder alone says
 * what remains to be done.
 */
export class Spool {
  readonly folder: string
  readonly #reserveBytes: number
  /** Written, but not acknowledged: they must go before anything is accepted after them. */
  #failed: { name: string; kind: string }[] = []

  private constructor(folder: string, reserveBytes: number) {
    this.folder = folder
    this.#reserveBytes = reserveBytes
  }

  static async open(folder: string, reserveBytes: number): Promise<{ spool: Spool; content: SpoolContent }> {
    await mkdir(folder, { recursive: true })
    const spool = new Spool(folder, reserveBytes)
    return { spool, content: await spool.#read() }
  }

  /** False when the disk is so full that the databases beside could not go on working. */
  async hasSpaceFor(bytes: number): Promise<boolean> {
    const { bavail, bsize } = await statfs(this.folder)
    return bavail * bsize > this.#reserveBytes + bytes
  }

  /** Resolves when the batch is on disk for good. When it throws, the batch is not there. */
  async accept(version: number, rows: Buffer, notes: unknown): Promise<SpooledFile> {
    const name = `${padded(version)}-${randomBytes(6).toString('hex')}`
    await this.#write(name, kinds.accepted, { content: rows, notes })
    return { name, version, bytes: rows.length }
  }

  /** Fixes the bytes of the insert of some batches. */
  async merge(batches: readonly SpooledFile[], rows: Buffer, notes: unknown): Promise<SpooledMerge> {
    const [first, last] = [batches[0], batches.at(-1)]
    if (first === undefined || last === undefined) throw new Error('a merge of nothing')
    const name = `${padded(first.version)}-${padded(last.version)}-${randomBytes(6).toString('hex')}`
    await this.#write(name, kinds.merge, { content: rows, notes })
    return { name, version: first.version, bytes: rows.length, path: this.#path(name, kinds.merge) }
  }

  async readAccepted(file: SpooledFile): Promise<Buffer> {
    return await readFile(this.#path(file.name, kinds.accepted))
  }

  async readInserted(file: SpooledFile): Promise<Buffer> {
    return await readFile(this.#path(file.name, kinds.inserted))
  }

  /** Undefined where the file was written without notes. */
  async readNotes(file: SpooledFile): Promise<unknown> {
    try {
      return JSON.parse(await readFile(this.#path(file.name, kinds.notes), 'utf8'))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  /**
   * The batches can be read. The merge goes last: as long as it is there, its bytes are inserted again after a crash,
   * under the same token, instead of being merged in another way.
   */
  async finishMerge(merge: SpooledFile, batches: readonly SpooledFile[]): Promise<void> {
    for (const { name } of batches) {
      await rename(this.#path(name, kinds.accepted), this.#path(name, kinds.inserted)).catch(ignoreMissing)
    }
    await this.#remove(merge.name, kinds.merge)
  }

  async deleteInserted(files: readonly SpooledFile[]): Promise<void> {
    for (const { name } of files) await this.#remove(name, kinds.inserted)
  }

  /** Has `work` read a file that nothing depends on: a crash leaves it half-written, to be swept away. */
  async withScratch(content: Buffer, work: (path: string) => Promise<void>): Promise<void> {
    const path = this.#path(`scratch-${randomBytes(6).toString('hex')}`, halfWritten)
    try {
      await writeFile(path, content, { mode: 0o600 })
      await work(path)
    } finally {
      await rm(path, { force: true })
    }
  }

  /** Keeps a note of work that follows a change made elsewhere, as a batch that is inserted already. */
  async noteInserted(version: number, rows: Buffer): Promise<SpooledFile> {
    const name = `${padded(version)}-${randomBytes(6).toString('hex')}`
    await this.#write(name, kinds.inserted, { content: rows, notes: undefined })
    return { name, version, bytes: rows.length }
  }

  async #write(
    name: string,
    kind: string,
    { content, notes }: { content: Buffer; notes: unknown },
  ): Promise<void> {
    await this.#removeFailed()
    try {
      // Notes first: a batch never stands there without what belongs to it.
      if (notes !== undefined)
        await writeWhole(this.#path(name, kinds.notes), Buffer.from(JSON.stringify(notes)))
      await writeWhole(this.#path(name, kind), content)
      await syncFolder(this.folder)
    } catch (error) {
      this.#failed.push({ name, kind })
      await this.#removeFailed().catch(() => {})
      throw error
    }
  }

  async #removeFailed(): Promise<void> {
    for (const { name, kind } of this.#failed) await this.#remove(name, kind)
    this.#failed = []
  }

  async #remove(name: string, kind: string): Promise<void> {
    await rm(this.#path(name, kind), { force: true })
    await rm(this.#path(name, kinds.notes), { force: true })
  }

  async #read(): Promise<SpoolContent> {
    const names = (await readdir(this.folder)).toSorted()
    const content: SpoolContent = { accepted: [], inserted: [], merges: [] }
    const owners = new Set<string>()
    for (const fileName of names) {
      const match = /^((\d{16})-[\da-f-]+)(\.\w+)$/.exec(fileName)
      if (match === null) continue
      const [, name = '', version = '', kind] = match
      if (kind === kinds.notes) continue
      const path = join(this.folder, fileName)
      const { size } = await stat(path)
      const file = { name, version: Number(version), bytes: size }
      if (kind === kinds.accepted) content.accepted.push(file)
      else if (kind === kinds.inserted) content.inserted.push(file)
      else if (kind === kinds.merge) content.merges.push({ ...file, path })
      else continue
      owners.add(name)
    }
    await this.#sweep(names, owners)
    return content
  }

  /** Half-written files were never acknowledged; notes without their file belong to nothing. */
  async #sweep(names: readonly string[], owners: ReadonlySet<string>): Promise<void> {
    for (const name of names) {
      const isOrphan = name.endsWith(kinds.notes) && !owners.has(name.slice(0, -kinds.notes.length))
      if (isOrphan || name.endsWith(halfWritten)) await rm(join(this.folder, name), { force: true })
    }
  }

  #path(name: string, kind: string): string {
    return join(this.folder, name + kind)
  }
}

function padded(version: number): string {
  return String(version).padStart(16, '0')
}

async function writeWhole(path: string, content: Buffer): Promise<void> {
  const part = path + halfWritten
  const file = await open(part, 'w', 0o600)
  await closing(file, async () => {
    await file.writeFile(content)
    await file.sync()
  }).catch(async (error: unknown) => {
    await rm(part, { force: true }).catch(() => {})
    throw error
  })
  await rename(part, path)
}

/** A new name in a folder is on disk only when the folder is; Windows keeps no such promise and offers no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await closing(handle, async () => await handle.sync())
}

async function closing(file: FileHandle, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } finally {
    await file.close()
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}
