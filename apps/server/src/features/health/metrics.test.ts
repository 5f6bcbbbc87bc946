import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Export } from '@callboard/contract/exports'
import { exportsPath } from '#test/clients/exports.ts'
import { expectError } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { logTo } from '#test/log-lines.ts'
import { openPortal, type Portal } from '#test/portal.ts'

const token = 'monitoring-otter-lantern'
const path = '/metrics'
const logged: Record<string, unknown>[] = []

const LogLine = z.record(z.string(), z.unknown())

let test: Portal

beforeAll(async () => {
  const log = logTo('info', (line) => logged.push(LogLine.parse(JSON.parse(line))))
  test = await openPortal({ metricsToken: token, slowQueryMs: 0, log })
})

/** The values of a metric by their labels; what has none is under the empty text. */
async function valuesOf(name: string): Promise<Record<string, number>> {
  const { status, text } = await test.ask({ path, token })
  expect(status).toBe(200)
  const pattern = new RegExp(String.raw`^callboard_${name}(?:\{(.*)\})? (\S+)$`, 'gm')
  return Object.fromEntries(
    Array.from(text.matchAll(pattern), ([, labels = '', value]) => [labels, Number(value)]),
  )
}

const labelled = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join()

it('needs the token, and says nothing to administrators either', async () => {
  expectError(await test.ask({ path }), 401, 'unauthenticated')
  expectError(await test.ask({ path, token: `${token}x` }), 401, 'unauthenticated')
  expectError(await test.admin.ask({ path }), 401, 'unauthenticated')
})

it('counts rows by what became of them, and says what waits', async () => {
  const customer = await test.make.customer()
  const key = await test.make.apiKey(customer.id)
  const call = buildCall()
  await test.ask({ path: '/api/calls', body: [call, { ...buildCall(), direction: 'sideways' }], token: key })
  await test.ask({ path: '/api/calls', body: [call], token: key })
  expect(await valuesOf('call_rows_total')).toEqual({
    'result="created"': 1,
    'result="updated"': 0,
    'result="unchanged"': 1,
    'result="rejected"': 1,
  })
  const ofSource = { customer: customer.id, source: 'api' }
  expect(await valuesOf('source_rows_total')).toEqual({
    [labelled({ ...ofSource, result: 'created' })]: 1,
    [labelled({ ...ofSource, result: 'updated' })]: 0,
    [labelled({ ...ofSource, result: 'unchanged' })]: 1,
    [labelled({ ...ofSource, result: 'rejected' })]: 1,
  })
  expect(await valuesOf('quarantined_rows')).toEqual({ '': 1 })
  expect(await valuesOf('call_writer')).toEqual({ '': 1 })
  await test.runtime.ingest.settled()
  expect(await valuesOf('calls_waiting')).toEqual({ '': 0 })
})

it('counts requests by route and status, whatever stands in their paths', async () => {
  const id = crypto.randomUUID()
  await test.admin.ask({ path: `/api/customer/${id}` })
  await test.admin.ask({ path: `/api/customer/${id}` })
  await test.ask({ path: '/no-such-path' })
  const counts = await valuesOf('http_request_seconds_count')
  expect(counts['method="GET",route="/api/customer/:id",status="404"']).toBe(2)
  expect(Object.keys(counts).join()).not.toContain(id)
})

it('says how the background work, the disk, the store of calls and the process do', async () => {
  const { text } = await test.ask({ path, token })
  for (const name of [
    'callboard_build_info',
    'callboard_disk_bytes',
    'callboard_jobs_waiting',
    'callboard_mails_waiting_seconds',
    'callboard_deliveries_waiting',
    'callboard_webhook_posts_waiting',
    'callboard_exports_waiting',
    'callboard_imports_failed',
    'callboard_recordings_waiting',
    'callboard_sign_ins_last_hour',
    'callboard_event_streams',
    'callboard_self_check_timestamp_seconds',
    'callboard_call_statements_total',
    'callboard_calls_engine_memory_bytes',
    'callboard_calls_engine_table_parts',
    'nodejs_eventloop_lag_seconds',
    'process_resident_memory_bytes',
  ])
    expect(text).toMatch(new RegExp(`^${name}[ {]`, 'm'))
  expect(await valuesOf('unreadable_metrics')).toEqual({ '': 0 })
})

