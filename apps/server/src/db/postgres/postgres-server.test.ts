import { setTimeout as wait } from 'node:timers/promises'
import { login } from '@callboard/contract/auth'
import { callDetails, ingestCalls } from '@callboard/contract/calls'
import { createCustomer, searchCustomers } from '@callboard/contract/customers'
import { getReadiness } from '@callboard/contract/health'
import { getMe } from '@callboard/contract/users'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openPostgresServer } from './postgres-server.ts'
import { Integer } from '../calls/row-values.ts'
import { seenSql } from '../calls/snapshots.ts'
import { isUnreachableDatabase } from './unreachable-database.ts'
import { Mailer } from '#server/features/mail/mail.ts'
import { StartError } from '#server/lib/files/data-dir.ts'
import { JobQueue } from '#server/jobs/queue.ts'
import { createLog } from '#server/lib/log.ts'
import { openRuntime } from '#server/runtime.ts'
import { z } from 'zod'
import { afterFile, temporaryFolder } from '#test/after-file.ts'
import { startChdbBridge } from '#test/chdb-http-bridge.ts'
import { buildCall } from '#test/factory.ts'
import { type MailSink, openMailSink } from '#test/mail-sink.ts'
import { type RealPostgres, startRealPostgres } from '#test/real-postgres.ts'
import { times } from '#test/soak.ts'
import { type AskedRequest, openPortal, type Portal } from '#test/portal.ts'

let server: RealPostgres
let callsFolder: string
let clickhouseUrl: string
let test: Portal
let sink: MailSink
let requests: (() => AskedRequest)[]
let made = 0
/** Calls, of which each request had one. */
let acknowledged = 0

beforeAll(async () => {
  server = await startRealPostgres()
  sink = await openMailSink()
  callsFolder = temporaryFolder()
  const bridge = await startChdbBridge(callsFolder)
  clickhouseUrl = bridge.url
  afterFile(async () => await bridge.close())
  const settings = { smtpUrl: sink.url }
  test = await openPortal({ databaseUrl: server.url, clickhouseUrl, settings })
  const password = 'correct horse 9 battery'
  const { userName, token } = await test.make.user({ isAdmin: true, password })
  const key = await test.make.apiKey((await test.make.customer()).id)
  const period = { from: '2026-03-01', to: '2026-04-01' }
  requests = [
    () => ({ path: getMe.path, token }),
    () => ({ path: searchCustomers.path, body: {}, token }),
    () => ({ path: callDetails.path, body: period, token }),
    () => ({ path: login.path, body: { userName, password }, address: `10.1.${made % 250}.${++made % 250}` }),
    () => ({ path: ingestCalls.path, body: [buildCall()], token: key }),
    () => {
      const name = `Outage ${++made}`
      return { path: createCustomer.path, body: { name, code: `outage-${made}`, timeZone: 'UTC' }, token }
    },
  ]
})

/** Asked while the database is away and comes back; gives what no answer may be. */
async function askMeanwhile(signal: AbortSignal): Promise<{ wrong: string[]; statuses: Set<number> }> {
  const wrong: string[] = []
  const statuses = new Set<number>()
  const askOn = async (build: () => AskedRequest) => {
    while (!signal.aborted) {
      const request = build()
      const { status, headers, text } = await test.ask(request)
      statuses.add(status)
      if (status === 200 && request.path === ingestCalls.path) acknowledged += 1
      const isKept = status < 300 || (status === 503 && Number(headers['retry-after']) > 0)
      if (!isKept) wrong.push(`${request.path}: ${status} ${text}`)
      if (status === 503) await wait(5)
    }
  }
  await Promise.all(requests.flatMap((build) => [askOn(build), askOn(build)]))
  return { wrong, statuses }
}

async function isReady(): Promise<boolean> {
  return (await test.ask({ path: getReadiness.path })).status === 200
}

/** Whether a mail leaves the portal, a job is done, and every request answered. */
async function expectWhole(): Promise<void> {
  await expect.poll(isReady, { interval: 20 }).toBe(true)
  // Who writes calls is settled anew after an outage that lasts.
  for (const build of requests)
    await expect.poll(async () => (await test.ask(build())).status, { interval: 20 }).toBeLessThan(300)
  acknowledged += 1
  const recipient = `reader-${++made}@example.com`
  await test.runtime.mailer.enqueue({ recipient, subject: 'Hello', text: 'There' })
  const arrived = () => sink.arrived.filter((mail) => mail.recipient === recipient).length
  await expect.poll(arrived, { interval: 20 }).toBe(1)
}

