import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { Runtime } from '../apps/server/src/runtime.ts'
import { dashboardReportsToInstall } from '../apps/server/src/setup/dashboard-reports.ts'
import { standardLibrary } from '../apps/server/src/setup/standard-library.ts'
import { Factory } from '../apps/server/test/factory.ts'
import { RecordedStore } from '../apps/server/test/http/recorded-store.ts'
import type { Asked } from './client.ts'
import { fillOnce } from './kept-calls.ts'
import { byTurns, median } from './measure.ts'
import { count } from './options.ts'
import { customer, listen, openBenchRuntime } from './runtime.ts'
import { printTable } from './table.ts'

const usage =
  'npm run bench-reports -- [--calls 1000000] [--rounds 5] [--days 30] [--folder PATH, where the calls are kept]'
const dayMs = 86_400_000

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()])
const Params = z.record(z.string(), z.union([Value, z.array(Value)]))

const { values } = parseArgs({
  options: {
    calls: { type: 'string' },
    rounds: { type: 'string' },
    days: { type: 'string' },
    folder: { type: 'string' },
  },
})
const asked = {
  calls: count(values.calls, 1_000_000, usage),
  rounds: count(values.rounds, 5, usage),
  days: count(values.days, 30, usage),
}

const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'callboard-bench-')))
try {
  await measure(folder)
} finally {
  if (values.folder === undefined) await rm(folder, { recursive: true, force: true })
}
// What is embedded keeps threads of its own, which end with the process.
process.exit(0)

async function measure(path: string): Promise<void> {
  const runtime = await openBenchRuntime(path)
  const nowMs = await fillOnce(runtime, asked.calls)
  console.log(`Load ${(loadavg()[0] ?? 0).toFixed(1)} before.`)
  const recorded = new RecordedStore(runtime.calls)
  const { client, token: admin, close } = await listen({ ...runtime, calls: recorded })
  const readers = [
    { reader: 'one customer', token: await signInOfCustomer(runtime) },
    { reader: 'all', token: admin },
  ]
  for (const { reader, token } of readers) {
    const rows: (string | number)[][] = []
    for (const { name, ...question } of listQuestions(nowMs, asked.days)) {
      const ask = async () => await client.ask({ ...question, token })
      recorded.reads.length = 0
      await ask()
      const reads = recorded.reads.map(({ sql, params }) => ({ sql, params: Params.parse(params) }))
      const askEngine = async () => await Promise.all(reads.map(async (read) => runtime.calls.lines(read)))
      const { oneMs, otherMs } = await byTurns(askEngine, ask, asked.rounds)
      rows.push([
        name,
        reads.length,
        median(oneMs),
        median(otherMs),
        Math.min(...oneMs),
        Math.min(...otherMs),
      ])
    }
    printTable(
      `${reader}: the queries of an answer on the engine alone, at once, and the answer by the API; median of ${asked.rounds} and least, ms`,
      ['question', 'queries', 'engine', 'API', 'least engine', 'API'],
      rows,
    )
  }
  await close()
  await runtime.close()
}

async function signInOfCustomer({ db }: Runtime): Promise<string> {
  const make = new Factory(db)
  const userName = 'bench-reader'
  const known = await db
    .selectFrom('app_user')
    .where('user_name', '=', userName)
    .select('id')
    .executeTakeFirst()
  if (known !== undefined) return await make.session(known.id)
  const claims = ['dashboard.view', 'reporting.view', 'reporting.call.details'] as const
  const { id, token } = await make.user({ userName, customerId: customer.id, claims })
  await make.group({ userIds: [id] })
  return token
}

function listQuestions(
  nowMs: number,
  periodDays: number,
): (Pick<Asked, 'path'> & { name: string; body: string })[] {
  const dateRange = {
    from: new Date(nowMs - periodDays * dayMs).toISOString(),
    to: new Date(nowMs).toISOString(),
  }
  const list = (name: string, more: object) => ({
    name,
    path: '/api/reporting/calldetails',
    body: JSON.stringify({ ...dateRange, pageSize: 50, ...more }),
  })
  const report = (id: string, name: string) => ({
    name,
    path: '/api/reporting/runreport',
    body: JSON.stringify({ reportId: id, parameters: { dateRange } }),
  })
  const columns = ['startedAt', 'direction', 'status', 'callerNumber', 'trackingNumber', 'duration', 'source']
  return [
    list('newest 50 calls, 7 columns', { columns }),
    list('newest 50 calls, all columns', {}),
    list('longest 50 calls, 7 columns', { columns, sort: 'duration' }),
    {
      name: 'Call Back, 50 callers',
      path: '/api/callback/search',
      body: JSON.stringify({ ...dateRange, pageSize: 50 }),
    },
    {
      name: 'Callers, 50 with most calls',
      path: '/api/reporting/callers',
      body: JSON.stringify({ ...dateRange, sort: 'calls', page: { number: 1, size: 50 } }),
    },
    ...dashboardReportsToInstall.map(({ id, name }) => report(id, `dashboard: ${name}`)),
    ...standardLibrary.flatMap(({ reports }) => reports.map(({ id, name }) => report(id, name))),
  ]
}
