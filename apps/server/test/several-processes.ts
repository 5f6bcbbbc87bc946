import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#server/config.ts'
import { openPostgresServer } from '#server/db/postgres/postgres-server.ts'
import type { Postgres } from '#server/db/postgres/postgres.ts'
import { migrate, openStores } from '#server/stores.ts'
import { afterFile, temporaryFolder } from './after-file.ts'
import { startChdbBridge } from './chdb-http-bridge.ts'
import { type Link, openLink, withPort } from './link.ts'
import { startRealPostgres } from './real-postgres.ts'
import { startTransactionPooler } from './transaction-pooler.ts'
import { startPortal, type RunningPortal } from './running-portal.ts'

export type ProcessRole = 'all' | 'web' | 'worker'

/** From a process to what it shares with the others. */
interface Links {
  postgres: Link
  /** Its own, where there is one server of calls. */
  clickhouse: Link | undefined
}

export interface AskedProcess {
  method?: string
  path: string
  body?: unknown
  bearer?: string
  headers?: Record<string, string>
}

/** One of several servers of calls, as all processes reach it. */
interface CallServer {
  link: Link
  name: string
}

/** A process that can be killed, paused, cut off and started again. */
export class Process {
  readonly role: ProcessRole
  readonly links: Links
  readonly #folder: string
  readonly #settings: Record<string, string>
  #running: RunningPortal | undefined
  #answering = new AbortController()

