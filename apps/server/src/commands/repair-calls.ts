import type { CallDamageKind } from '@callboard/contract/overview'
import { repairCalls } from '../features/ingest/consistency-repair.ts'
import { z } from 'zod'
import { type CommandContext, CommandError, parseArguments } from './command.ts'

const Arguments = z.object({ accept: z.literal('loss').optional() })

const words = {
  seenTwice: 'calls are there twice',
  hidden: 'calls cannot be seen',
  relations: 'callers have wrong prior calls or returns',
  missing: 'calls are missing',
} as const satisfies Record<CallDamageKind, string>

/** Checks the stored calls and repairs them; throws when something is left that it cannot repair. */
export async function repairCallsCommand(
  args: Record<string, string>,
  { runtime, signal, print, progress }: CommandContext,
): Promise<void> {
  const { accept } = parseArguments(Arguments, args)
  if (!runtime.ingest.isWriter) {
    const writer = await runtime.ingest.findWriter()
    throw new CommandError(
      `Another process writes calls (${writer?.name ?? 'unknown'}). Run this where it runs.`,
    )
  }
  const { calls, callers, left } = await repairCalls(runtime, {
    signal,
    acceptsLoss: accept === 'loss',
    onStep: (done, all) => progress(`${Math.floor((done / all) * 100)} % checked`),
  })
  const number = (count: number) => count.toLocaleString('en-US')
  print(`${number(calls)} calls and the relations of ${number(callers)} callers were repaired.`)
  for (const { kind, customerId, count } of left)
    print(`Customer ${customerId}: ${number(count)} ${words[kind]}.`)
  if (left.some(({ kind }) => kind !== 'missing'))
    throw new CommandError('Not everything could be repaired. Run it again, or restore a backup.')
  if (left.length > 0)
    throw new CommandError(
      'There are fewer calls than at an earlier check. Restore a backup, or send them again; to go on without them: npm run repair-calls -- --accept loss',
    )
  print('The stored calls are whole.')
}
