import { TimeZone } from '@callboard/contract/scalars'
import { z } from 'zod'
import { importFile } from '../features/imports/import-file.ts'
import type { KeepRecording } from '../features/imports/recording-files.ts'
import { ImportFileError } from '../lib/files/text-lines.ts'
import { addRecording } from '../features/recordings/arrivals/upload.ts'
import { type CommandContext, CommandError, parseArguments } from './command.ts'
import { getCustomerByCode } from './customer-by-code.ts'

const Arguments = z.strictObject({
  file: z.string({ error: 'is missing: the file to import' }).min(1),
  format: z.enum(['asterisk'], { error: 'must be asterisk' }),
  customer: z.string({ error: 'is missing: the code of the customer' }).min(1),
  timezone: z
    .string({ error: 'is missing: the zone of the switch, such as America/New_York' })
    .pipe(TimeZone),
  recordings: z.string().min(1).optional(),
})

/** Imports a file of a telephone system; importing it again changes nothing. */
export async function importCommand(args: Record<string, string>, context: CommandContext): Promise<void> {
  const { file, format, customer: code, timezone, recordings } = parseArguments(Arguments, args)
  const { runtime, signal, print, progress } = context
  await getCustomerByCode(runtime.postgres.db, code)
  try {
    const summary = await importFile({
      ingest: runtime.ingest,
      path: file,
      format,
      customerCode: code,
      timeZone: timezone,
      recordings: recordings === undefined ? undefined : { folder: recordings, keep: keeperOf(runtime) },
      onProgress: (done) => progress(done.text),
      signal,
    })
    print(summary.text)
  } catch (error) {
    throw commandErrorOf(error, file)
  }
}

function keeperOf({ db, queue, recordingFiles: files }: CommandContext['runtime']): KeepRecording {
  return async (call, chunks) => await addRecording({ db, queue, files }, call, chunks)
}

/** A sentence for a file that is missing, unreadable or of another format; any other error stays as it is: a bug. */
function commandErrorOf(error: unknown, file: string): unknown {
  if (error instanceof ImportFileError) return new CommandError(`${file}: ${error.message}`, { cause: error })
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT')
    return new CommandError(`File not found: ${pathOf(error) ?? file}.`, { cause: error })
  if (code === 'EACCES' || code === 'EISDIR')
    return new CommandError(`${pathOf(error) ?? file} cannot be read.`, { cause: error })
  return error
}

function pathOf(error: unknown): string | undefined {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined
}
