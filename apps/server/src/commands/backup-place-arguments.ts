import { z } from 'zod'
import type { Config } from '../config.ts'
import type { FilesPlace } from '../lib/outside/files-place.ts'
import type { BackupKey } from '../features/backups/backup-key.ts'
import { keyOf } from '../features/backups/daily-backup.ts'
import { readS3Address } from '../lib/outside/s3-address.ts'
import { CommandError } from './command.ts'

/** Where backups are, and the file with their key; those of the environment where they are left out. */
export const placeArguments = {
  place: z.string().min(1).optional(),
  'key-file': z.string().min(1).optional(),
}

// As the list of commands names it.
const setting = 'PLACE'

interface GivenPlace {
  place?: string | undefined
  'key-file'?: string | undefined
}

/** Throws a CommandError that says what is missing. */
export async function readPlace(
  { place, 'key-file': keyFile }: GivenPlace,
  config: Config,
): Promise<{ place: FilesPlace; key: BackupKey }> {
  const key = await keyOf({ backupKeyFile: keyFile ?? config.backupKeyFile })
  if (place === undefined) {
    if (config.backups === undefined)
      throw new CommandError(
        'Name the place of the backups: a folder, or s3://bucket/prefix. Or set BACKUPS_URL.',
      )
    return { place: config.backups, key }
  }
  return { place: place.startsWith('s3:') ? bucketOf(place, config) : { folder: place, setting }, key }
}

function bucketOf(place: string, { s3Keys }: Config): FilesPlace {
  const address = readS3Address(place)
  if ('error' in address) throw new CommandError(`${place} ${address.error}`)
  if (s3Keys === undefined)
    throw new CommandError('A bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  return { address, keys: s3Keys, setting }
}
