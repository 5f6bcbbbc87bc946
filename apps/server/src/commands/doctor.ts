// The portal has it from where it is built.
import 'temporal-polyfill/global'
import { formatCounted } from '@callboard/contract/format'
import type { HealthState } from '@callboard/contract/health'
import type { Config } from '../config.ts'
import type { Finding } from '../lib/health-check.ts'
import { within } from '../lib/within.ts'
import { type CommandContext, CommandError } from './command.ts'
import { environmentChecks, explain } from './doctor-checks.ts'
import { forwardCommand } from './forward-command.ts'

type Output = Pick<CommandContext, 'print' | 'progress'>

const checkTimeoutMs = 20_000
const marks: Readonly<Record<HealthState, string>> = { ok: 'ok     ', notice: 'NOTICE ', problem: 'PROBLEM' }

/** Checks the environment of a portal, and asks the portal itself where it runs. Throws when something has to be mended. */
export async function doctor(config: Config, output: Output): Promise<void> {
  let problems = 0
  for (const { title, read } of environmentChecks(config)) {
    const finding = await findingOf(read)
    if (finding.state === 'problem') problems++
    output.print(lineOf(title, finding))
  }
  output.print('')
  const isRunning = await forwardCommand(config.dataDir, { name: 'health', args: {} }, output)
  if (!isRunning) output.print('The portal does not run on this DATA_DIR: its databases were not looked at.')
  if (problems > 0) throw new CommandError(`${formatCounted(problems, 'problem')} found.`)
}

async function findingOf(read: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await within(checkTimeoutMs, read())
  } catch (error) {
    return { state: 'problem', message: explain(error) }
  }
}

/** One finding, as a line of a terminal. */
export function lineOf(title: string, { state, message, action }: Finding): string {
  return `${marks[state]} ${title.padEnd(18)} ${[message, action].filter((part) => part !== undefined).join(' ')}`
}
