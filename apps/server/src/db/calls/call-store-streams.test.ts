import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openChdbStore } from '#server/db/embedded-calls/chdb-store.ts'
import { readOnceWhole } from '#server/db/embedded-calls/engine-file.ts'
import { streamLines } from '#server/db/calls/stream-lines.ts'
import { callStores, endless, endlessRows, TestStore } from '#test/call-stores.ts'

async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.concat(await Readable.from(stream).toArray()).toString('utf8')
}

const million = `SELECT number AS n, repeat('x', 50) AS text FROM numbers(1000000)`

describe('a file that the engine writes', () => {
  const test = new TestStore(async (path) => {
    const store = openChdbStore({ path, sessions: 2, reserveBytes: Number.MAX_SAFE_INTEGER })
    return Promise.resolve({ store, close: async () => await store.close() })
  })
  beforeAll(() => test.open())
  afterAll(() => test.remove())

  it('is not begun where it would take space that the databases need, and others are answered', async () => {
    const stream = test.store.stream({ sql: million, format: 'Parquet' })
    await expect(buffer(stream)).rejects.toMatchObject({ kind: 'full' })
    expect(readdirSync(join(test.folder, 'data', 'streamed-files'))).toEqual([])
    expect(await test.count('SELECT 9 AS n')).toBe(9)
  })

  it('is not passed on when it is not whole, and is gone', async () => {
    const path = join(test.folder, 'half')
    await writeFile(path, 'PAR1 half of it')
    await expect(buffer(readOnceWhole(path))).rejects.toMatchObject({ kind: 'full' })
    await writeFile(path, 'PAR1 all of it PAR1')
    expect(String(await buffer(readOnceWhole(path)))).toBe('PAR1 all of it PAR1')
    expect(readdirSync(test.folder)).not.toContain('half')
  })
})

describe.each(callStores)('a stream of the $name store of calls', ({ name, open }) => {
  const test = new TestStore(open)
  beforeAll(() => test.open())
  afterAll(() => test.remove())

  it('gives every row once, in order', async () => {
    let lines = 0
    let wrong = 0
    const stream = test.store.stream({
      sql: `${million} WHERE number >= {from:UInt32}`,
      params: { from: 0 },
      format: 'TSV',
    })
    for await (const line of streamLines(stream)) {
      if (line !== `${lines}\t${'x'.repeat(50)}`) wrong++
      lines++
    }
    expect({ lines, wrong }).toEqual({ lines: 1_000_000, wrong: 0 })
  })

  it('is empty when there is nothing', async () => {
    const stream = test.store.stream({ sql: 'SELECT 1 AS n WHERE 0', format: 'JSONEachRow' })
    expect(await textOf(stream)).toBe('')
  })

  it('of Parquet is one file, which other readers read, and says how long it is', async () => {
    let written = 0
    const stream = test.store.stream({
      sql: `${million} LIMIT 300000`,
      format: 'Parquet',
      settings: {
        output_format_parquet_row_group_size: 100_000,
        output_format_parquet_compression_method: 'snappy',
      },
      onWritten: async (bytes) => Promise.resolve(void (written = bytes)),
    })
    const bytes = await buffer(stream)
    const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer, columns: ['n'] })
    expect(rows.map((row) => Number(row['n']))).toEqual(Array.from({ length: 300_000 }, (_, at) => at))
    // A server sends it while it is written.
    expect(written).toBe(name === 'embedded' ? bytes.length : 0)
  })

  it('of Parquet leaves nothing behind when its consumer leaves', async () => {
    const queryId = 'left-parquet'
    const files = () => readdirSync(join(test.folder, 'data', 'streamed-files'))
    const slowly = { max_block_size: 10 }
    const sql = 'SELECT number AS n, sleepEachRow(0.01) AS s FROM numbers(1000000)'
    const body = Readable.from(test.store.stream({ sql, format: 'Parquet', queryId, settings: slowly }))
    body.resume()
    await test.untilRunning(queryId)
    if (name === 'embedded') await vi.waitUntil(() => files().length === 1)
    body.destroy()
    await test.untilEnded(queryId)
    if (name === 'embedded') await vi.waitUntil(() => files().length === 0)
    expect(await test.count('SELECT 9 AS n')).toBe(9)
  })

  it('throws at its beginning and at its end, and never ends as if complete', async () => {
    const wrong = test.store.stream({ sql: 'SELECT nothing_such', format: 'CSV' })
    await expect(textOf(wrong)).rejects.toMatchObject({ kind: 'query', code: 47 })
    const late = test.store.stream({ sql: `${million} WHERE throwIf(number = 900000) = 0`, format: 'CSV' })
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
    for await (const chunk of test.store.stream({ sql: endlessRows, format: 'CSV', queryId })) {
      expect(chunk.length).toBeGreaterThan(0)
      break
    }
    await test.untilEnded(queryId)
  })

  it('ends the query when the consumer leaves before the first row', async () => {
    const queryId = 'left-before'
    const body = Readable.from(test.store.stream({ sql: endless, format: 'CSV', queryId }))
    body.resume()
    await test.untilRunning(queryId)
    body.destroy()
    await expect(test.untilEnded(queryId)).resolves.toBeUndefined()
  })

  it('throws when it was aborted between two chunks', async () => {
    const stop = new AbortController()
    const queryId = 'aborted-between'
    const stream = test.store.stream({ sql: endlessRows, format: 'CSV', queryId, signal: stop.signal })
    const iterator = stream[Symbol.asyncIterator]()
    expect((await iterator.next()).done).toBe(false)
    stop.abort()
    await test.untilEnded(queryId)
    await expect(iterator.next()).rejects.toMatchObject({ kind: 'cancelled' })
  })

  it('throws when it was cancelled between two chunks', async () => {
    const queryId = 'cancelled-between'
    const stream = test.store.stream({ sql: endlessRows, format: 'CSV', queryId })
    const iterator = stream[Symbol.asyncIterator]()
    expect((await iterator.next()).done).toBe(false)
    expect(await test.store.cancel(queryId)).toBe(true)
    await test.untilEnded(queryId)
    await expect(iterator.next()).rejects.toMatchObject({ kind: 'cancelled' })
  })

  it('is stopped when nobody reads on', async () => {
    const queryId = 'idle'
    const iterator = test.store.stream({ sql: endlessRows, format: 'CSV', queryId })[Symbol.asyncIterator]()
    await iterator.next()
    await test.untilEnded(queryId)
    await expect(iterator.next()).rejects.toMatchObject({ kind: 'timeout' })
  })

  it('leaves room for reads when more streams are wanted than may run', async () => {
    const stop = new AbortController()
    const streams = Array.from({ length: 5 }, () =>
      test.store.stream({ sql: endlessRows, format: 'CSV', signal: stop.signal })[Symbol.asyncIterator](),
    )
    const first = streams.map((stream) => stream.next())
    const outcomes = Promise.allSettled(first)
    await Promise.all(first.slice(0, 2))
    expect(await test.count('SELECT 9 AS n')).toBe(9)
    stop.abort()
    const states = (await outcomes).map(({ status }) => status)
    expect(states).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected'])
  })
})
