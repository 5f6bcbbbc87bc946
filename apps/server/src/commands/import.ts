import { TimeZone } from '@callboard/contract/scalars'
import { z } from 'zod'
import { importFile } from '../features/imports/import-file.ts'
import { ImportFileError } from '../features/imports/text-lines.ts'
import { type CommandContext, CommandFault, parseArguments } from './command.ts'
import { getCustomerByCode } from './customer-by-code.ts'

const Arguments = z.strictObject({
  file: z.string({ error: 'is missing: the file to import' }).min(1),
  format: z.enum(['asterisk'], { error: 'is asterisk' }),
  customer: z.string({ error: 'is missing: the code of the customer' }).min(1),
  timezone: z.string({ error: 'is missing: the zone of the switch, as America/New_York' }).pipe(TimeZone),
})

/** Imports a file of a telephone system. Imported again, it changes nothing. */
export async function importCommand(args: Record<string, string>, context: CommandContext): Promise<void> {
  const { file, format, customer: code, timezone } = parseArguments(Arguments, args)
  const { runtime, signal, print, progress } = context
  await getCustomerByCode(runtime.postgres.db, code)
  try {
    const summary = await importFile({
      ingest: runtime.ingest,
      path: file,
      format,
      customerCode: code,
      timeZone: timezone,
      onProgress: (done) => progress(done.text),
      signal,
    })
    print(summary.text)
  } catch (error) {
    throw faultOf(error, file)
  }
}

/** A file that is not there, or not what it was said to be, is told in a sentence; anything else is a bug. */
function faultOf(error: unknown, file: string): unknown {
  if (error instanceof ImportFileError) return new CommandFault(`${file}: ${error.message}`, { cause: error })
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return new CommandFault(`There is no file ${file}.`, { cause: error })
  if (code === 'EACCES' || code === 'EISDIR')
    return new CommandFault(`${file} cannot be read.`, { cause: error })
  return error
}
