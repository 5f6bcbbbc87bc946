import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Command, CommandError } from './command.ts'

export const usage = `Usage: main.ts COMMAND
  serve                       runs the portal
  migrate                     brings the schemas of both stores up to date
  import FILE --source NAME [--customer CODE] [--recordings FOLDER]
  import FILE --format asterisk --customer CODE --timezone ZONE [--recordings FOLDER]
  add-customer --code CODE --name NAME --timezone ZONE [--currency USD] [--country US]
  add-api-key --customer CODE [--name NAME]
  set-password USER [--password PASSWORD]
  check-changes               checks that no change record was changed, removed or cut off
  repair-calls [--accept loss]  checks the stored calls, and repairs them
  doctor                      checks the environment and, where it runs, the portal
  check-cluster               tries what the portal needs of its ClickHouse servers
  health                      what the page Health says
  backup [PLACE] [--key-file FILE] [--keep-days DAYS]
  list-backups [PLACE] [--key-file FILE]
  verify-backup [PLACE] [--backup NAME] [--key-file FILE]
  restore [PLACE] [--backup NAME] [--key-file FILE]`

const positional = {
  import: 'file',
  'set-password': 'user',
  'add-customer': undefined,
  'add-api-key': undefined,
  'check-changes': undefined,
  'repair-calls': undefined,
  health: undefined,
  backup: 'place',
  'list-backups': 'place',
  'verify-backup': 'place',
  restore: 'place',
} as const
const optionNames = [
  'format',
  'customer',
  'timezone',
  'code',
  'name',
  'currency',
  'country',
  'password',
  'recordings',
  'source',
  'accept',
  'backup',
  'key-file',
  'keep-days',
] as const
/** Those that name a file or a folder. */
const paths: ReadonlySet<string> = new Set(['file', 'recordings', 'place', 'key-file'])

/** Reads a command line. */
export function readCommand<Name extends keyof typeof positional>(
  name: Name,
  typed: string[],
): Command<Name> {
  const options = Object.fromEntries(optionNames.map((option) => [option, { type: 'string' as const }]))
  let parsed
  try {
    parsed = parseArgs({ args: typed, options, allowPositionals: true, strict: true })
  } catch (cause) {
    throw new CommandError(`${cause instanceof Error ? cause.message : String(cause)}\n${usage}`)
  }
  const args: Record<string, string> = {}
  for (const [option, value] of Object.entries(parsed.values))
    if (typeof value === 'string') args[option] = pathOf(option, value)
  const first = positional[name]
  const [value, ...more] = parsed.positionals
  if (more.length > 0 || (value !== undefined && first === undefined)) throw new CommandError(usage)
  if (value !== undefined && first !== undefined) args[first] = pathOf(first, value)
  return { name, args }
}

/** The portal that runs the command may have another working folder. */
function pathOf(argument: string, value: string): string {
  return paths.has(argument) && !value.startsWith('s3:') ? resolve(value) : value
}
