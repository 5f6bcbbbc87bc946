import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

type Noted = (path: string, descriptor: number) => void

/** Tells of each file and folder that this thread puts on disk, once it is there; until what is returned is called. */
export function watchSyncs(noted: Noted): () => void {
  const paths = new Map<number, string>()
  const { openSync, fsyncSync, fdatasyncSync } = fs
  const { open } = fs.promises
  const noting = (sync: (descriptor: number) => void) => (descriptor: number) => {
    sync(descriptor)
    noted(paths.get(descriptor) ?? `descriptor ${descriptor}`, descriptor)
  }
  fs.openSync = (path, flags, mode) => {
    const descriptor = openSync(path, flags, mode)
    paths.set(descriptor, String(path))
    return descriptor
  }
  fs.fsyncSync = noting(fsyncSync)
  fs.fdatasyncSync = noting(fdatasyncSync)
  fs.promises.open = async (path, flags, mode) => {
    const file = await open(path, flags, mode)
    const sync = file.sync.bind(file)
    file.sync = async () => {
      await sync()
      noted(String(path), file.fd)
    }
    return file
  }
  // What modules have imported by name.
  syncBuiltinESMExports()
  return () => {
    Object.assign(fs, { openSync, fsyncSync, fdatasyncSync })
    fs.promises.open = open
    syncBuiltinESMExports()
  }
}

/** The paths of what this thread puts on disk while `work` runs, in order. */
export async function recordSyncs(work: () => Promise<void>): Promise<string[]> {
  const synced: string[] = []
  const stop = watchSyncs((path) => synced.push(path))
  try {
    await work()
  } finally {
    stop()
  }
  return synced
}
