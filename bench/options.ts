import { parseArgs } from 'node:util'

export interface BenchOptions {
  /** Calls in the table. */
  calls: number
  /** Rounds of each question; the median counts. */
  rounds: number
  /** Records of changes in their table. */
  changes: number
  /** Copies of a file of a telephone system that are imported. */
  importCopies: number
  /** Another file than the project's own, to be imported with as many copies. */
  importFile: string | undefined
  /** Recordings that are taken in and worked on one after the other. */
  recordings: number
  /** Subscriptions that are due at the same time. */
  subscriptions: number
  json: string | undefined
}

const usage =
  'npm run bench -- [--calls 1000000] [--rounds 15] [--changes 1000000] [--import-copies 10000] [--import-file PATH] [--recordings 1000] [--subscriptions 1000] [--json FILE]'

export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      calls: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '15' },
      changes: { type: 'string', default: '1000000' },
      'import-copies': { type: 'string', default: '10000' },
      'import-file': { type: 'string' },
      recordings: { type: 'string', default: '1000' },
      subscriptions: { type: 'string', default: '1000' },
      json: { type: 'string' },
    },
  })
  return {
    calls: count(values.calls),
    rounds: count(values.rounds),
    changes: count(values.changes),
    importCopies: count(values['import-copies']),
    importFile: values['import-file'],
    recordings: count(values.recordings),
    subscriptions: count(values.subscriptions),
    json: values.json,
  }
}

function count(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new Error(`${text} is no count: ${usage}`)
  return Number(text)
}
