import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { openClickhouseStore } from '#server/db/calls/clickhouse-store.ts'
import { clickhouseMigrations } from '../../../migrations/clickhouse/list.ts'
import { buildMigrator, listRunMigrations, openEmbeddedPostgres } from '#server/db/postgres/postgres.ts'
import { openPostgresServer } from '#server/db/postgres/postgres-server.ts'
import { writeTableRows } from '#server/db/postgres/table-rows.ts'
import { JobQueue } from '#server/jobs/queue.ts'
import { createLog } from '#server/lib/log.ts'
import { unfinishedRestore } from '#server/lib/files/data-dir.ts'
import { temporaryFolder } from '#test/after-file.ts'
import { CallSource, readAll } from '#test/call-source.ts'
import { startChdbBridge } from '#test/chdb-http-bridge.ts'
import { buildCall, Factory } from '#test/factory.ts'
import { Program } from '#test/program.ts'
import { type RealPostgres, startRealPostgres } from '#test/real-postgres.ts'
import { killPortal, startPortal } from '#test/running-portal.ts'
import { randomOf, seeds } from '#test/soak.ts'
import { copyTemplate } from '#test/template.ts'
import { listCallColumns } from './call-store.ts'
import { atMoment } from './moment-store.ts'
import { tablesFolder } from './pack-servers.ts'
import { restoreRows } from './restore-rows.ts'

const senders = 3
let made = 0

/** The address of an empty database. */
async function createDatabase(server: RealPostgres): Promise<string> {
  const name = `portal_${++made}`
  const own = openPostgresServer(server.url, { connections: 1 })
  await own.executeSql(`CREATE DATABASE ${name}`)
  await own.close()
  return server.url.replace(/\w+$/, name)
}

/** Databases of a portal, and how they are closed. */
async function openServers(server: RealPostgres, folder: string) {
  const bridge = await startChdbBridge(join(folder, `calls_${++made}`))
  const settings = {
    DATABASE_URL: await createDatabase(server),
    CLICKHOUSE_URL: bridge.url,
    LOG_LEVEL: 'error',
  }
  return { settings, close: async () => await bridge.close() }
}

async function run(settings: Record<string, string>, ...args: string[]) {
  const program = new Program(settings, args)
  const { code, lines } = await program.ended()
  return { code, output: [program.output.trim(), ...lines].join('\n').trim() }
}

/** Sends batch after batch until the portal is gone. */
async function keepSending(url: string, source: CallSource, sender: number): Promise<void> {
  for (let status: number | undefined = 200; status !== undefined; status = await source.send(url, sender)) {
    expect(status, source.refusal).toBe(200)
    await wait(20)
  }
}

it(
  'a backup of databases on servers has all that was acknowledged before it, once, and a portal restored into empty ones goes on',
  { tags: ['soak'] },
  async () => {
    const server = await startRealPostgres()
    for (const seed of seeds(1, 20)) {
      const random = randomOf(seed)
      const folder = temporaryFolder()
      const at = (name: string) => ({ DATA_DIR: join(folder, name) })
      const place = join(folder, 'place')
      const first = await openServers(server, folder)
      expect(await run({ ...at('first'), ...first.settings }, 'migrate')).toMatchObject({ code: 0 })
      const portal = await startPortal(join(folder, 'first'), first.settings)
      const postgres = openPostgresServer(first.settings.DATABASE_URL)
      const make = new Factory(postgres.db)
      const source = new CallSource(await make.apiKey((await make.customer()).id), 40)
      const sending = Array.from(
        { length: senders },
        async (_, sender) => await keepSending(portal.url, source, sender),
      )
      await expect.poll(() => source.acknowledged.size, { interval: 5 }).toBeGreaterThan(100)
      await wait(random() * 1000)
      expect(await run(at('first'), 'backup', place)).toMatchObject({ code: 0 })
      const before = new Map(source.acknowledged)
      await wait(random() * 1000)
      const again = await run(at('first'), 'backup', place)
      expect(again.output).toMatch(/^Backup \d{4}-\d\d-\d\dT[\d-]{8}Z: [\d,]+ files, [\d.]+ [kM]B/)
      await killPortal(portal)
      await Promise.all(sending)
      await postgres.close()
      await first.close()

      const verified = await run(at('verified'), 'verify-backup', place)
      expect(verified.output).toMatch(
        /^All [\d,]+ files of .* are as they were\.\nRestored and opened: [\d,]+ calls, each as it was\.$/,
      )
      const nowhere = await run(at('nowhere'), 'restore', place)
      expect(nowhere.code).toBe(2)
      expect(nowhere.output).toContain('name empty ones in DATABASE_URL and CLICKHOUSE_URL.')
      const second = await openServers(server, folder)
      const done = await run({ ...at('second'), ...second.settings }, 'restore', place)
      expect(done.output).toContain('Run npm run migrate, then start it.')
      const twice = await run({ ...at('third'), ...second.settings }, 'restore', place)
      expect(twice.code).toBe(2)
      expect(twice.output).toContain('The database of DATABASE_URL and that of CLICKHOUSE_URL is not empty.')
      const restored = await startPortal(join(folder, 'second'), second.settings)
      const filled = openPostgresServer(second.settings.DATABASE_URL)
      const journal = async () => await filled.db.selectFrom('call_journal').select('name').execute()
      await expect.poll(journal).toEqual([])
      const found = await readAll(restored.url)
      const wrong = source.findWrong(found)
      expect([wrong.twice, wrong.otherwise]).toEqual([0, []])
      const revisions = new Map(found.map(({ externalCallId, revision }) => [externalCallId, revision]))
      const lost = [...before].filter(([id, revision]) => (revisions.get(id) ?? 0) < revision)
      expect(lost).toEqual([])
      const repaired = await run(at('second'), 'repair-calls')
      expect(repaired.output).toContain('0 calls and the relations of 0 callers were repaired.')
      expect(await run(at('second'), 'check-changes')).toMatchObject({ code: 0 })
      expect(await source.send(restored.url, 0)).toBe(200)
      await filled.close()
      await killPortal(restored)
      await second.close()
    }
  },
)

