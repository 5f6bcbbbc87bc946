import { createInflateRaw } from 'node:zlib'
import { ImportFileError } from '../../../../lib/files/text-lines.ts'
import type { BytesSource } from './bytes-source.ts'

export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly compressedBytes: number
  readonly headerAt: number
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
/** The end of a ZIP, with the longest comment. */
const endBytes = 22 + 65_535
const directoryBytesLimit = 8 << 20

/** What a ZIP file has in it, by name. */
export async function readZipEntries(bytes: BytesSource): Promise<ReadonlyMap<string, ZipEntry>> {
  const tailBytes = Math.min(bytes.size, endBytes)
  const tail = await bytes.read(bytes.size - tailBytes, tailBytes)
  const endAt = lastSignature(tail)
  if (endAt === -1) throw notWorkbook('it is cut, or no ZIP archive')
  const length = tail.readUInt32LE(endAt + 12)
  const offset = tail.readUInt32LE(endAt + 16)
  if (length > directoryBytesLimit || offset + length > bytes.size)
    throw notWorkbook('its directory is broken')
  return entriesOf(await bytes.read(offset, length))
}

function lastSignature(tail: Buffer): number {
  for (let at = tail.length - 22; at >= 0; at--) if (tail.readUInt32LE(at) === endSignature) return at
  return -1
}

function entriesOf(directory: Buffer): ReadonlyMap<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>()
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === entrySignature;) {
    const nameBytes = directory.readUInt16LE(at + 28)
    const name = directory.toString('utf8', at + 46, at + 46 + nameBytes)
    entries.set(name, {
      name,
      method: directory.readUInt16LE(at + 10),
      compressedBytes: directory.readUInt32LE(at + 20),
      headerAt: directory.readUInt32LE(at + 42),
    })
    at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

/** So much of an entry is never too much, whatever it was compressed to. */
const freeBytes = 64 << 20
/** Sheets of calls are compressed to a tenth, repetitive ones to a fiftieth. */
const maxRatio = 300

export interface EntryChunk {
  readonly chunk: Buffer
  /** Bytes of the file that were read up to here. */
  readonly readBytes: number
}

/** The content of an entry. Throws `ImportFileError` where it expands to far more than any table of calls does. */
export async function* readZipEntry(
  bytes: BytesSource,
  entry: ZipEntry,
): AsyncGenerator<EntryChunk, void, void> {
  if (entry.method !== 0 && entry.method !== 8) throw notWorkbook('it is compressed in an unknown way')
  const start = await dataStart(bytes, entry)
  const raw = bytes.stream(start, Math.min(start + entry.compressedBytes, bytes.size))
  const inflate = entry.method === 8 ? createInflateRaw() : undefined
  raw.on('error', (error) => inflate?.destroy(error))
  let contentBytes = 0
  try {
    const content: AsyncIterable<unknown> = inflate === undefined ? raw : raw.pipe(inflate)
    for await (const chunk of content) {
      if (!Buffer.isBuffer(chunk)) continue
      contentBytes += chunk.length
      const readBytes = inflate?.bytesWritten ?? contentBytes
      if (contentBytes > freeBytes && contentBytes > maxRatio * Math.max(readBytes, 1))
        throw notWorkbook('it expands to hundreds of times its size, which no table of calls does')
      yield { chunk, readBytes }
    }
  } catch (cause) {
    if (isZlibError(cause)) throw notWorkbook('its content is broken')
    throw cause
  } finally {
    raw.destroy()
    inflate?.destroy()
  }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}

async function dataStart(bytes: BytesSource, { headerAt }: ZipEntry): Promise<number> {
  const header = await bytes.read(headerAt, 30)
  if (header.length < 30) throw notWorkbook('its directory is broken')
  return headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
}

export function notWorkbook(why: string): ImportFileError {
  return new ImportFileError('wrongFormat', `The file cannot be read as a workbook: ${why}.`)
}
