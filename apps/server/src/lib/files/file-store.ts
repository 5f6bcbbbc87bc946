import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { isMissing } from '../system-error.ts'
import { requireSpace } from './free-space.ts'

export interface StoredFile {
  size: number
  /** To be read to the end, or destroyed. */
  bytes: Readable
}

/** Places in a file; `end` is exclusive. */
export interface ByteRange {
  start: number
  end: number
}

/** Where large files are kept: a folder, or a storage that several processes share. A key is a plain file name. */
export interface FileStore {
  /** Keeps a file, whole or not at all. Throws `ENOSPC` when it would take space that the databases need. */
  put(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /** Throws `ENOSPC` when a file of so many bytes would take it. */
  requireSpace(bytes: number): Promise<void>
  /** Undefined when there is none. Of a range only those bytes are read; `size` is that of the whole file. */
  get(key: string, range?: ByteRange): Promise<StoredFile | undefined>
  /** Also what is left of one that was being written. */
  delete(key: string): Promise<void>
  /** The keys of all files, or of those that begin so; also of those that are being written. */
  list(beginning?: string): Promise<string[]>
}

const checkEveryBytes = 16 << 20
const partSuffix = '.part'

/** Files in a folder, which is made when it is not there. */
export async function openFolderStore(folder: string): Promise<FileStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const pathOf = (key: string) => join(folder, checkKey(key))
  return {
    async put(key, chunks) {
      const part = pathOf(key) + partSuffix
      try {
        await write(folder, part, chunks)
        await rename(part, pathOf(key))
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    async requireSpace(bytes) {
      await requireSpace(folder, bytes)
    },
    async get(key, range) {
      try {
        const file = await open(pathOf(key))
        const { size } = await file.stat()
        const part = range === undefined ? {} : { start: range.start, end: range.end - 1 }
        return { size, bytes: file.createReadStream({ highWaterMark: 1 << 20, ...part }) }
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async delete(key) {
      await rm(pathOf(key), { force: true })
      await rm(pathOf(key) + partSuffix, { force: true })
    },
    async list(beginning = '') {
      const names = (await readdir(folder)).filter((name) => name.startsWith(beginning))
      return [...new Set(names.map((name) => name.replace(/\.part$/, '')))]
    },
  }
}

async function write(folder: string, path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    let unchecked = checkEveryBytes
    for await (const chunk of chunks) {
      unchecked += chunk.length
      if (unchecked >= checkEveryBytes) {
        await requireSpace(folder)
        unchecked = 0
      }
      await file.writeFile(chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

/** @throws TypeError for what is no plain file name */
export function checkKey(key: string): string {
  if (!/^[\w-]+\.\w+$/.test(key)) throw new TypeError('Not a key of a file')
  return key
}
