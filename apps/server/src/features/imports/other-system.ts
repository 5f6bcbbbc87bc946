import { open } from 'node:fs/promises'
import { listAdapters } from '../sources/adapters.ts'
import type { SourceFile } from '../sources/adapter.ts'

const startBytes = 64 << 10

/** The name of another phone system that a file looks like; undefined where none knows it, or it cannot be read. */
export async function findOtherSystem(
  { path, name }: Pick<SourceFile, 'path' | 'name'>,
  kind: string,
): Promise<string | undefined> {
  const bytes = await readStart(path)
  if (bytes === undefined) return undefined
  // A mapping can be made for any file.
  const others = listAdapters().filter((adapter) => adapter.kind !== kind && adapter.kind !== 'mapped')
  return others.find(({ file }) => file?.recognises({ name, bytes }) === true)?.label
}

async function readStart(path: string): Promise<Uint8Array | undefined> {
  try {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  } catch {
    return undefined
  }
}
