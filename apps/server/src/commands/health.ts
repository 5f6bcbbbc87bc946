import { runChecks } from '../features/health/health.ts'
import type { CommandContext } from './command.ts'
import { lineOf } from './doctor.ts'

/** Prints what administrators read on the page Health. */
export async function healthCommand({ runtime, print }: CommandContext): Promise<void> {
  const checks = await runChecks(runtime.healthChecks.flatMap((checksOf) => checksOf(runtime)))
  for (const { title, state, message, action } of checks)
    print(lineOf(title, { state, message, ...(action !== null && { action }) }))
}