/** What each table of both databases comes to, row by row and value by value. */
async function readAllRows({
  DATABASE_URL,
  CLICKHOUSE_URL,
}: {
  DATABASE_URL: string
  CLICKHOUSE_URL: string
}) {
  const postgres = openPostgresServer(DATABASE_URL, { connections: 1 })
  const { rows: tables } =
    await postgres.executeSql(`SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname IN ('public', 'pgboss') ORDER BY 1`)
  const found: Record<string, unknown> = {}
  for (const { name } of z.array(z.object({ name: z.string() })).parse(tables)) {
    const { rows } = await postgres.executeSql(
      `SELECT count(*) AS count, md5(string_agg(one::text, '' ORDER BY one::text)) AS hash FROM ${name} AS one`,
    )
    found[name] = rows[0]
  }
  const { rows: sequences } = await postgres.executeSql(
    'SELECT schemaname, sequencename, last_value FROM pg_sequences ORDER BY 1, 2',
  )
  await postgres.close()
  const calls = openClickhouseStore({ url: CLICKHOUSE_URL })
  const columns = (await listCallColumns(calls)).filter((name) => !name.startsWith('seen_'))
  const [ofCalls] = await calls.query({
    sql: `SELECT count() AS count, toString(groupBitXor(sipHash64(toString(tuple(${columns.join(', ')}, caller_key))))) AS hash
      FROM calls WHERE seen_to = 0`,
    row: z.object({ count: z.string(), hash: z.string() }),
  })
  await calls.close()
  return { ...found, sequences, ofCalls }
}

/** Of the processes that run, of the schema, of this backup, and what any process does at its end. */
const others = [
  'public.kysely_migration',
  'pgboss.version',
  'public.call_writer',
  'public.call_news',
  'public.backup_state',
  'public.change_seal',
  'public.change_seal_head',
  'public.change_unsealed',
]

const oddText = 'Ünïcode "quoted" \\N \\t\t\r\n\u2028 {"a":[1]} \u{1F4DE}'