describe('the alerts and the dashboard of deploy', () => {
  const root = join(import.meta.dirname, '../../../../..')
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const alerts = read('deploy/prometheus/alerts.yml')

  it('name metrics that are there', async () => {
    const { text } = await test.ask({ path, token })
    const there = new Set(Array.from(text.matchAll(/^# TYPE (\S+)/gm), ([, name]) => name))
    // Of PostgreSQL on a server.
    there.add('callboard_postgres_connections')
    const named = `${alerts}${read('deploy/grafana/callboard.json')}`.match(
      /\b(callboard|nodejs|process)_\w+/g,
    )
    const names = new Set(named?.map((name) => name.replace(/_(bucket|count|sum)$/, '')))
    expect(names.size).toBeGreaterThan(20)
    expect([...names].filter((name) => !there.has(name))).toEqual([])
  })

  it('are each explained in the guide', () => {
    const guide = read('docs/guide/monitoring.md')
    const all = [...alerts.matchAll(/alert: (\w+)[\s\S]*?summary: (.+)$/gm)]
    expect(all.length).toBeGreaterThan(15)
    for (const [, name, summary] of all) expect(guide).toContain(`### ${name}\n\n${summary} `)
  })
})

it('leaves out what cannot be read, and counts it', async () => {
  const { db } = test.runtime
  await sql`ALTER TABLE mail RENAME TO mail_away`.execute(db)
  try {
    const { text } = await test.ask({ path, token })
    expect(text).not.toContain('callboard_mails_waiting')
    expect(text).toContain('callboard_call_writer 1')
    expect((await valuesOf('unreadable_metrics'))['']).toBeGreaterThan(0)
  } finally {
    await sql`ALTER TABLE mail_away RENAME TO mail`.execute(db)
  }
})

it('logs who asked for what and how long it took, without what was asked', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
  const { headers: answered } = await test.admin.ask({ path: '/api/search?keyword=%2B15551234567', headers })
  const line = logged.find(({ reqId }) => reqId === answered['x-request-id'])
  expect(line).toMatchObject({
    msg: 'request',
    method: 'GET',
    route: '/api/search',
    status: 200,
    userId: test.admin.id,
    traceId,
  })
  expect(line?.['ms']).toBeGreaterThan(0)
  expect(JSON.stringify(line)).not.toContain('5551234567')
})

it('logs a failed request with who sent it and where', async () => {
  const { db } = test.runtime
  await sql`ALTER TABLE customer RENAME COLUMN name TO name_away`.execute(db)
  try {
    const answer = await test.admin.ask({ path: `/api/customer/${crypto.randomUUID()}` })
    expectError(answer, 500, 'internal')
    expect(
      logged.find(({ msg, reqId }) => msg === 'a request failed' && reqId === answer.headers['x-request-id']),
    ).toMatchObject({
      method: 'GET',
      route: '/api/customer/:id',
      userId: test.admin.id,
    })
  } finally {
    await sql`ALTER TABLE customer RENAME COLUMN name_away TO name`.execute(db)
  }
})

it('logs for whom a slow read of calls was: whoever asked, also in the eyes of another, or work in the background', async () => {
  const seen = async (work: () => Promise<unknown>) => {
    const from = logged.length
    await work()
    const slow = logged.slice(from).filter(({ msg }) => msg === 'a slow read of calls')
    return slow.map(({ requester, isBackground }) => ({ requester, isBackground }))
  }
  const { token: adminToken, id: requester } = test.admin
  const body = { from: '2026-03-01', to: '2026-03-02' }
  const search = { path: '/api/reporting/calldetails', body, token: adminToken }
  const own = { requester, isBackground: false }
  expect(await seen(async () => await test.ask(search))).toContainEqual(own)

  const customer = await test.make.customer()
  const user = await test.make.user({ claims: ['reporting.call.details'], customerId: customer.id })
  const masked = { ...search, body: { ...body, to: '2026-03-03' }, headers: { 'X-Masked-User': user.id } }
  expect(await seen(async () => await test.ask(masked))).toContainEqual(own)

  const lines = await seen(async () => {
    const asked = { format: 'csv', rows: { calls: body } }
    const answer = await test.admin.ask({ path: exportsPath, body: asked })
    const { id } = Export.parse(answer.json())
    const state = async () =>
      Export.parse((await test.admin.ask({ path: `${exportsPath}/${id}` })).json()).state
    await expect.poll(state).toBe('ready')
  })
  expect(lines).toContainEqual({ requester: 'exports', isBackground: true })
})

it('logs reads of calls that are slow, the first one with its plan, without the values that they ask for', async () => {
  const slow = logged.filter(({ msg }) => msg === 'a slow read of calls')
  expect(slow.length).toBeGreaterThan(0)
  expect(slow.filter((line) => 'plan' in line)).toHaveLength(1)
  expect(String(slow[0]?.['sql'])).toContain('SELECT')
  expect((await valuesOf('slow_call_reads_total'))['']).toBeGreaterThanOrEqual(slow.length)
})
