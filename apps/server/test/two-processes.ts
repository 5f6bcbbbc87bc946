import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#server/config.ts'
import { openPostgresServer, type Postgres } from '#server/db/postgres/postgres.ts'
import { migrate, openStores } from '#server/stores.ts'
import { afterFile } from './after-file.ts'
import { startChdbBridge } from './chdb-http-bridge.ts'
import { startRealPostgres } from './real-postgres.ts'
import { startPortal, type RunningPortal } from './running-portal.ts'

/** A process that can be killed, paused and started again. */
export class Process {
  readonly #folder: string
  readonly #settings: Record<string, string>
  #running: RunningPortal | undefined
  #answering = new AbortController()

  constructor(folder: string, settings: Record<string, string>) {
    this.#folder = folder
    this.#settings = settings
  }

  async start(): Promise<void> {
    this.#running = await startPortal(this.#folder, this.#settings)
    this.#answering = new AbortController()
  }

  /** Undefined while it does not answer. */
  get url(): string | undefined {
    return this.#answering.signal.aborted ? undefined : this.#running?.url
  }

  /** Aborted when it does not answer any more. */
  get answering(): AbortSignal {
    return this.#answering.signal
  }

  /** Whoever has asked something gives up: it may be done when the process wakes up. */
  pause(): void {
    this.#running?.process.kill('SIGSTOP')
    this.#answering.abort()
  }

  wake(): void {
    this.#running?.process.kill('SIGCONT')
    this.#answering = new AbortController()
  }

  async end(name: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const child = this.#running?.process
    this.#running = undefined
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(name)
    child.kill('SIGCONT')
    await gone
  }

  async isWriter(): Promise<boolean> {
    if (this.url === undefined) return false
    const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(1000) }).catch(
      () => undefined,
    )
    if (answer?.ok !== true) return false
    return z.object({ writesCalls: z.boolean() }).parse(await answer.json()).writesCalls
  }
}

/** Two processes of one portal, on a PostgreSQL and an engine that answers as a server does. */
export interface TwoProcesses {
  /** With what they share. */
  folder: string
  processes: [Process, Process]
  databaseUrl: string
  clickhouseUrl: string
  postgres: Postgres
}

/** Ended after the tests of the file. `settingsIn` are theirs beside those of the databases. */
export async function startTwoProcesses(
  settingsIn: (folder: string) => Record<string, string> = () => ({}),
): Promise<TwoProcesses> {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-two-processes-'))
  for (const name of ['one', 'other', 'recordings']) mkdirSync(join(folder, name), { mode: 0o700 })
  const bridge = await startChdbBridge(join(folder, 'calls'))
  const { url: databaseUrl } = await startRealPostgres()
  const clickhouseUrl = bridge.url
  const stores = await openStores(
    readConfig({ DATA_DIR: join(folder, 'one'), DATABASE_URL: databaseUrl, CLICKHOUSE_URL: clickhouseUrl }),
  )
  await migrate(stores)
  await stores.close()
  const settings = {
    DATABASE_URL: databaseUrl,
    CLICKHOUSE_URL: clickhouseUrl,
    RECORDINGS_URL: `file://${join(folder, 'recordings')}`,
    LOG_LEVEL: inject('isSoak') ? 'fatal' : 'error',
    ...settingsIn(folder),
  }
  const processes: [Process, Process] = [
    new Process(join(folder, 'one'), settings),
    new Process(join(folder, 'other'), settings),
  ]
  for (const process of processes) await process.start()
  const postgres = openPostgresServer(databaseUrl)
  afterFile(async () => {
    await Promise.all(processes.map(async (process) => await process.end()))
    await postgres.close()
    await bridge.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { folder, processes, databaseUrl, clickhouseUrl, postgres }
}

async function findWriter({ processes }: Pick<TwoProcesses, 'processes'>): Promise<Process> {
  for (;;) {
    for (const process of processes) if (await process.isWriter()) return process
    await sleep(50)
  }
}

/** What happens to the one that writes calls; `untilMore` resolves when they have gone on with their work. */
const writerFaults: Record<string, (two: TwoProcesses, untilMore: () => Promise<void>) => Promise<void>> = {
  'the writer is paused, and wakes up when another one writes': async (two, untilMore) => {
    const paused = await findWriter(two)
    paused.pause()
    const other = two.processes.find((process) => process !== paused)
    await expect.poll(async () => await other?.isWriter()).toBe(true)
    await untilMore()
    paused.wake()
    await untilMore()
  },
  'the writer is killed': async (two, untilMore) => {
    const killed = await findWriter(two)
    await killed.end()
    await untilMore()
    await killed.start()
    await untilMore()
  },
  'the lease is deleted by hand': async (two, untilMore) => {
    await findWriter(two)
    await two.postgres.db.deleteFrom('call_writer').execute()
    await untilMore()
  },
  'the writer is paused for a moment': async (two, untilMore) => {
    const paused = await findWriter(two)
    paused.pause()
    await sleep(2000 + Math.random() * 5000)
    paused.wake()
    await untilMore()
  },
  'the writer is stopped': async (two, untilMore) => {
    const stopped = await findWriter(two)
    await stopped.end('SIGTERM')
    await untilMore()
    await stopped.start()
    await untilMore()
  },
}

/** One of them for each seed: a single one, so that it is told apart. */
export function writerFaultOf(seed: number) {
  const kinds = Object.entries(writerFaults)
  const [name, fault] = kinds[seed % kinds.length] ?? []
  if (name === undefined || fault === undefined) throw new Error('a seed is a number from 0')
  return { name, fault }
}
