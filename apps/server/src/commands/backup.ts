import { formatBytes, formatCount } from '@callboard/contract/format'
import { z } from 'zod'
import { StartError } from '../lib/files/data-dir.ts'
import { placeArguments, readPlace } from './backup-place-arguments.ts'
import { type CommandContext, CommandError, parseArguments } from './command.ts'

const Arguments = z.strictObject({
  ...placeArguments,
  'keep-days': z.coerce.number('must be a number of days').int().min(1).max(3650).optional(),
})

/** Makes a backup while the portal goes on. */
export async function backupCommand(
  args: Record<string, string>,
  { runtime, signal, print, progress }: CommandContext,
): Promise<void> {
  const { 'keep-days': keepDays, ...given } = parseArguments(Arguments, args)
  const { backups, config } = runtime
  try {
    const made = await backups.create({
      ...(await readPlace(given, config)),
      keepDays,
      signal,
      onProgress: (bytes) => progress(`${formatBytes(bytes)} read`),
    })
    const size = `${formatCount(made.files)} files, ${formatBytes(made.bytes)}, of which ${formatBytes(made.written)} were new`
    print(`Backup ${made.name}: ${size}.`)
    if (made.deleted > 0) print(`Older backups deleted: ${formatCount(made.deleted)}.`)
    print('It does not hold:')
    for (const what of made.leftOut) print(`- ${what}`)
  } catch (error) {
    throw error instanceof StartError ? new CommandError(error.message, { cause: error }) : error
  }
}
