import { listAdapters } from '../sources/adapters.ts'
import type { SourceFile } from '../sources/adapter.ts'
import { startOf } from '../../lib/files/start-of-file.ts'

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
    return await startOf(path)
  } catch {
    return undefined
  }
}