it('every row is restored as it was, with every digit, by a restore that was cut short and run again', async () => {
  const server = await startRealPostgres()
  const folder = temporaryFolder()
  const at = (name: string) => ({ DATA_DIR: join(folder, name) })
  const place = join(folder, 'place')
  const first = await openServers(server, folder)
  await run({ ...at('first'), ...first.settings }, 'migrate')
  const portal = await startPortal(join(folder, 'first'), first.settings)
  const postgres = openPostgresServer(first.settings.DATABASE_URL)
  const make = new Factory(postgres.db)
  const customer = await make.customer({ name: oddText })
  const key = await make.apiKey(customer.id)
  const journal = async () => await postgres.db.selectFrom('call_journal').select('name').execute()
  const sent = await fetch(`${portal.url}/api/calls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify([
      buildCall({
        note: oddText,
        callerName: oddText,
        tags: ['one\ttag', "it's"],
        cost: '0.1234',
        latitude: -0.1,
      }),
      buildCall({ note: '', callerNumber: null }),
    ]),
  })
  expect(await sent.json()).toMatchObject({ created: 2, rejected: [] })
  await expect.poll(journal).toEqual([])
  await postgres.close()
  await killPortal(portal)
  writeFileSync(join(folder, 'first', 'exports', 'a-file'), oddText)
  // Which does nothing in the background meanwhile.
  const shared = { PROCESS: 'web', FILES_URL: `file://${join(folder, 'first')}` }
  const kept = await run({ ...at('first'), ...first.settings, ...shared }, 'backup', place)
  expect(kept.output).toContain('were new.')
  const before = await readAllRows(first.settings)
  await first.close()
  const second = await openServers(server, folder)
  const cut = new Program({ ...at('second'), ...second.settings }, ['restore', place])
  const mark = join(folder, 'second', unfinishedRestore)
  const isFilling = () => existsSync(mark) && readFileSync(mark, 'utf8') !== ''
  await expect.poll(isFilling, { interval: 5 }).toBe(true)
  await cut.kill()
  const early = await run({ ...at('second'), ...second.settings }, 'serve')
  expect(early.output).toContain('has not come to its end. Run it again.')
  expect(await run({ ...at('second'), ...second.settings }, 'restore', place)).toMatchObject({ code: 0 })
  const after = await readAllRows(second.settings)
  expect(omit(after, others)).toEqual(omit(before, others))
  expect(readFileSync(join(folder, 'second', 'exports', 'a-file'), 'utf8')).toBe(oddText)
  await second.close()
})

it('the backup of an older version is restored as it was, and brought up to date by the usual command', async () => {
  const server = await startRealPostgres()
  const folder = temporaryFolder()
  const { signal } = new AbortController()
  const log = createLog('silent')
  const older = { postgres: '0070-changes-in-parts', calls: 12 }
  const first = await openServers(server, folder)
  const postgres = openPostgresServer(first.settings.DATABASE_URL)
  await buildMigrator(postgres.db).migrateTo(older.postgres)
  const queue = new JobQueue(postgres, { log, isIdle: true })
  await queue.start()
  await queue.close()
  const { id } = await new Factory(postgres.db).customer()
  const tables = join(folder, tablesFolder)
  mkdirSync(tables, { recursive: true })
  await atMoment(
    postgres.db,
    signal,
    async ({ transaction }) => await writeTableRows(transaction, tables, signal),
  )
  const rows = {
    postgres: await listRunMigrations(postgres.db),
    clickhouse: clickhouseMigrations.slice(0, older.calls).map(({ name }) => name),
    callColumns: ['id'],
  }
  await postgres.close()

  const DATABASE_URL = await createDatabase(server)
  const restored = openPostgresServer(DATABASE_URL)
  const calls = openClickhouseStore({ url: first.settings.CLICKHOUSE_URL })
  const given = { postgres: restored, calls, migrations: clickhouseMigrations, folder, signal, log }
  await restoreRows({ ...given, rows })
  expect(await listRunMigrations(restored.db)).toEqual(rows.postgres)
  const settings = { ...first.settings, DATABASE_URL }
  expect(await run({ DATA_DIR: join(folder, 'any'), ...settings }, 'migrate')).toMatchObject({ code: 0 })
  const kept = await restored.db.selectFrom('customer').where('id', '=', id).select('id').execute()
  expect(kept).toEqual([{ id }])
  const newer = { ...rows, postgres: [...rows.postgres, '9001-clairvoyance'] }
  await expect(restoreRows({ ...given, rows: newer })).rejects.toThrow(
    'The backup is of a newer version of the portal: this one does not know 9001-clairvoyance.',
  )
  await calls.close()
  await restored.close()
  await first.close()
})

it.each(['merge', 'change'])('is of a moment at which no %s of calls is half done', async (kind) => {
  const folder = temporaryFolder()
  copyTemplate(folder)
  const postgres = await openEmbeddedPostgres(join(folder, 'postgres'))
  const { db } = postgres
  const entries = ['accepted', kind].map((one) => ({
    name: one,
    kind: one,
    version: 1,
    content: Buffer.alloc(0),
    notes: null,
  }))
  await db.insertInto('call_journal').values(entries).execute()
  const { signal } = new AbortController()
  const moment = atMoment(db, signal, async ({ transaction }) => {
    return await transaction.selectFrom('call_journal').select('name').execute()
  })
  await wait(100)
  await db.deleteFrom('call_journal').where('name', '=', kind).execute()
  expect(await moment).toEqual([{ name: 'accepted' }])
  await postgres.close()
})

function omit(found: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(found).filter(([name]) => !names.includes(name)))
}
