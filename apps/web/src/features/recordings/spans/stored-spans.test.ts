import { expect, it } from 'vitest'
import { withMarksOf } from '#web/features/recordings/spans/span-draft.ts'

it('what somebody marked comes on top of what somebody else has saved since, and nothing is heard by it', () => {
  const now = {
    found: [],
    byHand: [
      { key: 'theirs', start: 5, end: 6 },
      { key: 'same, saved anew', start: 1, end: 2 },
    ],
  }
  const draft = {
    found: [],
    byHand: [
      { key: 'same', start: 1.001, end: 2 },
      { key: 'mine', start: 8, end: 9 },
    ],
  }
  expect(withMarksOf(now, draft).byHand.map(({ start }) => start)).toEqual([1, 5, 8])
})
