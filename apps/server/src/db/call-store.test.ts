import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CallStoreError, type CallStore, type QueryRequest } from '#server/db/call-store.ts'
import { openChdbStore } from '#server/db/chdb-store.ts'
import { openClickhouseStore } from '#server/db/clickhouse-store.ts'
import { BigInteger, InstantValue, Integer, instantParam, TextOrNull } from '#server/db/row-values.ts'
import { streamLines } from '#server/db/stream-lines.ts'
import { startChdbBridge } from '../../test/chdb-http-bridge.ts'

interface Opened {
  store: CallStore
  close: () => Promise<void>
}

const limits = { waiting: 20, waitSeconds: 20, streamIdleMs: 1500 }

const implementations: { name: string; open: (path: string) => Promise<Opened> }[] = [
  {
    name: 'embedded',
    open: async (path) => {
      const store = openChdbStore({ path, sessions: 4, ...limits })
      return Promise.resolve({ store, close: () => store.close() })
    },
  },
  {
    name: 'server',
    open: async (path) => {
      const bridge = await startChdbBridge(path)
      const store = openClickhouseStore({ url: bridge.url, connections: 4, ...limits })
      return { store, close: () => store.close().then(bridge.close) }
    },
  },
]

const Count = z.object({ n: Integer })
/** Minutes of work, in one endless row. */
const endless = 'SELECT sum(sipHash64(number)) AS n FROM numbers(100000000000)'
const million = `SELECT number AS n, repeat('x', 50) AS text FROM numbers(1000000)`

