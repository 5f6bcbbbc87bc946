import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { inject } from 'vitest'
import { shortLived } from './short-lived.ts'

export interface RunningPortal {
  process: ChildProcess
  url: string
}

const main = join(import.meta.dirname, '../src/main.ts')

/** A portal in a process of its own, which can be killed; `nodeArgs` are options of Node. */
export async function startPortal(
  folder: string,
  settings: Record<string, string> = {},
  nodeArgs: readonly string[] = [],
): Promise<RunningPortal> {
  const { child, line } = await startProcess([...nodeArgs, main, 'serve'], {
    folder,
    settings,
    until: /running at (http:\S+)/,
  })
  return { process: child, url: line }
}

/** A process on a data folder, once it has printed what is waited for: `line` is the part in brackets. */
export async function startProcess(
  args: readonly string[],
  { folder, until, settings = {} }: { folder: string; until: RegExp; settings?: Record<string, string> },
): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, [...shortLived, ...args], {
    env: {
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: folder,
      PORT: '0',
      ADMIN_PASSWORD: inject('adminPassword'),
      UV_THREADPOOL_SIZE: '16',
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let words = ''
  child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()))
  const line = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the process ended: ${words}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      words += chunk.toString()
      const found = until.exec(words)
      if (found !== null) resolve(found[1] ?? '')
    })
  })
  return { child, line }
}

export async function killPortal({ process: child }: Pick<RunningPortal, 'process'>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
