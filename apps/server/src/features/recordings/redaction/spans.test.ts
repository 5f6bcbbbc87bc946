import { describe, expect, it } from 'vitest'
import { mergeSpans, rangesInForce } from './spans.ts'

const lifted = { id: 'lifted', start: 5, end: 7, kind: 'card', isLifted: true } as const
const byHand = { id: 'hand', start: 1, end: 2, kind: 'hand', isLifted: false } as const
const at = (start: number, end: number) => ({ start, end, kind: 'card' as const })

describe('what is found again', () => {
  it.each([
    ['the same', at(5, 7)],
    ['a tenth of a second later', at(5.1, 7.1)],
    ['a tenth of a second earlier', at(4.9, 6.9)],
  ])('stays lifted in the same place: %s', (_what, found) => {
    expect(mergeSpans([lifted], [found])).toEqual([{ ...found, id: 'lifted', isLifted: true }])
  })

  it.each([
    ['ends later', at(5, 7.3)],
    ['begins earlier', at(4.7, 7)],
    ['begins a little earlier', at(4.85, 7)],
    ['begins a little later', at(5.15, 7)],
    ['ends earlier', at(5, 6.7)],
    ['is elsewhere', at(8, 10)],
    ['is of another kind', { ...at(5, 7), kind: 'account' as const }],
  ])('is silent as something new where it %s', (_what, found) => {
    const [span, ...others] = mergeSpans([lifted], [found])
    expect(span).toMatchObject({ ...found, isLifted: false })
    expect(span?.id).not.toBe('lifted')
    expect(others).toEqual([])
  })

  it('stands between what was cut by hand, in the order of the recording', () => {
    const later = { ...byHand, id: 'later', start: 6, end: 6.5 }
    const merged = mergeSpans([later, lifted, byHand], [at(9, 10), at(5, 7)])
    expect(merged.map(({ id, start }) => [id, start])).toEqual([
      ['hand', 1],
      ['lifted', 5],
      ['later', 6],
      [expect.any(String), 9],
    ])
    const two = mergeSpans([], [at(3, 5), at(3, 4)])
    expect(two.map(({ end }) => end)).toEqual([4, 5])
  })
})

it('nothing is heard of a span but where it was lifted', () => {
  expect(rangesInForce([lifted, byHand])).toEqual([{ start: 1, end: 2 }])
})
