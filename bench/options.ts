import { parseArgs } from 'node:util'
import { defaultSizes, minSizes, type Sizes } from './sizes.ts'

export interface BenchOptions {
  sizes: Sizes
  /** Another file of a telephone system than the project's own, to be imported with as many copies. */
  importFile: string | undefined
  json: string | undefined
}

const usage =
  'npm run bench -- [--calls 1000000] [--rounds 15] [--changes 1000000] [--import-copies 10000] [--import-file PATH] [--imported-rows 1000000] [--recordings 1000] [--subscriptions 1000] [--min] [--json FILE]'

export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      calls: { type: 'string' },
      rounds: { type: 'string' },
      changes: { type: 'string' },
      'import-copies': { type: 'string' },
      'import-file': { type: 'string' },
      'imported-rows': { type: 'string' },
      recordings: { type: 'string' },
      subscriptions: { type: 'string' },
      min: { type: 'boolean', default: false },
      json: { type: 'string' },
    },
  })
  const sizes = values.min ? minSizes : defaultSizes
  return {
    sizes: {
      ...sizes,
      calls: count(values.calls, sizes.calls),
      rounds: count(values.rounds, sizes.rounds),
      changes: count(values.changes, sizes.changes),
      importCopies: count(values['import-copies'], sizes.importCopies),
      importedRows: count(values['imported-rows'], sizes.importedRows),
      recordings: count(values.recordings, sizes.recordings),
      subscriptions: count(values.subscriptions, sizes.subscriptions),
    },
    importFile: values['import-file'],
    json: values.json,
  }
}

/** The number of an option; throws how the command is used when it is none. */
export function count(text: string | undefined, otherwise: number, rule: string = usage): number {
  if (text === undefined) return otherwise
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new Error(`${text} is no count: ${rule}`)
  return Number(text)
}
