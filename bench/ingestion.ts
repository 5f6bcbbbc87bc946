import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { quantile } from './measure.ts'
import { adminPassword, customer } from './runtime.ts'
import type { ServerProcess } from './server-process.ts'

interface Load {
  way: string
  connections: number
  requests: readonly string[]
  rowsEach: number
  contentType: string
}

const rowsOfBatch = 1000

/** Calls sent by HTTP: in batches of NDJSON, and one by one. */
export async function ingest(
  server: ServerProcess,
  { apiKey, nowMs, batches, singles }: { apiKey: string; nowMs: number; batches: number; singles: number },
) {
  const loads: Load[] = [
    {
      way: `batches of ${rowsOfBatch}`,
      connections: 4,
      requests: Array.from({ length: batches }, (_, batch) =>
        Array.from({ length: rowsOfBatch }, (_row, row) => callOf(`batch-${batch}-${row}`, nowMs)).join('\n'),
      ),
      rowsEach: rowsOfBatch,
      contentType: 'application/x-ndjson',
    },
    {
      way: 'single calls',
      connections: 16,
      requests: Array.from({ length: singles }, (_, at) => callOf(`single-${at}`, nowMs)),
      rowsEach: 1,
      contentType: 'application/json',
    },
  ]
  const done = []
  for (const load of loads) done.push(await send(server, load, { apiKey, nowMs }))
  return done
}

const Answer = z.object({ created: z.int(), rejected: z.array(z.unknown()) })

async function send(
  { client }: ServerProcess,
  { way, connections, requests, rowsEach, contentType }: Load,
  { apiKey, nowMs }: { apiKey: string; nowMs: number },
) {
  const token = await client.signIn('admin', adminPassword)
  const before = await countRows(client, token, nowMs)
  const waiting = [...requests]
  const requestMs: number[] = []
  let created = 0
  const startedMs = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let body = waiting.pop(); body !== undefined; body = waiting.pop()) {
        const sentMs = performance.now()
        const answer = Answer.parse(
          await client.ask({ path: '/api/calls', token: apiKey, body, contentType }),
        )
        requestMs.push(performance.now() - sentMs)
        created += answer.created
        if (answer.created !== rowsEach)
          throw new Error(`${way}: ${rowsEach - answer.created} calls were not taken`)
      }
    }),
  )
  const elapsedMs = performance.now() - startedMs
  const answeredMs = performance.now()
  while ((await countRows(client, token, nowMs)) < before + created) await wait(20)
  return {
    way,
    connections,
    rows: created,
    elapsedMs,
    rowsPerSecond: created / (elapsedMs / 1000),
    p50Ms: quantile(requestMs, 0.5),
    p99Ms: quantile(requestMs, 0.99),
    /** From the last answer until all can be read. */
    readableAfterMs: performance.now() - answeredMs,
  }
}

const Counted = z.object({ total: z.int() })

async function countRows(client: ServerProcess['client'], token: string, nowMs: number): Promise<number> {
  const answer = await client.ask({
    path: '/api/reporting/calldetails',
    token,
    body: JSON.stringify({
      from: new Date(nowMs - settledMs - spreadMs).toISOString(),
      to: new Date(nowMs + 60_000).toISOString(),
      filters: [{ field: 'sourceSystem', op: 'eq', values: ['load'] }],
      pageSize: 1,
      columns: ['id'],
      withTotal: true,
    }),
  })
  return Counted.parse(answer).total
}

const spreadMs = 6 * 3_600_000
/** All calls have ended when they are sent. */
const settledMs = 600_000

/** A call as a telephone system with attribution sends it. */
function callOf(externalCallId: string, nowMs: number): string {
  const startedMs = nowMs - settledMs - Math.floor(Math.random() * spreadMs)
  const at = (seconds: number) => new Date(Math.min(startedMs + seconds * 1000, nowMs)).toISOString()
  const talk = 20 + Math.floor(Math.random() * 400)
  const line = 2_000_000 + Math.floor(Math.random() * 2_000_000)
  return JSON.stringify({
    sourceSystem: 'load',
    externalCallId,
    customerCode: customer.code,
    direction: 'inbound',
    status: 'answered',
    trackingNumber: '+12125550101',
    callerNumber: `+1${290 + (line % 10)}${line}`,
    targetNumber: '+12125550100',
    callerName: 'Ada Example',
    startedAt: at(0),
    answeredAt: at(14),
    endedAt: at(14 + talk),
    duration: 14 + talk,
    ringDuration: 14,
    talkDuration: talk,
    city: 'Brooklyn',
    state: 'US-NY',
    zipcode: '11201',
    network: 'NLC',
    location: 'HH-BKN',
    historicalroute: 'HH-DAY-3',
    tod: 'HH-OPEN',
    rotationgroup: 'HH-SERVICE-DESK',
    agent: 'Nora Whitlock',
    routeTrace: [
      { at: at(0), step: 'received', detail: '+12125550101' },
      { at: at(1), step: 'rang', detail: 'Nora Whitlock' },
      { at: at(14), step: 'answered', detail: 'Nora Whitlock' },
      { at: at(14 + talk), step: 'ended', detail: 'By the caller' },
    ],
    source: 'Google Ads',
    medium: 'cpc',
    campaign: 'Search: drain cleaning',
    keyword: 'drain cleaning near me',
    landingPage: 'https://harborhearth.example.com/drain-cleaning',
    cost: '0.2275',
    currency: 'USD',
    tags: ['drain cleaning'],
    score: Math.floor(Math.random() * 100),
  })
}
