import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { Factory } from '../apps/server/test/factory.ts'
import { migrateCommand } from '../apps/server/src/commands/migrate.ts'
import { readConfig } from '../apps/server/src/config.ts'
import type { Runtime } from '../apps/server/src/runtime.ts'
import { businesses } from '../apps/server/src/setup/demo/businesses.ts'
import { actions, type BelievableUser, nextAction } from './believable-user.ts'
import { Client } from './client.ts'
import { fillOnce } from './kept-calls.ts'
import { elapsedMs, quantile } from './measure.ts'
import { count } from './options.ts'
import { openBenchRuntime } from './runtime.ts'
import { type ServerProcess, startWith } from './server-process.ts'
import { printTable } from './table.ts'

const usage =
  'npm run load -- [--users 200] [--minutes 10] [--calls 10000000] [--folder PATH, where the calls are kept] [--processes 1, more with an empty DATABASE_URL and CLICKHOUSE_URL]'
const { values } = parseArgs({
  options: {
    users: { type: 'string' },
    minutes: { type: 'string' },
    calls: { type: 'string' },
    folder: { type: 'string' },
    processes: { type: 'string' },
  },
})
const asked = {
  users: count(values.users, 200, usage),
  minutes: count(values.minutes, 10, usage),
  calls: count(values.calls, 10_000_000, usage),
  processes: count(values.processes, 1, usage),
}

/** Between what somebody does and the next, on average: they read what they see. */
const thinkingMs = 20_000
/** New calls, each a request, as from the telephone systems of six companies. */
const callIntervalMs = 100
/** As a browser has. */
const connectionsOfUser = 6
const memoryIntervalMs = 5000

const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'callboard-load-')))
/** As a portal has them: people of one company ask for the same. */
const settings = { KEPT_ANSWERS_MB: '', ...serversOfEnvironment() }
try {
  await loadPortal()
} finally {
  if (values.folder === undefined) await rm(folder, { recursive: true, force: true })
}
process.exit(0)

/** The databases on servers, if it is to have some. */
function serversOfEnvironment(): Record<string, string> {
  const { DATABASE_URL = '', CLICKHOUSE_URL = '' } = process.env
  if (asked.processes > 1 && (DATABASE_URL === '' || CLICKHOUSE_URL === '')) throw new Error(usage)
  // What one process exports is downloaded from any.
  return { DATABASE_URL, CLICKHOUSE_URL, FILES_URL: pathToFileURL(join(folder, 'files')).href }
}

async function loadPortal(): Promise<void> {
  const first = join(folder, 'process-0')
  await migrateCommand(readConfig({ ...settings, DATA_DIR: first }))
  const runtime = await openBenchRuntime(first, settings)
  await fillOnce(runtime, asked.calls)
  const users = await makeUsers(runtime)
  await runtime.close()
  console.log(`Load ${(loadavg()[0] ?? 0).toFixed(1)} before.`)
  const servers: ServerProcess[] = []
  for (let at = 0; at < asked.processes; at++) {
    const own = join(folder, `process-${at}`)
    servers.push(await startWith(['--max-semi-space-size=64'], { folder: own, connections: 4, settings }))
  }
  const [sending] = servers
  if (sending === undefined) throw new Error(usage)
  const over = new AbortController()
  const times = new Map<string, number[]>(actions.map(({ name }) => [name, []]))
  const errors: string[] = []
  const resident: number[] = []
  const isOver = () => over.signal.aborted
  const ports = users.map((_, at) => (servers[at % servers.length] ?? sending).client.port)
  const clients = ports.map((port) => new Client(port, connectionsOfUser))
  const using = users.map(async (user, at) => {
    const client = clients[at]
    if (client === undefined) return
    const { ended } = await followEvents(user, { port: client.port, signal: over.signal })
    while (!isOver()) {
      await sleep(-Math.log(1 - Math.random()) * thinkingMs, undefined, { signal: over.signal }).catch(
        () => {},
      )
      if (isOver()) break
      const { name, run } = nextAction()
      try {
        const ms = await elapsedMs(async () => await run({ client, user }))
        times.get(name)?.push(ms)
      } catch (error) {
        if (!isOver()) errors.push(`${name}: ${String(error).slice(0, 200)}`)
      }
    }
    await ended
  })
  const calls = keepCalling(sending.client, { apiKey: runtime.apiKey, isOver })
  const memory = (async () => {
    while (!isOver()) {
      resident.push(servers.reduce((sum, server) => sum + (server.residentMb() ?? Number.NaN), 0))
      await sleep(memoryIntervalMs)
    }
  })()
  await sleep(asked.minutes * 60_000)
  over.abort()
  for (const client of clients) client.close()
  await Promise.all([...using, memory])
  print({ times, errors, resident, accepted: await calls })
  for (const server of servers) await server.stop()
}

