import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Db } from '../../db/tables/schema.ts'
import type { FileStore } from '../../lib/files/file-store.ts'
import { requireSpace } from '../../lib/files/free-space.ts'
import { isMissing } from '../../lib/system-error.ts'
import type { ImportFiles, LedgerFile, UploadedFile } from './import-files.ts'
import { readLength } from './ledger.ts'
import { deleteLedger, insertLedgerPart, selectLedger } from './ledger-store.ts'
import { UnreadableFile } from './read-in-thread.ts'

export interface BucketParts {
  db: Db
  store: FileStore
  /** Of this process alone: files are copied to it to be read. */
  copies: string
  /** Where files were before there was a bucket: what is there is moved. */
  earlier: string
}

/** In memory until they are sent. */
const pieceBytes = 8 << 20

/**
 * Uploaded files in a bucket, each in pieces that are sent as they come, as nothing there can grow; what became of their calls in
 * PostgreSQL, as a bucket may be slow to answer, and that is written down while others wait.
 */
export async function openBucketOfImports(parts: BucketParts): Promise<ImportFiles> {
  const { db, store, copies } = parts
  // What an earlier process left.
  await rm(copies, { recursive: true, force: true })
  await mkdir(copies, { recursive: true, mode: 0o700 })
  const copyOf = (id: string) => join(copies, `${id}.file`)
  await moveEarlier(parts)
  return {
    openUpload: async (id, from) => await openUpload(store, { id, from }),
    requireSpace: async (bytes) => await store.requireSpace(Math.min(bytes, pieceBytes)),
    async openForReading(id, bytes) {
      await requireSpace(copies, bytes)
      await pipeline(readPieces(store, { id, bytes }), createWriteStream(copyOf(id), { mode: 0o600 }))
      return copyOf(id)
    },
    closeForReading: async (id) => await rm(copyOf(id), { force: true }),
    openLedger: async (id) => await Promise.resolve(openLedger(db, id)),
    readLedger: (id) => selectLedger(db, id),
    async delete(id) {
      for (const { key } of await listPieces(store, id)) await store.delete(key)
      await deleteLedger(db, id)
    },
    async list() {
      const keys = await store.list()
      return [...new Set(keys.flatMap((key) => pieceName.exec(key)?.[1] ?? []))]
    },
  }
}

const pieceName = /^([\da-f-]{36})-(\d{15})\.piece$/

/** A name by which those of a file are in order. */
function nameOf(id: string, from: number): string {
  return `${id}-${String(from).padStart(15, '0')}.piece`
}

async function listPieces(store: FileStore, id: string): Promise<{ key: string; from: number }[]> {
  const keys = await store.list(id)
  return keys.toSorted().flatMap((key) => {
    const from = pieceName.exec(key)?.[2]
    return from === undefined ? [] : [{ key, from: Number(from) }]
  })
}

async function openUpload(
  store: FileStore,
  { id, from }: { id: string; from: number },
): Promise<UploadedFile> {
  for (const piece of await listPieces(store, id)) if (piece.from >= from) await store.delete(piece.key)
  let sent = from
  let waiting: Buffer[] = []
  return {
    keepEveryBytes: pieceBytes,
    async write(chunk) {
      // A copy, as the caller may use its own again.
      waiting.push(Buffer.from(chunk))
      await Promise.resolve()
    },
    async keep() {
      const piece = Buffer.concat(waiting)
      if (piece.length === 0) return
      await store.put(nameOf(id, sent), Readable.from([piece]))
      sent += piece.length
      waiting = []
    },
    close: async () => await Promise.resolve(),
  }
}

/** Throws `UnreadableFile` where the storage has lost one of them. */
async function* readPieces(
  store: FileStore,
  { id, bytes }: { id: string; bytes: number },
): AsyncGenerator<Uint8Array> {
  let at = 0
  const pieces = await listPieces(store, id)
  for (const [index, { key, from }] of pieces.entries()) {
    if (from !== at) break
    const end = pieces[index + 1]?.from ?? bytes
    const piece = await store.get(key, { start: 0, end: end - from })
    const chunks: AsyncIterable<Uint8Array> | [] = piece?.bytes ?? []
    for await (const chunk of chunks) {
      at += chunk.length
      yield chunk
    }
  }
  if (at !== bytes)
    throw new UnreadableFile('The file is no longer whole where the portal keeps files. Upload it again.')
}

function openLedger(db: Db, id: string): LedgerFile {
  let waiting: Buffer[] = []
  return {
    read: () => selectLedger(db, id),
    // Parts are written whole or not at all.
    truncate: async () => await Promise.resolve(),
    async append(bytes) {
      waiting.push(bytes)
      await Promise.resolve()
    },
    async keep() {
      if (waiting.length === 0) return
      await insertLedgerPart(db, { id, content: Buffer.concat(waiting) })
      waiting = []
    },
    close: async () => await Promise.resolve(),
  }
}

/** What was kept in the data folder goes on where it was, and can be undone. */
async function moveEarlier({ store, db, earlier }: BucketParts): Promise<void> {
  for (const name of await listFolder(earlier)) {
    const [, id, kind] = /^([\da-f-]{36})\.(file|ledger)$/.exec(name) ?? []
    if (id === undefined) continue
    const path = join(earlier, name)
    if (kind === 'file') await store.put(nameOf(id, 0), createReadStream(path))
    else await moveLedger(db, { id, path })
    await rm(path)
  }
}

async function moveLedger(db: Db, { id, path }: { id: string; path: string }): Promise<void> {
  await deleteLedger(db, id)
  const end = await readLength(createReadStream(path))
  if (end === 0) return
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { end: end - 1, highWaterMark: 1 << 20 })
  for await (const content of chunks) await insertLedgerPart(db, { id, content })
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
