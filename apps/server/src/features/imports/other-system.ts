import { open } from 'node:fs/promises'
import { listAdapters } from '../sources/adapters.ts'
import type { SourceFile } from '../sources/adapter.ts'

const startBytes = 64 << 10

/** The name of another phone system that a file looks like; undefined where none knows it. */
export async function findOtherSystem(
  { path, name }: Pick<SourceFile, 'path' | 'name'>,
  kind: string,
): Promise<string | undefined> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0)
    const start = { name, bytes: buffer.subarray(0, bytesRead) }
    // A mapping can be made for any file.
    const others = listAdapters().filter((adapter) => adapter.kind !== kind && adapter.kind !== 'mapped')
    return others.find(({ file: way }) => way?.recognises(start) === true)?.label
  } finally {
    await file.close()
  }
}
