import type { FileHandle } from 'node:fs/promises'

/** A file that sound is read from. */
export type SoundFile = { handle: FileHandle; bytes: number }

/** What the readers of the single kinds give: the first piece says what channels and sample rate there are. */
export type SoundPieces = AsyncGenerator<{ sampleRate: number; channels: Int16Array[] }>

/** Up to `length` bytes of the file from `at` on; fewer at its end. */
export async function readBytes({ handle }: SoundFile, at: number, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

/** How much of a file is read at a time, in bytes. */
const chunkBytes = 65_536

/** The bytes of the file between two places, in order. */
export async function* readChunks(
  file: SoundFile,
  { start, end, multipleOf = 1 }: { start: number; end: number; multipleOf?: number },
): AsyncGenerator<Uint8Array> {
  const step = Math.max(1, Math.floor(chunkBytes / multipleOf)) * multipleOf
  for (let at = start; at < end;) {
    const chunk = await readBytes(file, at, Math.min(step, end - at))
    if (chunk.length === 0) return
    yield chunk
    at += chunk.length
  }
}