  constructor(
    folder: string,
    settings: Record<string, string>,
    { role, links }: Pick<Process, 'role' | 'links'>,
  ) {
    this.role = role
    this.links = links
    this.#folder = folder
    this.#settings = { ...settings, PROCESS: role }
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

  async ask({ method = 'POST', path, body, bearer, headers = {} }: AskedProcess) {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
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

/** Processes of one portal, on a PostgreSQL and an engine that answers as a server does. */
export interface SeveralProcesses {
  /** With what they share. */
  folder: string
  processes: readonly Process[]
  databaseUrl: string
  /** Of a server of calls that is always there. */
  clickhouseUrl: string
  postgres: Postgres
  /** Where they have several, which can be lost. */
  callServers: readonly CallServer[]
  /** How many of those say that they are connected. */
  active: { servers: number }
}

/** Ended after the tests of the file. `settingsIn` are theirs beside those of the databases. */
export async function startProcesses({
  roles = ['all', 'all'],
  servers = 1,
  settingsIn = () => ({}),
}: {
  roles?: readonly ProcessRole[]
  /** Of calls. */
  servers?: number
  settingsIn?: (folder: string) => Record<string, string>
}): Promise<SeveralProcesses> {
  // Each is closed from when it is there: also where a process does not start, nothing stays that keeps other files from theirs.
  const folder = temporaryFolder()
  const own = roles.map((role, at) => ({ role, folder: join(folder, `${role}-${at}`) }))
  for (const process of own) mkdirSync(process.folder, { mode: 0o700 })
  const active = { servers }
  const calls = join(folder, 'calls')
  const bridge = await startChdbBridge(calls)
  afterFile(bridge.close)
  const callServers = servers === 1 ? [] : await startCallServers(calls, active)
  const server = await startRealPostgres()
  // Whatever holds behind one holds without.
  const databaseUrl = await startTransactionPooler(server.url)
  const clickhouseUrl = bridge.url
  const cluster = {
    CLICKHOUSE_URL: callServers.map(({ name }) => `http://${name}`).join(','),
    CLICKHOUSE_CLUSTER: 'calls',
  }
  const stores = await openStores(
    readConfig({
      DATA_DIR: join(folder, 'migrating'),
      DATABASE_URL: databaseUrl,
      CLICKHOUSE_URL: clickhouseUrl,
      ...(servers > 1 && cluster),
    }),
  )
  await migrate(stores)
  await stores.close()
  const settings = {
    FILES_URL: `file://${join(folder, 'files')}`,
    LOG_LEVEL: inject('isSoak') ? 'fatal' : 'error',
    ...settingsIn(folder),
  }
  const processes = await Promise.all(
    own.map(async ({ folder: ownFolder, role }) => {
      const postgres = await linkTo(databaseUrl)
      const clickhouse = servers === 1 ? await linkTo(clickhouseUrl) : undefined
      const urls = {
        DATABASE_URL: withPort(databaseUrl, postgres.port),
        ...(clickhouse === undefined
          ? cluster
          : { CLICKHOUSE_URL: withPort(clickhouseUrl, clickhouse.port) }),
      }
      return new Process(ownFolder, { ...settings, ...urls }, { role, links: { postgres, clickhouse } })
    }),
  )
  await Promise.all(processes.map(async (process) => await process.start()))
  const postgres = openPostgresServer(databaseUrl)
  afterFile(async () => {
    await Promise.all(processes.map(async (process) => await process.end()))
    await postgres.close()
  })
  return { folder, processes, databaseUrl, clickhouseUrl, postgres, callServers, active }
}

/** Servers with the same calls, as those have that have caught up with each other. */
async function startCallServers(calls: string, active: { servers: number }): Promise<CallServer[]> {
  const replica = { active: () => active.servers, isReadonly: () => false, onCatchUp: async () => {} }
  const bridges = [await startChdbBridge(calls, { replica }), await startChdbBridge(calls, { replica })]
  for (const { close } of bridges) afterFile(close)
  return await Promise.all(
    bridges.map(async ({ url }) => {
      const link = await linkTo(url)
      return { link, name: `127.0.0.1:${link.port}` }
    }),
  )
}

async function linkTo(url: string): Promise<Link> {
  return await openLink(Number(new URL(url).port))
}

/** Cut for as long as the work takes. */
async function without(links: readonly Link[], work: () => Promise<unknown>): Promise<void> {
  await Promise.all(links.map(async (link) => await link.goDown()))
  await work()
  await Promise.all(links.map(async (link) => await link.comeUp()))
}

async function findWriter({ processes }: Pick<SeveralProcesses, 'processes'>): Promise<Process> {
  for (;;) {
    for (const process of processes) if (await process.isWriter()) return process
    await sleep(50)
  }
}

/** What happens to the one that writes calls, or to another; `untilMore` resolves when they have gone on with their work. */
const processFaults: Record<
  string,
  (several: SeveralProcesses, untilMore: () => Promise<void>) => Promise<void>
> = {
  'the writer is paused, and wakes up when another one writes': async (several, untilMore) => {
    const paused = await findWriter(several)
    paused.pause()
    await findWriter({ processes: several.processes.filter((process) => process !== paused) })
    await untilMore()
    paused.wake()
    await untilMore()
  },
  'the writer is killed': async (several, untilMore) => {
    const killed = await findWriter(several)
    await killed.end()
    await untilMore()
    await killed.start()
    await untilMore()
  },
  'the lease is deleted by hand': async (several, untilMore) => {
    await findWriter(several)
    await several.postgres.db.deleteFrom('call_writer').execute()
    await untilMore()
  },
  'the writer is paused for a moment': async (several, untilMore) => {
    const paused = await findWriter(several)
    paused.pause()
    await sleep(2000 + Math.random() * 5000)
    paused.wake()
    await untilMore()
  },
  'the writer is stopped': async (several, untilMore) => {
    const stopped = await findWriter(several)
    await stopped.end('SIGTERM')
    await untilMore()
    await stopped.start()
    await untilMore()
  },
  'the writer is cut off from both databases': async (several, untilMore) => {
    const cut = await findWriter(several)
    const { postgres, clickhouse } = cut.links
    await without([postgres, ...(clickhouse === undefined ? [] : [clickhouse])], async () => {
      await findWriter({ processes: several.processes.filter((process) => process !== cut) })
      await untilMore()
    })
    await untilMore()
  },
  'the writer is cut off from the calls for a while': async (several, untilMore) => {
    const cut = await findWriter(several)
    const { clickhouse } = cut.links
    if (clickhouse !== undefined)
      await without([clickhouse], async () => await sleep(1000 + Math.random() * 6000))
    await untilMore()
  },
  'one that does not write is killed': async (several, untilMore) => {
    const writer = await findWriter(several)
    const others = several.processes.filter((process) => process !== writer)
    const killed = others[Math.floor(Math.random() * others.length)]
    await killed?.end()
    await untilMore()
    await killed?.start()
    await untilMore()
  },
}

/** Where there are several servers of calls. */
const serverFaults: typeof processFaults = {
  'the server of calls is lost': async (several, untilMore) => {
    const { server } = await several.postgres.db
      .selectFrom('call_snapshot')
      .select('server')
      .executeTakeFirstOrThrow()
    const lost = several.callServers.find(({ name }) => name === server)
    if (lost === undefined) throw new Error(`no server ${server}`)
    several.active.servers--
    await without([lost.link], untilMore)
    several.active.servers++
    await untilMore()
  },
}

/** One of them for each seed: a single one, so that it is told apart. Every other one is of servers, if there are several. */
export function processFaultOf(seed: number, servers = 1) {
  const isOfServer = servers > 1 && seed % 2 === 0
  const kinds = Object.entries(isOfServer ? serverFaults : processFaults)
  const [name, fault] = kinds[seed % kinds.length] ?? []
  if (name === undefined || fault === undefined) throw new Error('a seed is a number from 0')
  return { name, fault }
}
