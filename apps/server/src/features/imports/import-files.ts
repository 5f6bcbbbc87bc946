import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { requireSpace } from '../../lib/files/free-space.ts'
import { isMissing } from '../../lib/system-error.ts'
import { UnreadableFile } from './read-in-thread.ts'

/** Where uploaded files are, and of each import what became of its calls. */
export interface ImportFiles {
  /** To go on behind the first `from` bytes of an uploaded file; what was behind them is gone. */
  openUpload(id: string, from: number): Promise<UploadedFile>
  /** Throws `ENOSPC` when so many more bytes of uploaded files would take space that the databases need. */
  requireSpace(bytes: number): Promise<void>
  /** The path of an uploaded file, of so many bytes, until it is closed. Throws `UnreadableFile`, and `ENOSPC`. */
  openForReading(id: string, bytes: number): Promise<string>
  closeForReading(id: string): Promise<void>
  /** A new one, or that of an earlier run. */
  openLedger(id: string): Promise<LedgerFile>
  /** Nothing where there is none. */
  readLedger(id: string): AsyncIterable<Buffer>
  /** All of an import. */
  delete(id: string): Promise<void>
  /** The ids of imports of which there is something. */
  list(): Promise<string[]>
}

export interface UploadedFile {
  /** So many bytes may be written before they are kept. */
  readonly keepEveryBytes: number
  write(chunk: Uint8Array): Promise<void>
  /** Resolves when all that was written outlives this process, and where they share files its machine. */
  keep(): Promise<void>
  close(): Promise<void>
}

/** What grows while an import is read. */
export interface LedgerFile {
  read(): AsyncIterable<Buffer>
  /** Only before anything is appended. */
  truncate(bytes: number): Promise<void>
  append(bytes: Buffer): Promise<void>
  /** Resolves when all that was appended outlives this process, and where they share files its machine. */
  keep(): Promise<void>
  close(): Promise<void>
}

const fileSuffix = '.file'
const ledgerSuffix = '.ledger'
const keepEveryBytes = 64 << 20

/** Each in a folder, which is made when it is not there. */
export async function openFolderOfImports(folder: string): Promise<ImportFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const fileOf = (id: string) => join(folder, id + fileSuffix)
  const ledgerOf = (id: string) => join(folder, id + ledgerSuffix)
  return {
    async openUpload(id, from) {
      const file = await open(fileOf(id), from === 0 ? 'w' : 'r+', 0o600)
      // What came after the last time that it was written down.
      await file.truncate(from)
      let end = from
      return {
        keepEveryBytes,
        async write(chunk) {
          await file.write(chunk, 0, chunk.length, end)
          end += chunk.length
        },
        keep: async () => await file.datasync(),
        close: async () => await file.close(),
      }
    },
    requireSpace: async (bytes) => await requireSpace(folder, bytes),
    async openForReading(id) {
      await stat(fileOf(id)).catch((cause: unknown) => {
        throw new UnreadableFile(
          'The file is not where this process of the portal keeps files. All processes need the same FILES_URL or IMPORTS_DIR.',
          { cause },
        )
      })
      return fileOf(id)
    },
    closeForReading: async () => await Promise.resolve(),
    async openLedger(id) {
      const file = await open(ledgerOf(id), 'a+', 0o600)
      return {
        read: () => file.createReadStream({ start: 0, autoClose: false, ...ledgerChunks }),
        truncate: async (bytes) => await file.truncate(bytes),
        append: async (bytes) => await file.appendFile(bytes),
        keep: async () => await file.datasync(),
        close: async () => await file.close(),
      }
    },
    async *readLedger(id) {
      try {
        yield* createReadStream(ledgerOf(id), ledgerChunks)
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },
    async delete(id) {
      await rm(fileOf(id), { force: true })
      await rm(ledgerOf(id), { force: true })
    },
    async list() {
      const names = await readdir(folder)
      return [...new Set(names.map((name) => name.replace(/\.(file|ledger)$/, '')))]
    },
  }
}

const ledgerChunks = { highWaterMark: 1 << 20 }
