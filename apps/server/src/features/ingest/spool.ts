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

/** An accepted batch: on disk, where it survives a crash. */
export interface SpooledFile {
  /** Unique for ever: it is also the deduplication token of the insert. */
  name: string
  version: number
  bytes: number
}

/** The file of one insert. */
export interface SpooledMerge extends SpooledFile {
  path: string
}

export interface SpoolContent {
  /** Accepted, but not known to be inserted; in order. */
  accepted: SpooledFile[]
  /** Inserted, but the relations of their callers may not have been computed. */
  inserted: SpooledFile[]
  /** Unfinished when the process ended; at most one, as there is one insert at a time. */
  merges: SpooledMerge[]
  /** Numbers of changes that were begun and not ended; at most one, as there is one at a time. */
  changes: number[]
}

const kinds = {
  accepted: '.rows',
  inserted: '.done',
  merge: '.merge',
  notes: '.notes',
  change: '.change',
} as const
const halfWritten = '.part'

/**
 * The folder of batches, from their acceptance until all work on them is done. A file gets its name only when all of
 * its bytes are on disk, and the name says of which kind it is, so that the folder alone says what remains to be done.
 */
export class Spool {
  readonly folder: string
  readonly #reserveBytes: number
  /** Written, but not acknowledged: they have to be deleted before anything else is accepted. */
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

  /** False when it would leave the databases too little space to work. */
  async hasSpaceFor(bytes: number): Promise<boolean> {
    const { bavail, bsize } = await statfs(this.folder)
    return bavail * bsize > this.#reserveBytes + bytes
  }

  /** Resolves when the batch is safely on disk. When it throws, the batch is not accepted. */
  async accept(version: number, rows: Buffer, notes: unknown): Promise<SpooledFile> {
    const name = `${padded(version)}-${randomBytes(6).toString('hex')}`
    await this.#write(name, kinds.accepted, { content: rows, notes })
    return { name, version, bytes: rows.length }
  }

  /** Writes the file of an insert, which is repeated with the very same bytes after a crash. */
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

  /** Undefined for a file that was written without notes. */
  async readNotes(file: SpooledFile): Promise<unknown> {
    try {
      return JSON.parse(await readFile(this.#path(file.name, kinds.notes), 'utf8'))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  /**
   * Called when the insert is done. The file of the merge is deleted last: as long as it is there, its bytes are
   * inserted again after a crash under the same token, instead of being merged in another way.
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

  /** Writes a temporary file for `work`; one that a crash leaves behind is deleted at the next start. */
  async withScratch(content: Buffer, work: (path: string) => Promise<void>): Promise<void> {
    const path = this.#path(`scratch-${randomBytes(6).toString('hex')}`, halfWritten)
    try {
      await writeFile(path, content, { mode: 0o600 })
      await work(path)
    } finally {
      await rm(path, { force: true })
    }
  }

  /** Notes that a change begins which is undone if the process ends before it does. */
  async noteChange(number: number): Promise<void> {
    await this.#write(nameOfChange(number), kinds.change, { content: Buffer.alloc(0), notes: undefined })
  }

  async forgetChange(number: number): Promise<void> {
    await this.#remove(nameOfChange(number), kinds.change)
  }

  /** Notes work that follows from a change made elsewhere, as if an inserted batch had made it. */
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
      // Notes first, as a batch without its notes would be incomplete.
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
    const content: SpoolContent = { accepted: [], inserted: [], merges: [], changes: [] }
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
      else if (kind === kinds.change) content.changes.push(file.version)
      else continue
      owners.add(name)
    }
    await this.#sweep(names, owners)
    return content
  }

  /** Deletes half-written files, which were never acknowledged, and notes without a file. */
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

function nameOfChange(number: number): string {
  return `${padded(number)}-0`
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

/** A new file name is on disk only when its folder is synced. Windows has no such call. */
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
