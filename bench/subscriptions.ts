import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { openEmbeddedPostgres } from '../apps/server/src/db/postgres/postgres.ts'
import type { ReportToInstall } from '../apps/server/src/setup/dashboard-reports.ts'
import { businesses } from '../apps/server/src/setup/demo/businesses.ts'
import { Factory, type MadeUser } from '../apps/server/test/factory.ts'
import { fillCalls } from './fill-calls.ts'
import { watchMemory } from './resident-memory.ts'
import { adminPassword, openBenchRuntime } from './runtime.ts'
import type { ServerProcess, StartServer } from './server-process.ts'
import type { Sizes } from './sizes.ts'
import { othersBarMs, standBeside } from './stand-beside.ts'

/** The first mail. */
const tests = 1
const timeoutMs = 30 * 60_000
const csv = '0f000000-0000-7000-8000-000000000002'

const definitionsOf = (rowsEach: number): readonly Pick<ReportToInstall, 'kind' | 'definition'>[] => [
  {
    kind: 'details',
    definition: {
      columns: ['startedAt', 'direction', 'status', 'callerNumber', 'trackingNumber', 'duration', 'source'],
      limit: rowsEach,
    },
  },
  {
    kind: 'details',
    definition: {
      columns: ['startedAt', 'callerName', 'callerNumber', 'agent', 'location', 'city', 'state', 'duration'],
      sort: [{ field: 'duration', desc: true }],
      limit: rowsEach,
    },
  },
  {
    kind: 'details',
    definition: {
      columns: ['startedAt', 'source', 'campaign', 'keyword', 'callerNumber', 'leadStatus', 'score', 'value'],
      limit: rowsEach,
    },
  },
  {
    kind: 'summary',
    definition: {
      dimensions: [
        { field: 'time', grain: 'day' },
        { field: 'number' },
        { field: 'source' },
        { field: 'agent' },
      ],
      measures: ['calls', 'answered', 'missed'],
      limit: rowsEach,
    },
  },
]
const periods = ['last30Days', 'last90Days', 'lastQuarter', 'thisYear', 'lastYear'] as const
const readersOfCustomer = definitionsOf(0).length * periods.length

/** Has so many subscriptions due at once, of readers of all customers, and sent to a mail server, while somebody else uses the portal. */
export async function sendSubscriptions(
  folder: string,
  { sizes, startServer }: { sizes: Sizes; startServer: StartServer },
) {
  const { subscriptions: count, subscribedRows: rowsEach } = sizes
  const sink = await startSink()
  const people = await addPeople(folder, sizes)
  const first = await startServer(folder, 4)
  const { readings, ofFirst } = await subscribe(first, people, count)
  await first.stop()
  const dueMs = Date.now() + sizes.untilDueMs
  await makeDue(folder, new Date(dueMs))
  const server = await startServer(folder, 4, { SMTP_URL: sink.url })
  const token = await server.client.signIn('admin', adminPassword)
  // The threads have started, and their code is compiled, before anything is measured.
  await server.client.ask({ path: `${ofFirst.path}/test`, body: '{}', token: ofFirst.token })
  await sink.until(tests)
  await sleep(Math.max(0, dueMs - Date.now() - 1500))
  const memory = watchMemory(server, { count, countDone: () => sink.mails.length - tests })
  const others = await standBeside({ port: server.client.port, token, sizes }, async () => {
    await Promise.race([memory.ended, failAfter(timeoutMs, sink.mails)])
  })
  // One more would be one too many.
  await sleep(1000)
  await server.stop()
  sink.stop()
  const elapsedMs = Math.max(...sink.mails.map(({ atMs }) => atMs)) - dueMs
  const sent = sink.mails.filter(({ rows }) => rows === rowsEach).length - tests
  return {
    count,
    /** Different rows that are asked for; the others ask for the same as some of these. */
    readings,
    rowsEach,
    /** Mails that the mail server took, each with all rows in its file. */
    sent,
    /** From the due time until the last of them. */
    elapsedMs,
    perSecond: sent / (elapsedMs / 1000),
    ...memory.seen,
    ...others,
    isKept: sent === count && sink.mails.length === count + tests && others.othersP99Ms < othersBarMs,
  }
}

const ChildMessage = z.union([z.object({ port: z.int() }), z.object({ atMs: z.number(), rows: z.int() })])

