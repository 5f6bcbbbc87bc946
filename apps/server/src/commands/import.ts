import { TimeZone } from '@callboard/contract/scalars'
import { z } from 'zod'
import { change, systemActor } from '../db/records/change.ts'
import { insertRecord } from '../db/records/records.ts'
import type { Db } from '../db/tables/schema.ts'
import { importFile, progressOf, summaryOf } from '../features/imports/import-file.ts'
import { findAdapter, listAdapters } from '../features/sources/adapters.ts'
import { loadSourcesNamed } from '../features/sources/sources.ts'
import { type CommandContext, CommandError, parseArguments } from './command.ts'
import { getCustomerByCode } from './customer-by-code.ts'
import * as store from './store.ts'

const formats = () => listAdapters().flatMap(({ kind, file }) => (file === undefined ? [] : [kind]))

const Arguments = z
  .strictObject({
    file: z.string({ error: 'is missing: the file to import' }).min(1),
    source: z.string().min(1).optional(),
    format: z.string().optional(),
    customer: z.string().min(1).optional(),
    timezone: TimeZone.optional(),
    recordings: z.string().min(1).optional(),
  })
  .superRefine(({ source, format, customer, timezone }, context) => {
    const missing = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    if (source !== undefined) return
    if (format === undefined) missing('source', 'is missing: the name of the source')
    else if (!formats().includes(format)) missing('format', `must be one of ${formats().join(', ')}`)
    else if (customer === undefined) missing('customer', 'is missing: the code of the customer')
    else if (timezone === undefined)
      missing('timezone', 'is missing: the zone of the switch, such as America/New_York')
  })

/** Imports a file of a phone system; importing it again changes nothing. */
export async function importCommand(args: Record<string, string>, context: CommandContext): Promise<void> {
  const { file, recordings, ...asked } = parseArguments(Arguments, args)
  const { runtime, signal, print, progress } = context
  const sourceId = await findSource(runtime.db, asked)
  try {
    const { ended, lines } = await importFile(runtime.imports, {
      path: file,
      sourceId,
      way: 'command',
      recordings: recordings === undefined ? undefined : { folder: recordings, keep: runtime.keepRecording },
      onProgress: (done) => progress(progressOf(done)),
      signal,
    })
    if (ended.state === 'failed') throw new CommandError(`${file}: ${ended.error}`)
    for (const line of [...summaryOf(ended), ...lines]) print(line)
  } catch (error) {
    throw commandErrorOf(error, file)
  }
}

async function findSource(
  db: Db,
  asked: Omit<z.infer<typeof Arguments>, 'file' | 'recordings'>,
): Promise<string> {
  const { source: name, format = '', customer: code, timezone = 'UTC' } = asked
  if (name === undefined) return await findSourceOfFormat(db, { format, code: code ?? '', timezone })
  const named = await loadSourcesNamed(db, name)
  const customer = code === undefined ? undefined : await getCustomerByCode(db, code)
  const found = named.filter(({ customerId }) => customer === undefined || customer.id === customerId)
  const [source] = found
  if (found.length > 1)
    throw new CommandError(`Several customers have a source ${name}. Say whose with --customer CODE.`)
  if (source === undefined) {
    const names = await store.selectSourceNames(db)
    const known = names.length === 0 ? 'There are none yet.' : `There are: ${names.join(', ')}.`
    throw new CommandError(`There is no source ${name}. ${known}`)
  }
  if (source.adapter.file === undefined)
    throw new CommandError(`Calls of ${source.adapter.label} do not come in files.`)
  return source.id
}

/** The source of a customer whose calls are known by the name of the format, which is added when there is none. */
async function findSourceOfFormat(
  db: Db,
  { format, code, timezone }: { format: string; code: string; timezone: string },
): Promise<string> {
  const customer = await getCustomerByCode(db, code)
  const known = await store.selectSourceOfSystem(db, customer.id, format)
  if (known === undefined) {
    return await change(
      db,
      systemActor,
      async (transaction) =>
        await insertRecord(transaction, 'source', {
          customerId: customer.id,
          kind: format,
          name: findAdapter(format)?.label ?? format,
          sourceSystem: format,
          timeZone: timezone,
          country: null,
        }),
    )
  }
  const { id, name, kind, timeZone } = known
  if (kind !== format)
    throw new CommandError(`The calls of ${format} are those of the source ${name}: --source`)
  if (timeZone !== timezone)
    throw new CommandError(
      `The source ${name} is in ${timeZone}. Change that there, or give --timezone ${timeZone}.`,
    )
  return id
}

/** A sentence for a file that is missing or unreadable; any other error stays as it is: a bug. */
function commandErrorOf(error: unknown, file: string): unknown {
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
