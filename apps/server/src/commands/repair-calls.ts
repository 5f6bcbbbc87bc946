import { join } from 'node:path'
import { forgetLost } from '../db/restore-calls.ts'
import { putDamagedAside } from '../features/ingest/damaged-journal.ts'
import { DataDir } from '../lib/data-dir.ts'
import type { CommandContext } from './command.ts'
import { CommandError } from './command.ts'

/**
 * Puts aside what is damaged in a data folder that no portal has open, so that a portal starts without it. Prints what is
 * lost.
 */
export async function acceptLoss(dataDir: string, print: (line: string) => void): Promise<void> {
  const lock = DataDir.open(dataDir)
  try {
    for (const { name, rows, problem } of forgetLost(join(dataDir, 'clickhouse')))
      print(
        `${rows?.toLocaleString('en-US') ?? 'An unknown number of'} rows of calls are lost: ${name}: ${problem}.`,
      )
    for (const { file, calls } of await putDamagedAside(join(dataDir, 'spool')))
      print(
        `${file} of the journal is damaged and put aside; ${calls.toLocaleString('en-US')} of its calls can still be read there.`,
      )
  } finally {
    lock.close()
  }
}

/** In a portal that runs: repairs what can be repaired, and tells what cannot. */
export async function repairCalls({ runtime, print }: CommandContext): Promise<void> {
  await runtime.ingest.checkpoint()
  const problems = runtime.ingest.problems.list().filter(({ until }) => until === null)
  for (const { description } of problems) print(description)
  if (problems.length > 0) throw new CommandError('The calls are not as they should be.')
  print('The calls are whole.')
}
