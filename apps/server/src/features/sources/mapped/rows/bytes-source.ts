import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'

/** Bytes of which parts can be read: a file on the disk, or what somebody has sent. */
export interface BytesSource {
  readonly size: number
  read(at: number, length: number): Promise<Buffer>
  /** `end` is exclusive. */
  stream(start: number, end: number): Readable
}

const chunkBytes = 1 << 20

export async function fileBytes(path: string): Promise<BytesSource> {
  const { size } = await stat(path)
  return {
    size,
    read: async (at, length) => {
      const file = await open(path)
      try {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, at)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
    stream: (start, end) =>
      end <= start
        ? Readable.from([])
        : createReadStream(path, { start, end: end - 1, highWaterMark: chunkBytes }),
  }
}

export function memoryBytes(bytes: Uint8Array): BytesSource {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    size: all.length,
    read: async (at, length) => all.subarray(at, at + length),
    stream: (start, end) => Readable.from([all.subarray(start, end)]),
  }
}
