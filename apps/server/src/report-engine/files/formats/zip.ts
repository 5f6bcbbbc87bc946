import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  name: string
  bytes: AsyncIterable<Uint8Array>
}

interface Written {
  name: Buffer
  offset: number
  checksum: number
  size: number
  compressedSize: number
}

/** General purpose bits 3 and 11: sizes follow the data, and names are UTF-8. */
const flags = 0x08_08
const deflated = 8
const version = 45
/** 1 January 1980, the first day there is: the same content is the same file. */
const date = 0x21
const max32 = 0xff_ff_ff_ff
const endSize = 22
const zip64EndSize = 56

/**
 * A ZIP file that is written while it is read (APPNOTE 6.3.10): sizes and checksums follow each entry. An entry is of less than 4 GiB, the
 * file may be longer. Abandoned halfway, it closes what it reads from.
 */
export async function* zipBytes(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array, void> {
  const written: Written[] = []
  let offset = 0
  for await (const { name: text, bytes } of entries) {
    const name = Buffer.from(text)
    const counted = { checksum: 0, size: 0 }
    const header = localHeader(name)
    yield header
    let compressedSize = 0
    for await (const chunk of deflate(bytes, counted)) {
      compressedSize += chunk.length
      yield chunk
    }
    const entry = { name, offset, compressedSize, ...counted }
    const descriptor = dataDescriptor(entry)
    yield descriptor
    written.push(entry)
    offset += header.length + compressedSize + descriptor.length
  }
  const directory = Buffer.concat(written.map(directoryHeader))
  yield directory
  yield endOfDirectory({ count: written.length, offset, size: directory.length })
}

async function* deflate(
  bytes: AsyncIterable<Uint8Array>,
  counted: { checksum: number; size: number },
): AsyncGenerator<Uint8Array> {
  async function* counting() {
    for await (const chunk of bytes) {
      counted.checksum = crc32(chunk, counted.checksum)
      counted.size += chunk.length
      yield chunk
    }
    if (counted.size > max32) throw new RangeError('An entry of a ZIP file is too large')
  }
  // The fastest level: at others it, and not the engine, would set the pace.
  const compressed = createDeflateRaw({ level: constants.Z_BEST_SPEED, chunkSize: 256 * 1024 })
  // An error of it is thrown by reading what it compressed.
  const done = pipeline(Readable.from(counting(), { objectMode: false }), compressed).catch(() => {})
  for await (const chunk of compressed) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('Not bytes')
    yield chunk
  }
  await done
}

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04_03_4b_50, 0)
  header.writeUInt16LE(version, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(deflated, 8)
  header.writeUInt16LE(date, 12)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function dataDescriptor({ checksum, compressedSize, size }: Written): Buffer {
  const descriptor = Buffer.alloc(16)
  descriptor.writeUInt32LE(0x08_07_4b_50, 0)
  descriptor.writeUInt32LE(checksum, 4)
  descriptor.writeUInt32LE(compressedSize, 8)
  descriptor.writeUInt32LE(size, 12)
  return descriptor
}

function directoryHeader({ name, offset, checksum, size, compressedSize }: Written): Buffer {
  // An offset that 32 bits cannot hold is in an extra field.
  const extra = Buffer.alloc(offset < max32 ? 0 : 12)
  if (extra.length > 0) {
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(8, 2)
    extra.writeBigUInt64LE(BigInt(offset), 4)
  }
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02_01_4b_50, 0)
  header.writeUInt16LE(version, 4)
  header.writeUInt16LE(version, 6)
  header.writeUInt16LE(flags, 8)
  header.writeUInt16LE(deflated, 10)
  header.writeUInt16LE(date, 14)
  header.writeUInt32LE(checksum, 16)
  header.writeUInt32LE(compressedSize, 20)
  header.writeUInt32LE(size, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt16LE(extra.length, 30)
  header.writeUInt32LE(Math.min(offset, max32), 42)
  return Buffer.concat([header, name, extra])
}

function endOfDirectory({ count, offset, size }: { count: number; offset: number; size: number }): Buffer {
  const end = Buffer.alloc(endSize)
  end.writeUInt32LE(0x06_05_4b_50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(Math.min(offset, max32), 16)
  return offset < max32 ? end : Buffer.concat([zip64End({ count, offset, size }), end])
}

function zip64End({ count, offset, size }: { count: number; offset: number; size: number }): Buffer {
  const end = Buffer.alloc(zip64EndSize)
  end.writeUInt32LE(0x06_06_4b_50, 0)
  // Without these first twelve bytes.
  end.writeBigUInt64LE(BigInt(zip64EndSize - 12), 4)
  end.writeUInt16LE(version, 12)
  end.writeUInt16LE(version, 14)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(size), 40)
  end.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07_06_4b_50, 0)
  locator.writeBigUInt64LE(BigInt(offset + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([end, locator])
}
