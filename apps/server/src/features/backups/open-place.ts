import { join } from 'node:path'
import { StartError } from '../../lib/files/data-dir.ts'
import { type FileStore, openFolderStore } from '../../lib/files/file-store.ts'
import type { FilesPlace } from '../../config.ts'
import { openS3Store } from '../../lib/outside/s3-store.ts'

/** `dataDir` is for what is on its way to a bucket. Throws `StartError` when the place cannot be written to. */
export async function openFilesOfPlace(place: FilesPlace, dataDir: string): Promise<FileStore> {
  if ('address' in place)
    return await openS3Store({ ...place, setting: 'BACKUPS_URL', folder: join(dataDir, 'backups-to-send') })
  try {
    return await openFolderStore(place.folder)
  } catch (cause) {
    throw new StartError(`The folder ${place.folder} cannot be written to.`, { cause })
  }
}
