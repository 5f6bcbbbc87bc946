import type { Config } from '../config.ts'
import { createLog } from '../lib/log.ts'
import { openRuntime } from '../runtime.ts'
import type { Command, CommandContext } from './command.ts'
import { runCommand } from './commands.ts'
import { putLossAside } from './repair-calls.ts'
import { shutdownSignal } from './shutdown-signal.ts'

/** Runs a command in this process, on a data folder that no portal has open. */
export async function runHere(
  config: Config,
  command: Command,
  output: Pick<CommandContext, 'print' | 'progress'>,
): Promise<void> {
  if (command.name === 'repair-calls') await putLossAside(config.dataDir, output.print)
  const runtime = await openRuntime(config, createLog(config.logLevel))
  try {
    await runCommand(command, { runtime, signal: shutdownSignal(), ...output })
  } finally {
    await runtime.close()
  }
}