/** Those that can be seen, and how many different ones they are. */
async function countCalls() {
  const { calls, snapshots, ingest } = test.runtime
  await ingest.relationsSettled()
  const [counted] = await calls.query({
    sql: `SELECT count() AS seen, uniqExact(external_call_id) AS different FROM calls WHERE ${seenSql}`,
    params: { seen: await snapshots.published() },
    row: z.object({ seen: Integer, different: Integer }),
  })
  return counted
}

const outages: [what: string, outage: () => Promise<void>, rounds?: number][] = [
  [
    'that is away for a minute',
    async () => {
      await server.stop('fast')
      await wait(times(1000, 60_000))
      await server.start()
    },
    1,
  ],
  [
    'restarted',
    async () => {
      await server.stop('fast')
      await wait(100)
      await server.start()
    },
  ],
  [
    'restarted after a crash',
    async () => {
      await server.stop('immediate')
      await server.start()
    },
  ],
  [
    'made to end its connections',
    async () => {
      const own = openPostgresServer(server.url)
      const cut = sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`
      for (let round = 0; round < 20; round++) {
        await cut.execute(own.db)
        await wait(5)
      }
      await own.close()
    },
  ],
  [
    'that stands still for a while',
    async () => {
      const goOn = await server.freeze()
      await wait(times(200, 30_000 * Math.random()))
      goOn()
    },
  ],
]

it.each(outages)(
  'PostgreSQL %s under load: 503 with Retry-After, and then everything as before',
  { tags: ['soak'] },
  async (what, outage, rounds = times(1, 20)) => {
    for (let round = 0; round < rounds; round++) {
      const end = new AbortController()
      const asking = askMeanwhile(end.signal)
      await wait(50 + Math.random() * 100)
      await outage()
      await expectWhole()
      end.abort()
      const { wrong, statuses } = await asking
      expect(wrong).toEqual([])
      // Requests wait for a server that stands still.
      expect(statuses.has(503) || what.includes('still')).toBe(true)
      // One that was answered 503 may have been kept as well.
      const { seen = 0, different } = (await countCalls()) ?? {}
      expect(seen).toBe(different)
      expect(seen).toBeGreaterThanOrEqual(acknowledged)
    }
  },
)

it('a mail that was under way while PostgreSQL was away waits, or is sent: what became of it is recorded later', async () => {
  const { db, log, deliveryFiles, mailer: defaultMailer } = test.runtime
  await defaultMailer.close()
  const parts = { db, log, files: deliveryFiles, publicUrl: test.runtime.publicUrl, from: 'a@example.com' }
  const timeouts = { connect: 60_000, idle: 1500, whole: 60_000 }
  const mailer = new Mailer({ ...parts, smtpUrl: undefined, hasPeers: true, timeouts })
  const isUnderWay = { hung: false, taken: false }
  sink.misdeed = (step) => {
    if (step === 'MAIL' && !isUnderWay.hung) {
      isUnderWay.hung = true
      return 'hang'
    }
    if (step !== 'end') return undefined
    isUnderWay.taken = true
    return { slow: 1000 }
  }
  const mails = [1, 2].map(() => ({
    recipient: `away-${++made}@example.com`,
    subject: 'Hello',
    text: 'There',
  }))
  for (const mail of mails) await mailer.enqueue(mail)
  await mailer.start()
  await expect.poll(() => isUnderWay).toEqual({ hung: true, taken: true })
  await server.stop('immediate')
  const isThere = ({ recipient }: { recipient: string }) =>
    sink.arrived.some((mail) => mail.recipient === recipient)
  await expect.poll(() => mails.filter(isThere).length).toBe(1)
  await wait(timeouts.idle)
  await server.start()
  const statuses = async () => {
    const rows = db.selectFrom('mail').where('recipient', 'like', 'away-%').select('status')
    return (await rows.execute()).map(({ status }) => status).toSorted()
  }
  await expect.poll(async () => await statuses().catch(() => [])).toEqual(['sent', 'waiting'])
  sink.misdeed = () => undefined
  await db.updateTable('mail').set({ not_before: null }).execute()
  await expect.poll(statuses).toEqual(['sent', 'sent'])
  expect(mails.map(isThere)).toEqual([true, true])
  expect(sink.arrived.filter(({ recipient }) => recipient.startsWith('away-'))).toHaveLength(2)
  await mailer.close()
})

it('PostgreSQL that has hung is given up, and used again once it answers', async () => {
  const own = openPostgresServer(server.url, { timeouts: { pollIntervalMs: 50, answerSeconds: 1 } })
  // One is idle, the others are in the middle of a transaction, and of a query.
  const begun = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const writing = own.db.transaction().execute(async (transaction) => {
    begun.resolve()
    await asked.promise
    await sql`SELECT 1`.execute(transaction)
  })
  await begun.promise
  const goOn = await server.freeze()
  asked.resolve()
  const questions = [writing, own.ping(), own.executeSql('SELECT 1')]
  const answers = await Promise.allSettled(questions)
  goOn()
  for (const answer of answers)
    expect(answer).toSatisfy(({ status, reason }) => status === 'rejected' && isUnreachableDatabase(reason))
  await own.ping()
  await own.close()
})

/** A value for DATABASE_URL: a new database of the server. */
async function makeDatabase(name: string, options = ''): Promise<string> {
  const own = openPostgresServer(server.url)
  await own.executeSql(`CREATE DATABASE ${name} ${options}`)
  await own.close()
  return server.url.replace(/\w+$/, name)
}

/** The error of a start on a database of its own. */
async function startOn(
  name: string,
  statements: readonly string[],
  { options = '', calls: CLICKHOUSE_URL = clickhouseUrl } = {},
): Promise<unknown> {
  const url = await makeDatabase(name, options)
  const database = openPostgresServer(url)
  for (const statement of statements) await database.executeSql(statement)
  await database.close()
  const DATA_DIR = temporaryFolder()
  const config = readConfig({ DATA_DIR, DATABASE_URL: url, CLICKHOUSE_URL })
  return await openRuntime(config, createLog('silent')).catch((error: unknown) => error)
}

describe('a start on a server', () => {
  it('goes on where another process makes the tables of the queue at the same time', async () => {
    const postgres = openPostgresServer(await makeDatabase('two_starts'))
    const queue = new JobQueue(postgres, { log: createLog('silent'), isIdle: true })
    const another = await postgres.db.startTransaction().execute()
    await sql`CREATE SCHEMA pgboss`.execute(another)
    const started = queue.start()
    const waiting = sql`SELECT pid FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE NOT granted AND datname = 'two_starts'`
    await expect.poll(async () => (await waiting.execute(postgres.db)).rows).toHaveLength(1)
    await another.commit().execute()
    await started
    expect(await sql`SELECT FROM pgboss.version`.execute(postgres.db)).toHaveProperty('rows.length', 1)
    await queue.close()
    await postgres.close()
  })

  it('of PostgreSQL before 18 ends with one sentence that names it', async () => {
    // What its settings say is said by functions that are found first.
    const error = await startOn('older', [
      `CREATE FUNCTION current_setting(text) RETURNS text LANGUAGE sql AS
        $$ SELECT CASE $1 WHEN 'server_version' THEN '17.6' ELSE '170006' END $$`,
      'ALTER DATABASE older SET search_path = public, pg_catalog',
    ])
    expect(error).toEqual(
      new StartError(
        'The server of DATABASE_URL is PostgreSQL 17.6. The portal needs PostgreSQL 18 or newer.',
      ),
    )
  })

  it('whose database has only the letters of ASCII ends with one sentence that says so', async () => {
    const error = await startOn('ascii', [], {
      options: `TEMPLATE template0 LOCALE_PROVIDER libc LOCALE 'C'`,
    })
    expect(error).toEqual(
      new StartError(
        'The database of DATABASE_URL has the locale C, in which only A to Z have small letters. The portal needs one such as C.UTF-8 or en_US.UTF-8.',
      ),
    )
  })

  it('with a newer schema ends with one sentence that names it', async () => {
    const error = await startOn('newer', [
      'CREATE TABLE kysely_migration (name text, "timestamp" text)',
      `INSERT INTO kysely_migration VALUES ('0001-foundation', ''), ('9001-clairvoyance', '')`,
    ])
    expect(error).toBeInstanceOf(StartError)
    expect(error).toHaveProperty(
      'message',
      expect.stringMatching(/newer than this portal.* 9001-clairvoyance\. Start/),
    )
  })

  it('of ClickHouse before 26.9 ends with one sentence that names it', async () => {
    const bridge = await startChdbBridge(callsFolder, { version: '26.8.4.21' })
    const error = await startOn('older_calls', [], { calls: bridge.url })
    await bridge.close()
    expect(error).toBeInstanceOf(StartError)
    expect(error).toHaveProperty(
      'message',
      expect.stringMatching(/is ClickHouse 26\.8\.4\.21, .* 26\.9 or newer\.$/),
    )
  })
})
