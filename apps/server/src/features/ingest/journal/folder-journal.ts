import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { StartError } from '../../../lib/files/data-dir.ts'
import { readSpace } from '../../../lib/files/free-space.ts'
import { isMissing } from '../../../lib/system-error.ts'
import {
  bytesOf,
  type JournalContent,
  type JournalEntry,
  nameOfBatch,
  namedMerge,
  type RepeatableJournal,
} from './journal.ts'
import { unfinishedFile, withScratchFile } from './scratch-file.ts'

const kinds = {
  accepted: '.rows',
  inserted: '.done',
  merge: '.merge',
  notes: '.notes',
  change: '.change',
} as const

/** Whether a file is the note of a change, and not of calls. */
export function isChange(fileName: string): boolean {
  return fileName.endsWith(kinds.change)
}

/** Files of the journal are not as they were written: accepted calls may be lost. */
export class DamagedJournal extends StartError {
  readonly files: readonly string[]

  constructor(folder: string, files: readonly string[]) {
    super(
      `Files of accepted calls in ${folder} are damaged: ${files.join(', ')}. Restore a backup, or continue without them: npm run repair-calls`,
    )
    this.files = files
  }
}

const keptSince = 'kept-since'

/**
 * The journal as a folder, the spool. A file gets its name only when all of its bytes are on disk, and the name says of which
 * kind it is.
 */
export class FolderJournal implements RepeatableJournal {
  readonly #folder: string
  readonly #reserveBytes: number
  /** Written, but not acknowledged: they have to be deleted before anything else is accepted. */
  #failed: { name: string; kind: string }[] = []
  /** Of changes, by their numbers. */
  readonly #changes = new Map<number, string>()

  private constructor(folder: string, reserveBytes: number) {
    this.#folder = folder
    this.#reserveBytes = reserveBytes
  }

