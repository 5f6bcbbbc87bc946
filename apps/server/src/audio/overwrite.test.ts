import { describe, expect, it } from 'vitest'
import { joinRanges, overwrite } from './overwrite.ts'

const at = (start: number, end: number) => ({ start, end })

describe('ranges', () => {
  it('are joined where they touch, overlap or lie closer than the gap, in order', () => {
    const join = { margin: 0, gap: 1 }
    expect(joinRanges([at(5, 6), at(0, 1)], join)).toEqual([at(0, 1), at(5, 6)])
    expect(joinRanges([at(0, 1), at(2, 3)], join)).toEqual([at(0, 3)])
    expect(joinRanges([at(0, 1), at(2.1, 3)], join)).toEqual([at(0, 1), at(2.1, 3)])
    expect(joinRanges([at(0, 9), at(2, 3), at(9.5, 10)], join)).toEqual([at(0, 10)])
    expect(joinRanges([], join)).toEqual([])
  })

  it('are a little longer at both ends, but not before the recording', () => {
    expect(joinRanges([at(0.2, 1), at(5, 6)], { margin: 0.5, gap: 0 })).toEqual([at(0, 1.5), at(4.5, 6.5)])
    expect(joinRanges([at(1, 2), at(3, 4)], { margin: 0.5, gap: 0 })).toEqual([at(0.5, 4.5)])
  })
})

describe('samples', () => {
  const rate = 10
  const block = () => [Int16Array.from({ length: 10 }, () => 7), Int16Array.from({ length: 10 }, () => 8)]
  const over = (range: { start: number; end: number }, first = 0, by: 'silence' | 'beep' = 'silence') => {
    const samples = block()
    overwrite(samples, { first, sampleRate: rate, ranges: [range], by })
    return samples.map((channel) => [...channel])
  }
  const kept = (value: number, from: number, to: number) =>
    Array.from({ length: 10 }, (_, index) => (index >= from && index < to ? 0 : value))

  it.each([
    ['in a block', at(0.2, 0.4), 0, [2, 4]],
    ['with the parts of samples at both ends', at(0.25, 0.41), 0, [2, 5]],
    ['that began in the block before', at(0.5, 1.2), 10, [0, 2]],
    ['that goes on in the next block', at(1.8, 3), 10, [8, 10]],
    ['over the whole block', at(0, 9), 10, [0, 10]],
    ['before the block', at(0, 1), 10, [0, 0]],
    ['after the block', at(2, 3), 10, [0, 0]],
  ] as const)('are silent in each channel and nowhere else: %s', (...[, range, first, [from, to]]) => {
    expect(over(range, first)).toEqual([kept(7, from, to), kept(8, from, to)])
  })

  it('beep so that the tone goes on from block to block', () => {
    const sampleRate = 8000
    const tone = (first: number, length: number) => {
      const samples = [new Int16Array(length)]
      overwrite(samples, { first, sampleRate, ranges: [at(0, 1)], by: 'beep' })
      return [...(samples[0] ?? [])]
    }
    const whole = tone(0, 16)
    expect([...tone(0, 5), ...tone(5, 11)]).toEqual(whole)
    expect(whole.slice(0, 5)).toEqual([0, 4596, 6500, 4596, 0])
    expect(whole[6]).toBe(-6500)
    const [left] = over(at(0.2, 0.4), 0, 'beep')
    expect(left?.[1]).toBe(7)
    expect(left?.[4]).toBe(7)
  })

  it('of no channel are none', () => {
    expect(() =>
      overwrite([], { first: 0, sampleRate: 8000, ranges: [at(0, 1)], by: 'silence' }),
    ).not.toThrow()
  })
})
