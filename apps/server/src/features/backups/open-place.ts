import { join } from 'node:path'
import type { FileStore } from '../../lib/files/file-store.ts'
import { type FilesPlace, openFilesPlace } from '../../lib/outside/files-place.ts'

/** `dataDir` is for what is on its way to a bucket. Throws `StartError` when the place cannot be written to. */
export async function openFilesOfPlace(place: FilesPlace, dataDir: string): Promise<FileStore> {
  return await openFilesPlace(place, join(dataDir, 'backups-to-send'))
}