/** Of each company some, and a few who see all. */
async function makeUsers({ db }: Runtime): Promise<BelievableUser[]> {
  const make = new Factory(db)
  const users: BelievableUser[] = []
  for (let at = 0; at < asked.users; at++) {
    const { customerId, timeZone } = businesses[at % businesses.length] ?? {}
    if (timeZone === undefined) throw new Error('no business')
    const seesAll = at % 20 === 0
    const claims = ['dashboard.view', 'reporting.view', 'reporting.call.details'] as const
    const { id, token } = await make.user(seesAll ? { isAdmin: true } : { customerId, claims })
    if (!seesAll) await make.group({ userIds: [id] })
    users.push({ token, timeZone, areaCode: String(200 + at) })
  }
  return users
}

/** The stream that an open page has, until it is over. */
async function followEvents(
  { token }: BelievableUser,
  { port, signal }: { port: number; signal: AbortSignal },
): Promise<{ ended: Promise<void> }> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`http://127.0.0.1:${port}/api/events`, { headers, signal })
  if (!answer.ok) throw new Error(`no stream of events: ${answer.status}`)
  const ended = answer.text().then(
    () => {},
    () => {},
  )
  return { ended }
}

/** Returns how many calls were accepted. */
async function keepCalling(
  client: Client,
  { apiKey: token, isOver }: { apiKey: string; isOver: () => boolean },
): Promise<number> {
  let accepted = 0
  while (!isOver()) {
    const now = new Date()
    const call = {
      externalCallId: `load-${now.getTime()}-${accepted}`,
      direction: 'inbound',
      trackingNumber: '+18005550100',
      callerNumber: `+1212555${String(accepted % 10_000).padStart(4, '0')}`,
      startedAt: new Date(now.getTime() - 60_000).toISOString(),
      endedAt: now.toISOString(),
      answeredAt: new Date(now.getTime() - 50_000).toISOString(),
    }
    await client.post({ path: '/api/calls', token, body: JSON.stringify(call) })
    accepted += 1
    await sleep(callIntervalMs)
  }
  return accepted
}

function print({
  times,
  errors,
  resident,
  accepted,
}: {
  times: ReadonlyMap<string, readonly number[]>
  errors: readonly string[]
  resident: readonly number[]
  accepted: number
}): void {
  printTable(
    `${asked.users} users for ${asked.minutes} minutes, ${asked.processes} ${asked.processes === 1 ? 'process' : 'processes'}, each with an event stream; until all of it was there, ms`,
    ['what', 'times', 'p50', 'p95', 'p99', 'longest'],
    [...times].map(([name, ms]) => [
      name,
      ms.length,
      ...[0.5, 0.95, 0.99, 1].map((level) => quantile(ms, level)),
    ]),
  )
  const [first = Number.NaN] = resident
  console.log(
    `\n${accepted} calls were accepted meanwhile. Resident memory${asked.processes > 1 ? ' of all processes' : ''}: ${Math.round(first)} MB at first, ${Math.round(Math.max(...resident))} MB at most, ${Math.round(resident.at(-1) ?? Number.NaN)} MB in the end.`,
  )
  console.log(`${errors.length} errors.`)
  for (const error of new Set(errors)) console.log(`  ${error}`)
}