  static async open(
    folder: string,
    reserveBytes: number,
  ): Promise<{ journal: FolderJournal; content: JournalContent }> {
    await mkdir(folder, { recursive: true })
    const journal = new FolderJournal(folder, reserveBytes)
    return { journal, content: await journal.#read() }
  }

  async hasSpaceFor(bytes: number): Promise<boolean> {
    const { free } = await readSpace(this.#folder)
    return free > this.#reserveBytes + bytes
  }

  async accept(version: number, rows: readonly Buffer[], notes: unknown): Promise<JournalEntry> {
    const name = nameOfBatch(version, suffixOf(rows, notes))
    await this.#write(name, kinds.accepted, { content: rows, notes })
    return { name, version, bytes: bytesOf(rows) }
  }

  async merge(
    batches: readonly JournalEntry[],
    rows: readonly Buffer[],
    notes: unknown,
  ): Promise<JournalEntry> {
    const merge = namedMerge(batches, suffixOf(rows, notes))
    await this.#write(merge.name, kinds.merge, { content: rows, notes })
    return { ...merge, bytes: bytesOf(rows) }
  }

  async readAccepted(file: JournalEntry): Promise<Buffer> {
    return await readFile(this.#path(file.name, kinds.accepted))
  }

  async readInserted(file: JournalEntry): Promise<Buffer> {
    return await readFile(this.#path(file.name, kinds.inserted))
  }

  async readNotes(file: JournalEntry): Promise<unknown> {
    try {
      return JSON.parse(await readFile(this.#path(file.name, kinds.notes), 'utf8'))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async withMergeFile({ name }: JournalEntry, work: (path: string) => Promise<void>): Promise<void> {
    await work(this.#path(name, kinds.merge))
  }

  async finishMerge(merge: JournalEntry, batches: readonly JournalEntry[]): Promise<void> {
    for (const { name } of batches) {
      await rename(this.#path(name, kinds.accepted), this.#path(name, kinds.inserted)).catch(ignoreMissing)
    }
    await this.#remove(merge.name, kinds.merge)
  }

  async deleteInserted(files: readonly JournalEntry[]): Promise<void> {
    for (const { name } of files) await this.#remove(name, kinds.inserted)
  }

  async withScratch(content: Buffer, work: (path: string) => Promise<void>): Promise<void> {
    await withScratchFile(this.#folder, content, work)
  }

  async noteChange(number: number, repeatable = Buffer.alloc(0)): Promise<void> {
    const name = nameOfBatch(number, suffixOf([repeatable], undefined))
    await this.#write(name, kinds.change, { content: [repeatable], notes: undefined })
    this.#changes.set(number, name)
  }

  async readChange(number: number): Promise<Buffer> {
    const name = this.#changes.get(number)
    if (name === undefined) throw new Error(`the journal has no change ${number}`)
    return await readFile(this.#path(name, kinds.change))
  }

  /** What came up to this change is about to be deleted, as a checkpoint has it. */
  async noteKept(number: number): Promise<void> {
    await writeWhole(join(this.#folder, keptSince), [Buffer.from(String(number))])
    await syncFolder(this.#folder)
  }

  /** Since which change everything is there; 0 when nothing was deleted yet. */
  async readKept(): Promise<number> {
    try {
      return Number(await readFile(join(this.#folder, keptSince), 'utf8'))
    } catch (error) {
      if (isMissing(error)) return 0
      throw error
    }
  }

  async whenKept(forget: () => Promise<void>): Promise<void> {
    await forget()
  }

  async forgetChange(number: number): Promise<void> {
    const name = this.#changes.get(number)
    if (name === undefined) return
    await this.#remove(name, kinds.change)
    this.#changes.delete(number)
  }

  async noteInserted(version: number, rows: Buffer): Promise<JournalEntry> {
    const name = nameOfBatch(version, suffixOf([rows], undefined))
    await this.#write(name, kinds.inserted, { content: [rows], notes: undefined })
    return { name, version, bytes: rows.length }
  }

  async #write(
    name: string,
    kind: string,
    { content, notes }: { content: readonly Buffer[]; notes: unknown },
  ): Promise<void> {
    await this.#removeFailed()
    try {
      // Notes first, as a batch without its notes would be incomplete.
      if (notes !== undefined) await writeWhole(this.#path(name, kinds.notes), [encodeNotes(notes)])
      await writeWhole(this.#path(name, kind), content)
      await syncFolder(this.#folder)
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

  async #read(): Promise<JournalContent> {
    const names = (await readdir(this.#folder)).toSorted()
    const content: JournalContent = { accepted: [], inserted: [], merges: [], changes: [] }
    const owners = new Set<string>()
    const damaged: string[] = []
    for (const fileName of names) {
      const match = /^((\d{16})-[\da-f-]+)(\.\w+)$/.exec(fileName)
      if (match === null) continue
      const [, name = '', version = '', kind] = match
      if (kind === kinds.notes) continue
      const { size } = await stat(join(this.#folder, fileName))
      if (!isWhole(this.#folder, fileName, name)) damaged.push(fileName)
      const file = { name, version: Number(version), bytes: size }
      if (kind === kinds.accepted) content.accepted.push(file)
      else if (kind === kinds.inserted) content.inserted.push(file)
      else if (kind === kinds.merge) content.merges.push(file)
      else if (kind === kinds.change) this.#changes.set(file.version, name)
      else continue
      owners.add(name)
    }
    if (damaged.length > 0) throw new DamagedJournal(this.#folder, damaged)
    content.changes.push(...this.#changes.keys())
    await this.#sweep(names, owners)
    return content
  }

  /** Deletes half-written files, which were never acknowledged, and notes without a file. */
  async #sweep(names: readonly string[], owners: ReadonlySet<string>): Promise<void> {
    for (const name of names) {
      const isOrphan = name.endsWith(kinds.notes) && !owners.has(name.slice(0, -kinds.notes.length))
      if (isOrphan || name.endsWith(unfinishedFile)) await rm(join(this.#folder, name), { force: true })
    }
  }

  #path(name: string, kind: string): string {
    return join(this.#folder, name + kind)
  }
}

/** Random, and a checksum of what is in the files, so that one that was cut short is known. */
function suffixOf(content: readonly Buffer[], notes: unknown): string {
  return randomBytes(6).toString('hex') + checksumOf(content, encodeNotes(notes))
}

function encodeNotes(notes: unknown): Buffer {
  return notes === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(notes))
}

function checksumOf(content: readonly Buffer[], notes: Buffer): string {
  const sum = content.reduce((before, part) => crc32(part, before), crc32(notes))
  return sum.toString(16).padStart(8, '0')
}

async function writeWhole(path: string, content: readonly Buffer[]): Promise<void> {
  const part = path + unfinishedFile
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

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}

const named = /-[\da-f]{12}([\da-f]{8})$/

/** Files of earlier versions say nothing of what is in them. */
function isWhole(folder: string, fileName: string, name: string): boolean {
  const checksum = named.exec(name)?.[1]
  if (checksum === undefined) return true
  return (
    checksumOf([readFileSync(join(folder, fileName))], readIfThere(join(folder, name + kinds.notes))) ===
    checksum
  )
}

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    if (isMissing(error)) return Buffer.alloc(0)
    throw error
  }
}
