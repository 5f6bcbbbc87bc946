import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from './client.ts'

export interface ServerProcess {
  client: Client
  /** Resident memory in MB; undefined if the system does not report it. */
  residentMb: () => number | undefined
  stop: () => Promise<void>
  kill: () => Promise<void>
}

const root = join(import.meta.dirname, '..')

/** How the parts that need a server of its own have one. */
export type StartServer = typeof startServer

/** A portal in a process of its own, as in production. */
export async function startServer(
  folder: string,
  connections: number,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  return await startWith([], { folder, connections, settings })
}

/** With options of Node. */
export async function startWith(
  options: readonly string[],
  {
    folder,
    connections,
    settings,
  }: { folder: string; connections: number; settings?: Record<string, string> | undefined },
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...options, 'apps/server/src/main.ts', 'serve'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: '0',
      DEMO: 'off',
      LOG_LEVEL: 'error',
      // Asked again and again, a question has to be read each time.
      KEPT_ANSWERS_MB: '0',
      ...settings,
    },
  })
  const client = new Client(await portOf(createInterface(child.stdout)), connections)
  const end = async (signal: NodeJS.Signals) => {
    client.close()
    child.kill(signal)
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  return {
    client,
    residentMb: () => residentMb(child.pid),
    stop: async () => await end('SIGTERM'),
    kill: async () => await end('SIGKILL'),
  }
}

/** The portal prints its port when it is ready. */
async function portOf(lines: ReturnType<typeof createInterface>): Promise<number> {
  for await (const line of lines) {
    const port = /running at http:\/\/[^:]+:(\d+)/.exec(line)?.[1]
    if (port !== undefined) return Number(port)
  }
  throw new Error('the portal ended before it was ready')
}

function residentMb(processId: number | undefined): number | undefined {
  if (process.platform !== 'linux') return undefined
  const status = readFileSync(`/proc/${processId}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}
