import { fields } from '@callboard/contract/call-fields'
import type { FieldDeclaration } from '@callboard/contract/field-declaration'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { CallStore } from '#server/db/calls/call-store.ts'
import { openChdbStore } from '#server/db/embedded-calls/chdb-store.ts'
import {
  listPendingMigrations,
  listUnknownMigrations,
  migrateCalls,
} from '#server/db/calls/clickhouse-migrations.ts'
import { columnOfField } from '#server/db/tables/column-names.ts'
import { InstantValue, Integer } from '#server/db/calls/row-values.ts'
import { temporaryFolder } from '#test/after-file.ts'
import { clickhouseMigrations } from '../../../migrations/clickhouse/list.ts'

const names = clickhouseMigrations.map(({ name }) => name)
const customerId = '0c9f1a52-5c0b-4f3a-8f2e-6a1f0e0d0001'
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

describe('the migrations of ClickHouse', () => {
  let folder: string
  let store: CallStore

  beforeAll(() => {
    folder = temporaryFolder()
    store = openChdbStore({ path: join(folder, 'data'), sessions: 2 })
  })
  afterAll(async () => await store.close())

  it('run once each, in order', async () => {
    expect(await listPendingMigrations(store, clickhouseMigrations)).toEqual(names)
    expect(await migrateCalls(store, clickhouseMigrations)).toEqual(names)
    expect(await migrateCalls(store, clickhouseMigrations)).toEqual([])
    expect(await listPendingMigrations(store, clickhouseMigrations)).toEqual([])
  })

  it('give the table of calls a column for every field that is kept of what a source sends', async () => {
    const sql = `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'calls'`
    const columns = await store.query({ sql, row: z.object({ name: z.string() }) })
    const kept = Object.entries<FieldDeclaration>(fields).filter(
      ([, { sent, only, column }]) => sent !== undefined && only !== 'sent' && column !== null,
    )
    expect(kept.length).toBeGreaterThan(30)
    const known = new Set(columns.map(({ name }) => name))
    const wanted = kept.map(([name, { column }]) => column ?? columnOfField(name))
    expect(wanted.filter((name) => !known.has(name))).toEqual([])
  })

  it('bear to be run again after a crash halfway', async () => {
    for (const { statements } of clickhouseMigrations) {
      for (const sql of statements) await expect(store.command({ sql })).resolves.toBeUndefined()
    }
  })

  it('are known for those of a newer version by one that does not know them', async () => {
    expect(await listUnknownMigrations(store, clickhouseMigrations)).toEqual([])
    expect(await listUnknownMigrations(store, clickhouseMigrations.slice(0, -1))).toEqual(names.slice(-1))
  })
})

describe('the key of callers', () => {
  it('is that of calls from before it too, corrected ones and hashes of odd texts among them', async () => {
    const folder = temporaryFolder()
    const store = openChdbStore({ path: join(folder, 'data'), sessions: 2 })
    try {
      const at = names.indexOf('0004-caller-key')
      await migrateCalls(store, clickhouseMigrations.slice(0, at))
      const insert = async (callers: readonly string[]) => {
        await store.command({
          sql: `INSERT INTO calls (id, customer_id, caller_number, started_at)
            SELECT generateUUIDv4(), {customer:UUID}, arrayJoin({callers:Array(String)}), '2026-03-10 15:00:00'`,
          params: { customer: customerId, callers },
        })
      }
      await insert(['+13052180779', '', 'anna@sip.example', '+0013052180779', '+1305'])
      await store.command({
        sql: `UPDATE calls SET prior_calls = 1 WHERE caller_number = '+1305'`,
        settings: { enable_lightweight_update: 1 },
      })
      await store.command({
        sql: `DELETE FROM calls WHERE caller_number = 'anna@sip.example'`,
        settings: { lightweight_delete_mode: 'lightweight_update', enable_lightweight_update: 1 },
      })
      await migrateCalls(store, clickhouseMigrations)
      await insert(['+12122156091', '1305'])
      const callers = await store.query({
        sql: `SELECT caller_number, if(caller_key < bitShiftLeft(toUInt64(1), 63), toString(caller_key), 'hash') AS key
          FROM calls ORDER BY caller_number`,
        row: z.object({ caller_number: z.string(), key: z.string() }),
      })
      expect(callers.map(({ caller_number, key }) => [caller_number, key])).toEqual([
        ['', '0'],
        ['+0013052180779', 'hash'],
        ['+12122156091', '12122156091'],
        ['+1305', '1305'],
        ['+13052180779', '13052180779'],
        ['1305', 'hash'],
      ])
    } finally {
      await store.close()
    }
  })
})

