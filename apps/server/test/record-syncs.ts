import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { vi } from 'vitest'

/** The files and folders that this process, without its threads, puts on disk while `work` runs, in order. */
export async function recordSyncs(work: () => Promise<void>): Promise<string[]> {
  const synced: string[] = []
  const paths = new Map<number, string>()
  const { openSync, fsyncSync, fdatasyncSync } = fs
  const { open } = fs.promises
  const noting = (sync: (descriptor: number) => void) => (descriptor: number) => {
    sync(descriptor)
    synced.push(paths.get(descriptor) ?? `descriptor ${descriptor}`)
  }
  const spies = [
    vi.spyOn(fs, 'openSync').mockImplementation((path, flags, mode) => {
      const descriptor = openSync(path, flags, mode)
      paths.set(descriptor, String(path))
      return descriptor
    }),
    vi.spyOn(fs, 'fsyncSync').mockImplementation(noting(fsyncSync)),
    vi.spyOn(fs, 'fdatasyncSync').mockImplementation(noting(fdatasyncSync)),
    vi.spyOn(fs.promises, 'open').mockImplementation(async (path, flags, mode) => {
      const file = await open(path, flags, mode)
      const sync = file.sync.bind(file)
      vi.spyOn(file, 'sync').mockImplementation(async () => {
        await sync()
        synced.push(String(path))
      })
      return file
    }),
  ]
  // What modules have imported by name.
  syncBuiltinESMExports()
  try {
    await work()
  } finally {
    for (const spy of spies) spy.mockRestore()
    syncBuiltinESMExports()
  }
  return synced
}
