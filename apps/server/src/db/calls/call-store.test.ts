import { tmpdir } from 'node:os'
import { setImmediate as oneTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CallStoreError } from '#server/db/calls/call-store.ts'
import { openChdbStore } from '#server/db/embedded-calls/chdb-store.ts'
import { openClickhouseStore } from '#server/db/calls/clickhouse-store.ts'
import { BigInteger, InstantValue, Integer, instantParam, TextOrNull } from '#server/db/calls/row-values.ts'
import { callStores, Count, endless, TestStore } from '#test/call-stores.ts'

describe.each(callStores)('the $name store of calls', ({ open }) => {
  const test = new TestStore(open)
  beforeAll(() => test.open())
  afterAll(() => test.remove())

  describe('reads', () => {
    it('parses each kind of value without losing any of it', async () => {
      const rows = await test.store.query({
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
      const texts = [
        `it's`,
        `\\'; DROP TABLE calls --`,
        'tab\tline\nreturn\rnul\0',
        '%_{a:String}',
        'né 🎧',
        '\\N',
        '',
      ]
      for (const text of texts) {
        const [row] = await test.store.query({
          sql: 'SELECT {a:String} AS a, {b:Array(String)} AS b, {c:Nullable(String)} AS c',
          params: { a: text, b: [text, 'second'], c: null },
          row: z.object({ a: z.string(), b: z.array(z.string()), c: z.string().nullable() }),
        })
        expect(row).toEqual({ a: text, b: [text, 'second'], c: null })
      }
    })

    it('takes numbers, instants, ids and empty lists as parameters', async () => {
      const id = '6f1c1f9e-0b5e-4d3a-9b1e-2f7d3c4b5a69'
      const [row] = await test.store.query({
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
      const ids = Array.from(
        { length: 10_000 },
        (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      )
      expect(await test.count('SELECT length({ids:Array(UUID)}) AS n', { ids })).toBe(10_000)
    })

    it('refuses a placeholder without a value and a value without a placeholder', async () => {
      await expect(test.count('SELECT {a:UInt8} AS n')).rejects.toThrow('No value for the parameter a')
      await expect(test.count('SELECT 1 AS n', { a: 1 })).rejects.toThrow(
        'The parameter a is not in the statement',
      )
    })

    it('never mixes up the values of queries that run at once', async () => {
      const queries = Array.from({ length: 20 }, async (_, k) => {
        for (let i = 0; i < 10; i++) {
          const [row] = await test.store.query({
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
      const slow = test.store.query({
        sql: `${endless} WHERE number > {a:UInt8}`,
        params: { a: 1 },
        row: Count,
        queryId: 'slow',
        signal: stop.signal,
      })
      const outcome = slow.catch((error: unknown) => error)
      await test.untilRunning('slow')
      expect(await test.count('SELECT {a:UInt8} AS n', { a: 3 })).toBe(3)
      expect(await test.isRunning('slow')).toBe(true)
      stop.abort()
      expect(await outcome).toMatchObject({ kind: 'cancelled' })
    })

    it('writes nothing', async () => {
      await expect(test.count('CREATE TABLE written (n UInt8) ENGINE = Memory')).rejects.toMatchObject({
        kind: 'query',
      })
    })

    it('refuses rows of another shape than the schema', async () => {
      await expect(test.count(`SELECT 'text' AS n`)).rejects.toMatchObject({ kind: 'query' })
    })
  })

  describe('limits and errors', () => {
    it.each([
      ['timeout', endless, { executionSeconds: 0.3 }],
      [
        'memory',
        'SELECT length(groupArray(number)) AS n FROM numbers(300000000)',
        { memoryBytes: 20_000_000 },
      ],
      ['memory', 'SELECT number AS n FROM numbers(300000)', { resultRows: 1000 }],
    ] as const)('says %s when it meets that limit', async (kind, sql, readLimits) => {
      await expect(test.store.query({ sql, row: Count, limits: readLimits })).rejects.toMatchObject({ kind })
    })

    it('keeps SQL and values out of the message, and the engine’s words in the cause', async () => {
      const failed = test.store.query({
        sql: 'SELECT nothing_such AS n, {a:String} AS b',
        params: { a: 'secret' },
        row: Count,
      })
      const error = await failed.catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(CallStoreError)
      expect(error).toMatchObject({ kind: 'query', code: 47, message: 'The query failed.' })
      expect(String(error instanceof Error ? error.cause : '')).toContain('nothing_such')
    })

    it('stops a query that is aborted, in the engine too', async () => {
      const stop = new AbortController()
      const queryId = 'aborted-1'
      const running = test.store.query({ sql: endless, row: Count, queryId, signal: stop.signal })
      const outcome = running.catch((error: unknown) => error)
      await test.untilRunning(queryId)
      stop.abort()
      expect(await outcome).toMatchObject({ kind: 'cancelled' })
      await expect.poll(async () => await test.isRunning(queryId)).toBe(false)
    })

    it('does not start what is aborted already', async () => {
      await expect(
        test.store.query({ sql: endless, row: Count, signal: AbortSignal.abort() }),
      ).rejects.toMatchObject({
        kind: 'cancelled',
      })
    })

    it('cancels by id, and says when there is nothing to cancel', async () => {
      const queryId = 'cancelled-1'
      const running = test.store.query({ sql: endless, row: Count, queryId })
      const outcome = running.catch((error: unknown) => error)
      await test.untilRunning(queryId)
      expect(await test.store.cancel(queryId)).toBe(true)
      expect(await outcome).toMatchObject({ kind: 'cancelled' })
      // The engine may take a moment to let go of it.
      await expect.poll(async () => await test.store.cancel(queryId)).toBe(false)
    })

    it('refuses when too many wait, and lets the waiting have their turn', async () => {
      const stop = new AbortController()
      const four = Array.from({ length: 4 }, () =>
        test.store.query({ sql: endless, row: Count, signal: stop.signal }),
      )
      const outcomes = Promise.allSettled(four)
      const waiting = Array.from({ length: 20 }, () => test.count('SELECT 5 AS n'))
      await oneTurn()
      await expect(test.count('SELECT 1 AS n')).rejects.toMatchObject({ kind: 'busy' })
      stop.abort()
      await outcomes
      expect(await Promise.all(waiting)).toEqual(Array.from({ length: 20 }, () => 5))
    })

    it('answers a ping', async () => {
      await expect(test.store.ping()).resolves.toBeUndefined()
    })
  })

  it('stops what runs when it is closed, and takes nothing afterwards', async () => {
    const running = test.store.query({ sql: endless, row: Count, queryId: 'closed' })
    const outcome = running.catch((error: unknown) => error)
    await test.untilRunning('closed')
    await test.store.close()
    expect(await outcome).toMatchObject({ kind: 'unavailable' })
    await expect(test.count('SELECT 1 AS n')).rejects.toMatchObject({ kind: 'unavailable' })
    await test.reopen()
    expect(await test.count('SELECT 1 AS n')).toBe(1)
  })
})

describe('opening', () => {
  it('refuses too few threads, and says how many are needed', () => {
    expect(() => openChdbStore({ path: tmpdir(), sessions: 100 })).toThrow(
      /UV_THREADPOOL_SIZE is \d+.*at least 104/,
    )
  })

  it('says unavailable of a server that does not answer', async () => {
    const store = openClickhouseStore({ url: 'http://127.0.0.1:9' })
    await expect(store.ping()).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(store.query({ sql: 'SELECT 1 AS n', row: Count })).rejects.toMatchObject({
      kind: 'unavailable',
    })
    await store.close()
  })
})
