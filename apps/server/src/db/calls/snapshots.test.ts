import { describe, expect, it } from 'vitest'
import { SingleFlightCache } from './single-flight-cache.ts'
import { Snapshots } from './snapshots.ts'

const newestStartMs = Date.parse('2026-03-10T12:00:00Z')
function open(): Snapshots {
  const snapshots = new Snapshots({ reads: new SingleFlightCache(1 << 20) })
  const stored = { published: 100, superseding: undefined, unfinished: undefined, newestStartMs }
  snapshots.resume(stored, async () => {})
  return snapshots
}

/** A change that takes out rows. */
async function change(snapshots: Snapshots): Promise<number> {
  const number = snapshots.next()
  await snapshots.begin(number)
  await snapshots.publish(number, { supersedes: true })
  return number
}

describe('an answer', () => {
  it('needs no condition while nothing is written or superseded', async () => {
    const snapshots = open()
    expect(await snapshots.read({}, async ({ at }) => Promise.resolve(at))).toMatchObject({
      number: 100,
      visibility: 'all',
    })
    const number = await change(snapshots)
    expect(await snapshots.read({}, async ({ at }) => Promise.resolve(at))).toMatchObject({
      number,
      visibility: 'live',
    })
  })

  it('holds up the next change until it has ended', async () => {
    const snapshots = open()
    const order: string[] = []
    const asked = Promise.withResolvers<void>()
    const answer = snapshots.read({}, async () => {
      await asked.promise
      order.push('answer')
    })
    await Promise.resolve()
    const began = snapshots.begin(snapshots.next()).then(() => order.push('change'))
    asked.resolve()
    await Promise.all([answer, began])
    expect(order).toEqual(['answer', 'change'])
  })

  it('that takes long is stopped by a change, and asked again at the same snapshot with a condition', async () => {
    const snapshots = open()
    const runs: object[] = []
    const answer = snapshots.read({}, async ({ at, signal }) => {
      runs.push(at)
      if (at.visibility === 'all') await new Promise((_, reject) => signal.addEventListener('abort', reject))
      return 'answer'
    })
    await Promise.resolve()
    await change(snapshots)
    expect(await answer).toBe('answer')
    expect(runs).toMatchObject([
      { number: 100, visibility: 'all' },
      { number: 100, visibility: 'atSnapshot' },
    ])
  })

  it('while a change is written sees nothing of it', async () => {
    const snapshots = open()
    await snapshots.begin(snapshots.next())
    expect(await snapshots.read({}, async ({ at }) => Promise.resolve(at))).toMatchObject({
      number: 100,
      visibility: 'atSnapshot',
    })
    await expect(snapshots.begin(snapshots.next())).rejects.toThrow('half done')
  })
})

describe('what a change took out', () => {
  const later = () => Date.now() + 3_600_000

  it('is kept while an answer reads it, and for the pages of a list', async () => {
    const snapshots = open()
    const { end } = await snapshots.open()
    const number = await change(snapshots)
    expect(snapshots.cleanable(later())).toBeUndefined()
    end()
    expect(snapshots.cleanable(Date.now())).toBeUndefined()
    expect(snapshots.cleanable(later())).toBe(number)
  })

  it('is gone for a list that goes on after it was deleted: that reads what is there now', async () => {
    const snapshots = open()
    const first = await change(snapshots)
    const second = await change(snapshots)
    const numberOf = async (number: number) =>
      await snapshots.read({ number }, async ({ at }) => Promise.resolve(at.number))
    expect(await numberOf(first)).toBe(first)
    const to = snapshots.cleanable(later()) ?? 0
    snapshots.forget(to)
    snapshots.cleaned(to)
    expect(await numberOf(first)).toBe(second)
    expect(snapshots.cleanable(later())).toBeUndefined()
  })
})
