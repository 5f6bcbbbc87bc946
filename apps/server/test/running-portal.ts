import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { inject } from 'vitest'
import { Program } from './program.ts'

export interface RunningPortal {
  process: ChildProcess
  url: string
}

/** A portal in a process of its own, which can be killed; `nodeArgs` are options of Node. */
export async function startPortal(
  folder: string,
  settings: Record<string, string> = {},
  nodeArgs: readonly string[] = [],
): Promise<RunningPortal> {
  const own = { DATA_DIR: folder, ADMIN_PASSWORD: inject('adminPassword'), LOG_LEVEL: 'error' }
  const program = new Program({ ...own, ...settings }, ['serve'], { nodeArgs })
  return { url: await program.ready(), process: program.child }
}

export async function killPortal({ process: child }: Pick<RunningPortal, 'process'>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