describe('the table of calls', () => {
  let folder: string
  let store: CallStore

  beforeAll(async () => {
    folder = temporaryFolder()
    store = openChdbStore({ path: join(folder, 'data'), sessions: 2 })
    await migrateCalls(store, clickhouseMigrations)
  })
  afterAll(async () => await store.close())

  interface Given {
    n: number
    startedAt: string
    duration: number
  }

  /** What ingestion does with a batch: delete older versions, insert, both harmless when repeated. */
  async function writeBatch(version: number, given: readonly Given[]): Promise<void> {
    const rows = given.map(({ n, startedAt, duration }) => ({
      id: idOf(n),
      customer_id: customerId,
      external_call_id: String(n),
      version,
      direction: 'inbound',
      status: 'answered',
      started_at: startedAt,
      duration,
    }))
    const path = join(folder, `batch-${version}.ndjson`)
    writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    await store.command({
      sql: `DELETE FROM calls WHERE customer_id IN {customers:Array(UUID)} AND id IN {ids:Array(UUID)}
        AND version < {version:UInt64}`,
      params: { customers: [customerId], ids: rows.map(({ id }) => id), version },
      settings: { lightweight_delete_mode: 'lightweight_update' },
    })
    await store.insertFile({
      table: 'calls',
      path,
      format: 'JSONEachRow',
      deduplicationToken: `batch-${version}`,
    })
  }

  const listCalls = () =>
    store.query({
      sql: `SELECT toUInt32(external_call_id) AS n, started_at AS startedAt, duration, prior_calls AS prior, geo_precision AS geo
        FROM calls ORDER BY started_at, id`,
      row: z.object({
        n: Integer,
        startedAt: InstantValue,
        duration: z.int().nullable(),
        prior: z.int().nullable(),
        geo: z.string(),
      }),
    })

  it('holds a corrected call once, also moved to another month, also when the batch is repeated', async () => {
    await writeBatch(1, [
      { n: 1, startedAt: '2026-01-31 23:59:59.999', duration: 10 },
      { n: 2, startedAt: '2026-02-01 00:00:00.000', duration: 20 },
      { n: 3, startedAt: '2026-02-02 00:00:00.000', duration: 30 },
    ])
    const correction = [
      { n: 1, startedAt: '2026-03-01 00:00:00.001', duration: 11 },
      { n: 2, startedAt: '2026-02-01 00:00:00.000', duration: 21 },
    ]
    for (let time = 0; time < 3; time++) {
      await writeBatch(2, correction)
      expect((await listCalls()).map(({ n, startedAt, duration }) => [n, startedAt, duration])).toEqual([
        [2, '2026-02-01T00:00:00.000Z', 21],
        [3, '2026-02-02T00:00:00.000Z', 30],
        [1, '2026-03-01T00:00:00.001Z', 11],
      ])
    }
  })

  it('takes derived values of many calls in one update', async () => {
    await store.command({
      sql: `UPDATE calls SET prior_calls = transform(id, {ids:Array(UUID)}, {prior:Array(UInt32)}, 0)
        WHERE customer_id = {customer:UUID} AND id IN {ids:Array(UUID)}`,
      params: { customer: customerId, ids: [idOf(1), idOf(3)], prior: [7, 0] },
    })
    expect((await listCalls()).map(({ n, prior }) => [n, prior])).toEqual([
      [2, null],
      [3, 0],
      [1, 7],
    ])
  })

  it('says of a place that was not sent that its precision is none', async () => {
    expect((await listCalls()).map(({ geo }) => geo)).toEqual(['none', 'none', 'none'])
  })

  it('keeps corrections and updates over applying patches, merging and reopening', async () => {
    const before = await listCalls()
    await store.command({ sql: 'ALTER TABLE calls APPLY PATCHES', settings: { mutations_sync: 2 } })
    expect(await listCalls()).toEqual(before)
    await store.command({ sql: 'OPTIMIZE TABLE calls FINAL' })
    expect(await listCalls()).toEqual(before)
    await store.close()
    store = openChdbStore({ path: join(folder, 'data'), sessions: 2 })
    expect(await listCalls()).toEqual(before)
  })

  it('has no projection, as deletes are refused on a table that has one', async () => {
    const sql = `SELECT name FROM system.projections WHERE database = currentDatabase() AND table = 'calls'`
    expect(await store.query({ sql, row: z.object({ name: z.string() }) })).toEqual([])
  })
})