describe.each(implementations)('the $name store of calls', ({ open }) => {
  const folder = mkdtempSync(join(tmpdir(), 'call-store-'))
  let opened: Opened
  let store: CallStore

  beforeAll(async () => {
    opened = await open(join(folder, 'data'))
    store = opened.store
  })
  afterAll(async () => {
    await opened.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function countOf(sql: string, params: QueryRequest<unknown>['params'] = {}): Promise<number | undefined> {
    return (await store.query({ sql, params, row: Count }))[0]?.n
  }

  const isRunning = async (id: string) =>
    (await countOf(`SELECT count() AS n FROM system.processes WHERE Settings['log_comment'] = {id:String}`, { id })) !== 0

  async function until(isTrue: () => Promise<boolean>): Promise<void> {
    for (let tries = 0; tries < 100 && !(await isTrue()); tries++) await delay(20)
    expect(await isTrue()).toBe(true)
  }

  function writeRows(name: string, rows: readonly object[]): string {
    const path = join(folder, name)
    writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    return path
  }

  describe('reads', () => {
    it('parses each kind of value without losing any of it', async () => {
      const rows = await store.query({
        sql: `SELECT toUInt64(18446744073709551615) AS version, toUInt64(7) AS n, toDecimal64('1.10', 4) AS cost,
          toDateTime64('2026-03-08 09:59:59.123', 3, 'UTC') AS at, '' AS none, CAST(NULL AS Nullable(UInt32)) AS missing,
          true AS yes, ['a', 'b'] AS tags`,
        row: z.object({
          version: BigInteger,
          n: Integer,
          cost: z.string(),
          at: InstantValue,
          none: TextOrNull,
          missing: z.number().nullable(),
          yes: z.boolean(),
          tags: z.array(z.string()),
        }),
      })
      expect(rows).toEqual([
        {
          version: 18446744073709551615n,
          n: 7,
          cost: '1.1',
          at: '2026-03-08T09:59:59.123Z',
          none: null,
          missing: null,
          yes: true,
          tags: ['a', 'b'],
        },
      ])
    })

    it('gives back every parameter as it was given, however hostile', async () => {
      const texts = [`it's`, `\\'; DROP TABLE calls --`, 'tab\tline\nreturn\rnul\0', '%_{a:String}', 'né 🎧', '\\N', '']
      for (const text of texts) {
        const [row] = await store.query({
          sql: 'SELECT {a:String} AS a, {b:Array(String)} AS b, {c:Nullable(String)} AS c',
          params: { a: text, b: [text, 'second'], c: null },
          row: z.object({ a: z.string(), b: z.array(z.string()), c: z.string().nullable() }),
        })
        expect(row).toEqual({ a: text, b: [text, 'second'], c: null })
      }
    })

    it('takes numbers, instants, ids and empty lists as parameters', async () => {
      const id = '6f1c1f9e-0b5e-4d3a-9b1e-2f7d3c4b5a69'
      const [row] = await store.query({
        sql: `SELECT {at:DateTime64(3, 'UTC')} AS at, {big:UInt64} AS big, {ids:Array(UUID)} AS ids, {none:Array(UInt8)} AS none,
          {ratio:Float64} AS ratio, {yes:Bool} AS yes`,
        params: {
          at: instantParam('2026-11-01T05:30:00.007Z'),
          big: 18446744073709551615n,
          ids: [id],
          none: [],
          ratio: 0.5,
          yes: true,
        },
        row: z.object({
          at: InstantValue,
          big: BigInteger,
          ids: z.array(z.string()),
          none: z.array(z.number()),
          ratio: z.number(),
          yes: z.boolean(),
        }),
      })
      const at = '2026-11-01T05:30:00.007Z'
      expect(row).toEqual({ at, big: 18446744073709551615n, ids: [id], none: [], ratio: 0.5, yes: true })
    })

    it('takes ten thousand ids', async () => {
      const ids = Array.from({ length: 10_000 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)
      expect(await countOf('SELECT length({ids:Array(UUID)}) AS n', { ids })).toBe(10_000)
    })

    it('refuses a placeholder without a value and a value without a placeholder', async () => {
      await expect(countOf('SELECT {a:UInt8} AS n')).rejects.toThrow('No value for the parameter a')
      await expect(countOf('SELECT 1 AS n', { a: 1 })).rejects.toThrow('The parameter a is not in the statement')
    })

    it('never mixes up the values of queries that run at once', async () => {
      const queries = Array.from({ length: 20 }, async (_, k) => {
        for (let i = 0; i < 10; i++) {
          const [row] = await store.query({
            sql: 'SELECT {a:String} AS a, {n:UInt64} AS n, sum(sipHash64(number)) AS load FROM numbers({rows:UInt32})',
            params: { a: `text ${k}-${i}`, n: k * 1000 + i, rows: 1000 * (1 + ((k + i) % 7)) },
            row: z.object({ a: z.string(), n: Integer }),
          })
          expect(row).toEqual({ a: `text ${k}-${i}`, n: k * 1000 + i })
        }
      })
      await Promise.all(queries)
    })

    it('answers others while a slow query with parameters runs', async () => {
      const stop = new AbortController()
      const slow = store.query({ sql: `${endless} WHERE number > {a:UInt8}`, params: { a: 1 }, row: Count, signal: stop.signal })
      const outcome = expect(slow).rejects.toMatchObject({ kind: 'cancelled' })
      await delay(100)
      const startedMs = performance.now()
      expect(await countOf('SELECT {a:UInt8} AS n', { a: 3 })).toBe(3)
      expect(performance.now() - startedMs).toBeLessThan(1000)
      stop.abort()
      await outcome
    })

    it('writes nothing', async () => {
      await expect(countOf('CREATE TABLE written (n UInt8) ENGINE = Memory')).rejects.toMatchObject({ kind: 'query' })
    })

    it('refuses rows of another shape than the schema', async () => {
      await expect(countOf(`SELECT 'text' AS n`)).rejects.toMatchObject({ kind: 'query' })
    })
  })

  describe('limits and errors', () => {
    it.each([
      ['timeout', endless, { executionSeconds: 0.3 }],
      ['memory', 'SELECT length(groupArray(number)) AS n FROM numbers(300000000)', { memoryBytes: 20_000_000 }],
      ['memory', 'SELECT number AS n FROM numbers(300000)', { resultRows: 1000 }],
    ] as const)('says %s when it meets that limit', async (kind, sql, readLimits) => {
      await expect(store.query({ sql, row: Count, limits: readLimits })).rejects.toMatchObject({ kind })
    })

    it('keeps SQL and values out of the message, and the engine’s words in the cause', async () => {
      const failed = store.query({ sql: 'SELECT nothing_such AS n, {a:String} AS b', params: { a: 'secret' }, row: Count })
      const error = await failed.catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(CallStoreError)
      expect(error).toMatchObject({ kind: 'query', code: 47, message: 'The query failed.' })
      expect(String(error instanceof Error ? error.cause : '')).toContain('nothing_such')
    })

    it('stops a query that is aborted, in the engine too', async () => {
      const stop = new AbortController()
      const queryId = 'aborted-1'
      const outcome = expect(
        store.query({ sql: endless, row: Count, queryId, signal: stop.signal }),
      ).rejects.toMatchObject({ kind: 'cancelled' })
      await until(() => isRunning(queryId))
      const startedMs = performance.now()
      stop.abort()
      await outcome
      expect(performance.now() - startedMs).toBeLessThan(1000)
      expect(await isRunning(queryId)).toBe(false)
    })

    it('does not start what is aborted already', async () => {
      await expect(store.query({ sql: endless, row: Count, signal: AbortSignal.abort() })).rejects.toMatchObject({
        kind: 'cancelled',
      })
    })

    it('cancels by id, and says when there is nothing to cancel', async () => {
      const queryId = 'cancelled-1'
      const outcome = expect(store.query({ sql: endless, row: Count, queryId })).rejects.toMatchObject({ kind: 'cancelled' })
      await until(() => isRunning(queryId))
      expect(await store.cancel(queryId)).toBe(true)
      await outcome
      expect(await store.cancel(queryId)).toBe(false)
    })

    it('refuses when too many wait, and lets the waiting have their turn', async () => {
      const stop = new AbortController()
      const four = Array.from({ length: 4 }, () => store.query({ sql: endless, row: Count, signal: stop.signal }))
      const outcomes = Promise.allSettled(four)
      const waiting = Array.from({ length: 20 }, () => countOf('SELECT 5 AS n'))
      await delay(50)
      await expect(countOf('SELECT 1 AS n')).rejects.toMatchObject({ kind: 'unavailable' })
      stop.abort()
      await outcomes
      expect(await Promise.all(waiting)).toEqual(Array.from({ length: 20 }, () => 5))
    })

    it('answers a ping', async () => {
      await expect(store.ping()).resolves.toBeUndefined()
    })
  })

  describe('streams', () => {
    it('gives every row once, in order', async () => {
      let expected = 0
      const stream = store.stream({ sql: `${million} WHERE number >= {from:UInt32}`, params: { from: 0 }, format: 'TSV' })
      for await (const line of streamLines(stream)) {
        if (line !== `${expected}\t${'x'.repeat(50)}`) expect(line).toBe(`${expected}`)
        expected++
      }
      expect(expected).toBe(1_000_000)
    })

    it('is empty when there is nothing', async () => {
      const stream = store.stream({ sql: 'SELECT 1 AS n WHERE 0', format: 'JSONEachRow' })
      expect(await Array.fromAsync(stream)).toEqual([])
    })

    it('throws at its beginning and at its end, and never ends as if complete', async () => {
      const wrong = store.stream({ sql: 'SELECT nothing_such', format: 'CSV' })
      await expect(Array.fromAsync(wrong)).rejects.toMatchObject({ kind: 'query', code: 47 })
      const late = store.stream({ sql: `${million} WHERE throwIf(number = 900000) = 0`, format: 'CSV' })
      let text = ''
      const reading = (async () => {
        for await (const chunk of late) text += Buffer.from(chunk).toString('utf8')
      })()
      await expect(reading).rejects.toMatchObject({ kind: 'query', code: 395 })
      expect(text).not.toContain('xception')
      expect(text.length).toBeGreaterThan(0)
    })

    it('ends the query when the consumer leaves early', async () => {
      const queryId = 'left-early'
      for await (const chunk of store.stream({ sql: endlessRows, format: 'CSV', queryId })) {
        expect(chunk.length).toBeGreaterThan(0)
        break
      }
      await until(async () => !(await isRunning(queryId)))
    })

    it('ends the query when the consumer leaves before the first row', async () => {
      const queryId = 'left-before'
      const body = Readable.from(store.stream({ sql: endless, format: 'CSV', queryId }))
      body.resume()
      await until(() => isRunning(queryId))
      body.destroy()
      await until(async () => !(await isRunning(queryId)))
    })

    it.each(['abort', 'cancel'] as const)('throws after %s between two chunks', async (how) => {
      const stop = new AbortController()
      const queryId = `between-${how}`
      const iterator = store
        .stream({ sql: endlessRows, format: 'CSV', queryId, signal: stop.signal })
        [Symbol.asyncIterator]()
      expect((await iterator.next()).done).toBe(false)
      if (how === 'abort') stop.abort()
      else expect(await store.cancel(queryId)).toBe(true)
      await until(async () => !(await isRunning(queryId)))
      await expect(iterator.next()).rejects.toMatchObject({ kind: 'cancelled' })
    })

    it('is stopped when nobody reads on', async () => {
      const queryId = 'idle'
      const iterator = store.stream({ sql: endlessRows, format: 'CSV', queryId })[Symbol.asyncIterator]()
      await iterator.next()
      await delay(1700)
      await until(async () => !(await isRunning(queryId)))
      await expect(iterator.next()).rejects.toMatchObject({ kind: 'timeout' })
    })

    it('leaves room for reads when more streams are wanted than may run', async () => {
      const stop = new AbortController()
      const streams = Array.from({ length: 5 }, () =>
        store.stream({ sql: endlessRows, format: 'CSV', signal: stop.signal })[Symbol.asyncIterator](),
      )
      const first = streams.map((stream) => stream.next())
      const outcomes = Promise.allSettled(first)
      await Promise.all(first.slice(0, 2))
      expect(await countOf('SELECT 9 AS n')).toBe(9)
      stop.abort()
      const states = (await outcomes).map(({ status }) => status)
      expect(states).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected'])
    })
  })

  describe('writes', () => {
    beforeAll(async () => {
      await store.command({
        sql: `CREATE TABLE item (id UInt32, at DateTime64(3, 'UTC'), name String DEFAULT 'none', tags Array(String))
          ENGINE = MergeTree PARTITION BY toYYYYMM(at) ORDER BY id SETTINGS non_replicated_deduplication_window = 100`,
      })
    })

    const names = () =>
      store.query({ sql: 'SELECT id, name FROM item ORDER BY id', row: z.object({ id: z.int(), name: z.string() }) })

    it('inserts a file once, however often it is repeated', async () => {
      const path = writeRows('first.ndjson', [
        { id: 1, at: '2026-01-31 23:59:59.999', name: `it's` },
        { id: 2, at: '2026-02-01 00:00:00.000', tags: ['a', 'b'] },
      ])
      for (let time = 0; time < 3; time++) {
        await store.insertFile({ table: 'item', path, format: 'JSONEachRow', deduplicationToken: 'first' })
      }
      expect(await names()).toEqual([
        { id: 1, name: `it's` },
        { id: 2, name: 'none' },
      ])
    })

    it('keeps no setting for the next insert', async () => {
      const path = writeRows('second.ndjson', [{ id: 3, at: '2026-02-01 00:00:00.000' }])
      await store.insertFile({ table: 'item', path, format: 'JSONEachRow', deduplicationToken: 'second' })
      await store.insertFile({ table: 'item', path, format: 'JSONEachRow', deduplicationToken: 'third' })
      expect(await countOf('SELECT count() AS n FROM item WHERE id = 3')).toBe(2)
    })

    it('inserts the named columns of a file without names', async () => {
      const path = join(folder, 'rows.csv')
      writeFileSync(path, '4,"2026-03-01 00:00:00.000"\n')
      const insert = { table: 'item', path, format: 'CSV', columns: ['id', 'at'] } as const
      await store.insertFile({ ...insert, deduplicationToken: 'csv' })
      expect((await names()).at(-1)).toEqual({ id: 4, name: 'none' })
    })

    it('refuses an unknown field, a file that is not there, and a pattern', async () => {
      const path = writeRows('unknown.ndjson', [{ id: 5, at: '2026-03-01 00:00:00.000', nmae: 'x' }])
      const insert = { table: 'item', format: 'JSONEachRow', deduplicationToken: 'unknown' } as const
      await expect(store.insertFile({ ...insert, path })).rejects.toMatchObject({ kind: 'query' })
      await expect(store.insertFile({ ...insert, path: join(folder, 'nowhere') })).rejects.toThrow(CallStoreError)
      await expect(store.insertFile({ ...insert, path: join(folder, '*.ndjson') })).rejects.toThrow('plain absolute path')
      expect(await countOf('SELECT count() AS n FROM item WHERE id = 5')).toBe(0)
    })

    it('runs a command with parameters and settings of its own', async () => {
      await store.command({
        sql: 'INSERT INTO item (id, at, name) SELECT 6, {at:String}, {name:String}',
        params: { at: '2026-04-01 00:00:00.000', name: 'six' },
        settings: { insert_deduplication_token: 'six' },
      })
      expect((await names()).at(-1)).toEqual({ id: 6, name: 'six' })
    })
  })

  it('stops what runs when it is closed, and takes nothing afterwards', async () => {
    const running = store.query({ sql: endless, row: Count })
    const outcome = expect(running).rejects.toMatchObject({ kind: 'unavailable' })
    await delay(100)
    await store.close()
    await outcome
    await expect(countOf('SELECT 1 AS n')).rejects.toMatchObject({ kind: 'unavailable' })
    await opened.close()
    opened = await open(join(folder, 'data'))
    store = opened.store
    expect(await countOf('SELECT count() AS n FROM item WHERE id = 6')).toBe(1)
  })
})

const endlessRows = `SELECT number AS n, repeat('x', 50) AS text FROM numbers(100000000000)`

describe('opening', () => {
  it('refuses too few threads, and says how many are needed', () => {
    expect(() => openChdbStore({ path: tmpdir(), sessions: 100 })).toThrow(/UV_THREADPOOL_SIZE is \d+.*at least 104/)
  })

  it('says unavailable of a server that does not answer', async () => {
    const store = openClickhouseStore({ url: 'http://127.0.0.1:9' })
    await expect(store.ping()).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(store.query({ sql: 'SELECT 1 AS n', row: Count })).rejects.toMatchObject({ kind: 'unavailable' })
    await store.close()
  })
})
