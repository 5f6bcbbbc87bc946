import { open } from 'node:fs/promises'

/** So much of it tells what sort of file it is. */
export const startBytes = 65_536

export async function startOf(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
