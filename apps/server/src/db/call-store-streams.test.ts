import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { streamLines } from '#server/db/stream-lines.ts'
import { callStores, endless, endlessRows, TestStore } from '../../test/call-stores.ts'

async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.concat(await Readable.from(stream).toArray()).toString('utf8')
}

const million = `SELECT number AS n, repeat('x', 50) AS text FROM numbers(1000000)`

describe.each(callStores)('a stream of the $name store of calls', ({ open }) => {
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
