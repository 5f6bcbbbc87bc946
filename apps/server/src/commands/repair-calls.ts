import { join } from 'node:path'
import { describeCallDamage } from '@callboard/contract/call-problems'
import { formatCount } from '@callboard/contract/format'
import { z } from 'zod'
import { readCheckpoint } from '../db/embedded-calls/checkpoint-file.ts'
import { forgetLost } from '../db/embedded-calls/restore-calls.ts'
import { repairCalls } from '../features/ingest/self-check/consistency-repair.ts'
import { forgetGap, putDamagedAside } from '../features/ingest/checkpoints/damaged-journal.ts'
import { DataDir } from '../lib/files/data-dir.ts'
import { type CommandContext, CommandError, parseArguments } from './command.ts'

const Arguments = z.object({ accept: z.literal('loss').optional() })

/**
 * Puts aside what is damaged in a data folder that no portal has open, so that a portal starts without it. Prints what is
 * lost.
 */
export async function putLossAside(dataDir: string, print: (line: string) => void): Promise<void> {
  const lock = DataDir.open(dataDir)
  const [clickhouse, spool] = [join(dataDir, 'clickhouse'), join(dataDir, 'spool')]
  try {
    for (const { name, rows, problem } of forgetLost(clickhouse))
      print(
        `${rows === undefined ? 'An unknown number of' : formatCount(rows)} rows of calls are lost: ${name}: ${problem}.`,
      )
    for (const { file, calls } of await putDamagedAside(spool))
      print(`${file} of the journal is damaged and put aside; ${leftOf(calls)}`)
    const checkpoint = readCheckpoint(clickhouse)
    if (checkpoint !== undefined && (await forgetGap(spool, checkpoint.number)))
      print(
        `The folder was copied while its portal ran: calls that came in after ${checkpoint.at} may be lost.`,
      )
  } finally {
    lock.close()
  }
}

function leftOf(calls: number | undefined): string {
  return calls === undefined
    ? 'calls that retention has deleted are there again until it does so the next night.'
    : `${formatCount(calls)} of its calls can still be read there.`
}

/**
 * In an open portal: repairs what the journal can make good, checks all stored calls and repairs those, too. Throws when
 * something is left that it cannot repair.
 */
export async function repairCallsCommand(
  args: Record<string, string>,
  { runtime, signal, print, progress }: CommandContext,
): Promise<void> {
  const { accept } = parseArguments(Arguments, args)
  const { ingest } = runtime
  if (!ingest.isWriter) {
    const writer = await ingest.writers.find()
    throw new CommandError(
      `Another process writes calls (${writer?.name ?? 'unknown'}). Run this where it runs.`,
    )
  }
  await ingest.checkpoint()
  const problems = ingest.problems.list().filter(({ until }) => until === null)
  for (const { description } of problems) print(description)
  const { calls, callers, left } = await repairCalls(runtime, {
    signal,
    acceptsLoss: accept === 'loss',
    onStep: (done, all) => progress(`${Math.floor((done / all) * 100)} % checked`),
  })
  print(`${formatCount(calls)} calls and the relations of ${formatCount(callers)} callers were repaired.`)
  for (const { customerId, ...damage } of left)
    print(`Customer ${customerId}: ${describeCallDamage(damage)}.`)
  if (problems.length > 0 || left.some(({ kind }) => kind !== 'missing'))
    throw new CommandError('Not everything could be repaired. Run it again, or restore a backup.')
  if (left.length > 0)
    throw new CommandError(
      'Some calls found by an earlier check are missing. Restore a backup or send them again. To continue without them: npm run repair-calls -- --accept loss',
    )
  print('All stored calls are intact.')
}
