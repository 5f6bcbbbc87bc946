import { join } from 'node:path'
import type { Config } from './config.ts'
import { type DataDir, StartError } from './lib/files/data-dir.ts'
import { type FileStore, openFolderStore } from './lib/files/file-store.ts'
import { openS3Store } from './lib/outside/s3-store.ts'

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
  config: Config,
  dataDir: DataDir,
  given: Partial<FileStores> = {},
): Promise<FileStores> {
  return {
    exportFiles: given.exportFiles ?? (await openExportFiles(config, dataDir)),
    deliveryFiles: given.deliveryFiles ?? (await openDeliveryFiles(config, dataDir)),
    recordingFiles: given.recordingFiles ?? (await openRecordingFiles(config, dataDir)),
  }
}

async function openExportFiles({ exportsDir }: Config, dataDir: DataDir): Promise<FileStore> {
  const folder = exportsDir ?? join(dataDir.path, 'exports')
  return await openFolder(folder, `EXPORTS_DIR ${folder}`)
}

async function openDeliveryFiles({ deliveriesDir }: Config, dataDir: DataDir): Promise<FileStore> {
  const folder = deliveriesDir ?? join(dataDir.path, 'deliveries')
  return await openFolder(folder, `DELIVERIES_DIR ${folder}`)
}

async function openRecordingFiles({ recordings }: Config, dataDir: DataDir): Promise<FileStore> {
  if (recordings !== undefined && 'address' in recordings)
    return await openS3Store({
      ...recordings,
      setting: 'RECORDINGS_URL',
      folder: join(dataDir.path, 'recordings-to-send'),
    })
  const folder = recordings?.folder ?? join(dataDir.path, 'recordings')
  return await openFolder(folder, `RECORDINGS_URL: ${folder}`)
}

/** `what` names the folder, and the setting that chooses it. */
async function openFolder(folder: string, what: string): Promise<FileStore> {
  try {
    return await openFolderStore(folder)
  } catch (cause) {
    throw new StartError(`${what} cannot be written to.`, { cause })
  }
}
