import { StartError } from '../files/data-dir.ts'
import { type FileStore, openFolderStore } from '../files/file-store.ts'
import type { S3Address, S3Keys } from './s3-address.ts'
import { openS3Store } from './s3-store.ts'

/** A folder, or a folder of a bucket. */
export type FilesPlace = ({ folder: string } | { address: S3Address; keys: S3Keys }) & {
  /** What chose it: a variable, or an argument of a command. */
  setting: string
}

/**
 * What goes to a bucket waits in the folder `sending`, of this process alone. Throws `StartError` when the place cannot be
 * written to.
 */
export async function openFilesPlace(place: FilesPlace, sending: string): Promise<FileStore> {
  if ('address' in place) return await openS3Store({ ...place, folder: sending })
  try {
    return await openFolderStore(place.folder)
  } catch (cause) {
    throw new StartError(`The folder ${place.folder} of ${place.setting} cannot be written to.`, { cause })
  }
}
