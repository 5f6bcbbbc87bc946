import { join } from 'node:path'
import type { Config } from './config.ts'
import type { DataDir } from './lib/files/data-dir.ts'
import type { FileStore } from './lib/files/file-store.ts'
import { type FilesPlace, openFilesPlace } from './lib/outside/files-place.ts'

/** Where the portal keeps files. */
export interface FileStores {
  /** Of exports. */
  exportFiles: FileStore
  /** Of deliveries, which mails attach. */
  deliveryFiles: FileStore
  /** Recordings. */
  recordingFiles: FileStore
}

/** Opens those that are not given, where the configuration says. */
export async function openFileStores(
  { exports, deliveries, recordings }: Config,
  dataDir: DataDir,
  given: Partial<FileStores> = {},
): Promise<FileStores> {
  const openIn = async (name: string, place: FilesPlace | undefined) =>
    await openFilesPlace(
      place ?? { folder: join(dataDir.path, name), setting: 'DATA_DIR' },
      join(dataDir.path, `${name}-to-send`),
    )
  return {
    exportFiles: given.exportFiles ?? (await openIn('exports', exports)),
    deliveryFiles: given.deliveryFiles ?? (await openIn('deliveries', deliveries)),
    recordingFiles: given.recordingFiles ?? (await openIn('recordings', recordings)),
  }
}
