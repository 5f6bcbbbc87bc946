import { fileURLToPath } from 'node:url'
import { ingestCalls } from '@callboard/contract/calls'
import { searchCustomers } from '@callboard/contract/customers'
import { getReadiness } from '@callboard/contract/health'
import { expect, it } from 'vitest'
import { sql } from 'kysely'
import { z } from 'zod'
import { StartError } from '#server/lib/files/data-dir.ts'
import { afterFile, temporaryFolder } from '#test/after-file.ts'
import { startChdbBridge } from '#test/chdb-http-bridge.ts'
import { expectError, expectOk } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { openPortal, type PortalOptions } from '#test/portal.ts'
import { type RealPostgres, startPostgresWithStandby, startRealPostgres } from '#test/real-postgres.ts'
import { times } from '#test/soak.ts'
import { requirePostgresServer } from '../calls/server-versions.ts'
import { openPostgresServer } from './postgres-server.ts'
import { seenSql } from '../calls/snapshots.ts'

/** One address with both servers, in the order that is given. */
function addressOf(servers: readonly RealPostgres[]): string {
  const hosts = servers.map(({ url }) => new URL(url).host)
  return `postgres://postgres@${hosts.join(',')}/postgres`
}

async function openOn(databaseUrl: string, options: PortalOptions = {}) {
  const folder = temporaryFolder()
  const bridge = await startChdbBridge(folder)
  const portal = await openPortal({ ...options, databaseUrl, clickhouseUrl: bridge.url })
  const close = async () => {
    await portal.close()
    await bridge.close()
  }
  afterFile(close)
  return { test: portal, close }
}

const losses: [what: string, lose: (primary: RealPostgres) => Promise<unknown>][] = [
  ['is killed', async (primary) => await primary.stop('immediate')],
  ['stands still', async (primary) => await primary.freeze()],
]

it.each(losses.slice(0, times(1, losses.length)))(
  'a standby is promoted when the first server %s: every acknowledged call is there once',
  { tags: ['soak'] },
  async (_what, lose) => {
    const { primary, standby } = await startPostgresWithStandby()
    const { test, close } = await openOn(addressOf([standby, primary]))
    const key = await test.make.apiKey((await test.make.customer()).id)
    const end = new AbortController()
    const acknowledged = new Set<string>()
    const wrong: string[] = []
    const send = async () => {
      while (!end.signal.aborted) {
        const call = buildCall()
        const { status, headers, text } = await test.ask({ path: ingestCalls.path, body: [call], token: key })
        if (status === 200) acknowledged.add(call.externalCallId)
        else if (status !== 503 || Number(headers['retry-after']) <= 0) wrong.push(`${status} ${text}`)
      }
    }
    const sending = Promise.all([send(), send(), send(), send()])
    await expect.poll(() => acknowledged.size).toBeGreaterThan(times(20, 500))
    await lose(primary)
    await standby.promote()
    const before = acknowledged.size
    const isReady = async () => (await test.ask({ path: getReadiness.path })).status
    await expect.poll(isReady).toBe(200)
    await expect.poll(() => acknowledged.size).toBeGreaterThan(before + 20)
    end.abort()
    await sending
    expect(wrong).toEqual([])
    const { calls, snapshots, ingest } = test.runtime
    await ingest.relationsSettled()
    const kept = await calls.query({
      sql: `SELECT external_call_id AS id FROM calls WHERE ${seenSql}`,
      params: { seen: await snapshots.published() },
      row: z.object({ id: z.string() }),
    })
    const ids = kept.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect([...acknowledged].filter((id) => !ids.includes(id))).toEqual([])
    await close()
  },
)

/** What a start on this address says, or nothing. */
async function refusalOf(url: string): Promise<unknown> {
  const postgres = openPostgresServer(url)
  try {
    await requirePostgresServer(postgres)
    return undefined
  } catch (error) {
    return error
  } finally {
    await postgres.close()
  }
}

it('a server that only follows another one is refused with one sentence', async () => {
  const { standby } = await startPostgresWithStandby()
  expect(await refusalOf(standby.url)).toEqual(
    new StartError('The server of DATABASE_URL cannot be used: it is a standby, which cannot be written to.'),
  )
})

it('a text that fails in the middle of what it does leaves the connection to nobody else', async () => {
  const server = await startRealPostgres()
  const postgres = openPostgresServer(server.url, { connections: 1 })
  await expect(postgres.executeSql('BEGIN; SELECT 1 / 0; COMMIT')).rejects.toThrow('division by zero')
  expect((await postgres.executeSql('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await postgres.close()
})

it('a connection is encrypted, to the server whose certificate is trusted and to no other', async () => {
  const certificate = fileURLToPath(new URL('../../../test/fixtures/tls-cert.pem', import.meta.url))
  const key = fileURLToPath(new URL('../../../test/fixtures/tls-key.pem', import.meta.url))
  const server = await startRealPostgres({ certificate, key })
  const trusting = `${server.url}?sslmode=verify-full&sslrootcert=${certificate}`
  const postgres = openPostgresServer(trusting)
  const { rows } = await postgres.executeSql('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')
  await postgres.close()
  expect(rows).toEqual([{ ssl: true }])
  const refused = await refusalOf(`${server.url}?sslmode=verify-full`)
  expect(refused).toBeInstanceOf(StartError)
  expect(refused).toHaveProperty(
    'message',
    expect.stringMatching(/DATABASE_URL cannot be used: self-signed certificate/),
  )
})

it('a statement that takes too long is ended, and whoever asked may ask again', async () => {
  const server = await startRealPostgres()
  const { test, close } = await openOn(server.url, { statementSeconds: 1 })
  const other = openPostgresServer(server.url)
  const search = async () => await test.admin.ask({ path: searchCustomers.path, body: {} })
  const answer = await other.db.transaction().execute(async (transaction) => {
    await sql`LOCK TABLE customer`.execute(transaction)
    return await search()
  })
  expectError(answer, 503, 'queryTimeout')
  expectOk(await search())
  await other.close()
  await close()
})
