import { describe, expect, it } from 'vitest'
import { CallStoreError } from './call-store.ts'
import { SingleFlightCache } from './single-flight-cache.ts'

/** Reads that are answered by hand. */
function held() {
  const answer = Promise.withResolvers<string>()
  const signals: AbortSignal[] = []
  const read = async (signal: AbortSignal) => {
    signals.push(signal)
    signal.addEventListener('abort', () => answer.reject(new CallStoreError('cancelled')))
    return await answer.promise
  }
  return { read, signals, ...answer }
}

const staying = new AbortController().signal

describe('a question that several ask at the same moment', () => {
  it('is read once, and on when whoever asked first leaves', async () => {
    const reads = new SingleFlightCache(0)
    const { read, signals, resolve } = held()
    const leaving = new AbortController()
    const asking = [leaving.signal, staying, staying].map(async (signal) => reads.read('a', signal, read))
    leaving.abort()
    await expect(asking[0]).rejects.toMatchObject({ kind: 'cancelled' })
    resolve('answer')
    expect(await Promise.all(asking.slice(1))).toEqual(['answer', 'answer'])
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  })

  it('is stopped when the last one leaves, and asked anew by whoever comes then', async () => {
    const reads = new SingleFlightCache(0)
    const leaving = [new AbortController(), new AbortController()]
    const left = held()
    const asking = leaving.map(async ({ signal }) =>
      expect(reads.read('a', signal, left.read)).rejects.toMatchObject({ kind: 'cancelled' }),
    )
    for (const one of leaving) one.abort()
    await Promise.all(asking)
    expect(await reads.read('a', staying, async () => Promise.resolve('answer'))).toBe('answer')
    expect(left.signals.map(({ aborted }) => aborted)).toEqual([true])
  })

  it('fails for all of them with its error, which is not kept', async () => {
    const reads = new SingleFlightCache(1000)
    const { read, reject } = held()
    const asking = [1, 2].map(async () => reads.read('a', staying, read))
    reject(new CallStoreError('memory'))
    for (const one of asking) await expect(one).rejects.toMatchObject({ kind: 'memory' })
    expect(await reads.read('a', staying, async () => Promise.resolve('answer'))).toBe('answer')
  })
})

describe('answers', () => {
  const countReads = () => {
    let count = 0
    return {
      read: async (text: string) => {
        count++
        return Promise.resolve(text)
      },
      count: () => count,
    }
  }

  it('are kept as far as there is room, those asked last', async () => {
    const reads = new SingleFlightCache(16_000)
    const { read, count } = countReads()
    const ask = async (key: string) => await reads.read(key, staying, async () => await read('x'.repeat(300)))
    // Each takes 800 bytes.
    for (let key = 0; key < 20; key++) await ask(`${key}`)
    await ask('0')
    expect(count()).toBe(20)
    await ask('20')
    await ask('0')
    expect(count()).toBe(21)
    await ask('1')
    expect(count()).toBe(22)
  })

  it('that would take the place of many others are not kept', async () => {
    const reads = new SingleFlightCache(16_000)
    const { read, count } = countReads()
    for (let time = 0; time < 2; time++)
      await reads.read('large', staying, async () => await read('x'.repeat(1000)))
    expect(count()).toBe(2)
  })
})