async function startSink() {
  const mails: { atMs: number; rows: number }[] = []
  const child = fork(join(import.meta.dirname, 'take-mails.ts'))
  const { promise: listening, resolve } = Promise.withResolvers<number>()
  child.on('message', (message) => {
    const received = ChildMessage.parse(message)
    if ('port' in received) resolve(received.port)
    else mails.push(received)
  })
  return {
    url: `smtp://127.0.0.1:${await listening}`,
    mails,
    async until(count: number) {
      while (mails.length < count) await once(child, 'message')
    },
    stop: () => void child.kill(),
  }
}

interface People {
  /** By customer, as many of each. */
  readers: readonly (readonly MadeUser[])[]
  reportIds: readonly string[]
}

/** Calls of six customers, and readers of each who see all of theirs. */
async function addPeople(
  folder: string,
  { subscriptions, subscribedCalls: count, subscribedRows }: Sizes,
): Promise<People> {
  const runtime = await openBenchRuntime(folder)
  const newestMs = await fillCalls(runtime.calls, { count, nowMs: Date.now(), onProgress: () => {} })
  runtime.snapshots.filled(newestMs)
  const make = new Factory(runtime.db)
  const reportIds: string[] = []
  for (const report of definitionsOf(subscribedRows)) reportIds.push(await make.report(report))
  const setId = await make.reportSet(reportIds)
  const readers: MadeUser[][] = []
  const readersEach = Math.min(readersOfCustomer, Math.ceil(subscriptions / businesses.length))
  let roleId: string | undefined
  for (const { customerId } of businesses) {
    const own: MadeUser[] = []
    for (let at = 0; at < readersEach; at++) {
      const user = await make.user({ customerId, email: `${customerId}-${at}@example.com` })
      if (roleId === undefined) roleId = await make.role(user.id, readerClaims)
      else await make.assign(user.id, roleId)
      own.push(user)
    }
    readers.push(own)
  }
  await make.group({
    userIds: readers.flat().map(({ id }) => id),
    customerIds: businesses.map(({ customerId }) => customerId),
    setIds: [setId],
  })
  await runtime.close()
  return { readers, reportIds }
}

const readerClaims = ['reporting.view', 'reporting.save', 'reporting.call.details'] as const

interface SavedByReader {
  /** Of its subscriptions. */
  path: string
  token: string
}

const Id = z.object({ id: z.string() })

/** Each reader saves another report, and sends it to colleagues; answers how many rows are asked for, and the first of all. */
async function subscribe({ client }: ServerProcess, { readers, reportIds }: People, count: number) {
  const schedule = { frequency: 'daily', time: '08:00', timeZone: 'America/Chicago' }
  const saved = new Map<MadeUser, SavedByReader>()
  let ofFirst: SavedByReader | undefined
  for (let at = 0; at < count; at++) {
    const ofCustomer = readers[at % readers.length] ?? []
    const round = Math.floor(at / readers.length)
    const owner = ofCustomer[round % readersOfCustomer]
    const reader = ofCustomer[(round + Math.floor(round / readersOfCustomer)) % readersOfCustomer]
    if (owner === undefined || reader === undefined) throw new Error('nobody reads')
    const { path, token } = saved.get(owner) ?? (await save(round % readersOfCustomer, owner))
    saved.set(owner, { path, token })
    const recipients = [{ userId: reader.id }]
    const body = { name: `Every morning ${at}`, schedule, recipients, exportTypeIds: [csv] }
    const { id } = Id.parse(await client.ask({ path, token, body: JSON.stringify(body) }))
    ofFirst ??= { path: `${path}/${id}`, token }
  }
  if (ofFirst === undefined) throw new Error('nothing is subscribed')
  return { readings: saved.size, ofFirst }

  async function save(at: number, { token }: MadeUser): Promise<SavedByReader> {
    const body = {
      reportId: reportIds[at % reportIds.length],
      name: `Report ${at}`,
      parameters: { dateRange: { relative: periods[Math.floor(at / reportIds.length)] } },
    }
    const answer = await client.ask({ path: '/api/reporting/savereport', token, body: JSON.stringify(body) })
    return { path: `/api/reporting/subscription/${Id.parse(answer).id}`, token }
  }
}

async function makeDue(folder: string, at: Date): Promise<void> {
  const postgres = await openEmbeddedPostgres(join(folder, 'postgres'))
  await postgres.db.updateTable('subscription').set({ next_run_at: at }).execute()
  await postgres.close()
}

async function failAfter(ms: number, mails: readonly unknown[]): Promise<never> {
  await sleep(ms, undefined, { ref: false })
  throw new Error(`only ${mails.length} mails came`)
}
