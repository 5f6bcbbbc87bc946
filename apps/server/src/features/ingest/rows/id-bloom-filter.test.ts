import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { callId } from '../../../db/call-id.ts'
import { IdBloomFilter } from './id-bloom-filter.ts'

const customer = '6f0c7b3e-2a51-4d0e-9a55-0d3f6f4b1c22'
const idOf = (at: number) => callId(customer, 'test', String(at))

/** The ids as the engine streams them, cut anywhere. */
async function* streamed(ids: readonly string[], chunkBytes: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(ids.map((id) => `${id}\n`).join(''))
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    await Promise.resolve()
    yield bytes.subarray(from, from + chunkBytes)
  }
}

describe('known ids', () => {
  it('rules nothing out before all stored ids are in it', async () => {
    const known = new IdBloomFilter(0)
    expect(known.mayContain(idOf(1))).toBe(true)
    await known.load(streamed([], 100))
    expect(known.mayContain(idOf(1))).toBe(false)
  })

  it('holds every id that was stored or added, however the stream is cut', async () => {
    const ids = Array.from({ length: 2000 }, (_, at) => idOf(at))
    for (const chunkBytes of [1, 36, 37, 38, 1000, 1 << 20]) {
      const known = new IdBloomFilter(0)
      known.add(idOf(5000))
      await known.load(streamed(ids, chunkBytes))
      known.add(idOf(5001))
      expect([...ids, idOf(5000), idOf(5001)].filter((id) => !known.mayContain(id))).toEqual([])
    }
  })

  it('takes hardly a new call for a known one', async () => {
    const known = new IdBloomFilter(0)
    await known.load(
      streamed(
        Array.from({ length: 50_000 }, (_, at) => idOf(at)),
        1 << 16,
      ),
    )
    const taken = Array.from({ length: 10_000 }, (_, at) => idOf(100_000 + at)).filter((id) =>
      known.mayContain(id),
    )
    expect(taken.length).toBeLessThan(10)
  })

  it('does not count as complete when the stream breaks off', async () => {
    const known = new IdBloomFilter(0)
    const half = streamed([createHash('md5').update('x').digest('hex')], 1 << 16)
    await expect(known.load(half)).rejects.toThrow('broke off')
    expect(known.mayContain(idOf(1))).toBe(true)
  })
})
