import { join } from 'node:path'
import type { Config } from './config.ts'
import { type DataDir, StartError } from './lib/data-dir.ts'
import { type FileStore, openFolderStore } from './lib/file-store.ts'
import { openS3Store } from './lib/s3-store.ts'

export async function openExportFiles({ exportsDir }: Config, dataDir: DataDir): Promise<FileStore> {
  const folder = exportsDir ?? join(dataDir.path, 'exports')
  try {
    return await openFolderStore(folder)
  } catch (cause) {
    throw new StartError(`EXPORTS_DIR ${folder} cannot be written to.`, { cause })
  }
}

export async function openDeliveryFiles({ deliveriesDir }: Config, dataDir: DataDir): Promise<FileStore> {
  const folder = deliveriesDir ?? join(dataDir.path, 'deliveries')
  try {
    return await openFolderStore(folder)
  } catch (cause) {
    throw new StartError(`DELIVERIES_DIR ${folder} cannot be written to.`, { cause })
  }
}

export async function openRecordingFiles({ recordings }: Config, dataDir: DataDir): Promise<FileStore> {
  if (recordings !== undefined && 'address' in recordings)
    return await openS3Store({ ...recordings, folder: join(dataDir.path, 'recordings-to-send') })
  const folder = recordings?.folder ?? join(dataDir.path, 'recordings')
  try {
    return await openFolderStore(folder)
  } catch (cause) {
    throw new StartError(`RECORDINGS_URL: ${folder} cannot be written to.`, { cause })
  }
}
