import { expect, it } from 'vitest'
import { findTimesError } from './transcript-times.ts'

const words = 'My card number is four one one one'

/** Turns of the caller unless another is named. */
function turnsOf(...times: [start: number, end: number, speaker?: string][]) {
  return times.map(([start, end, speaker = 'caller']) => ({ speaker, start, end, text: words }))
}

it.each([
  ['that end before they start', turnsOf([0, 3], [9, 5]), 'turns.1.end'],
  ['in milliseconds', turnsOf([0, 3000], [4000, 9000]), 'turns.0.end'],
  ['beyond the sound', turnsOf([0, 3], [64, 65]), 'turns.1.start'],
  ['that are all zero', turnsOf([0, 0], [0, 0]), 'turns.0.end'],
  [
    'that are all the same, of the shortest words',
    turnsOf([7, 7], [7, 7]).map((turn) => ({ ...turn, text: 'Nine.' })),
    'turns.0.end',
  ],
  ['that go backwards', turnsOf([0, 3], [20, 23], [9, 12]), 'turns.2.start'],
  [
    'of which each is the whole call',
    turnsOf(...Array.from({ length: 9 }, (): [number, number] => [0, 60])),
    'turns.2.start',
  ],
  [
    'in minutes',
    turnsOf(...Array.from({ length: 60 }, (_, at): [number, number] => [at / 60, (at + 1) / 60])),
    'turns',
  ],
])('finds times %s', (_, turns, field) => {
  expect(findTimesError(turns, 60)).toMatchObject({ field })
})

it('finds times in milliseconds also while nobody knows how long the sound is', () => {
  expect(findTimesError(turnsOf([0, 3000], [4000, 9000]), null)).toMatchObject({ field: 'turns' })
})

it('takes what is rounded, a little late, told by both at once, or in one long turn', () => {
  const yes = { speaker: 'agent', start: 9, end: 9, text: 'Yes.' }
  const captions = Array.from({ length: 20 }, (_, at): [number, number, string] => [at * 2, at * 2 + 4, ''])
  for (const turns of [
    [...turnsOf([0, 9], [3, 12, 'agent'], [12, 61.5]), yes].toSorted((one, other) => one.start - other.start),
    turnsOf([0, 60]),
    turnsOf(...captions),
    turnsOf([20, 30, 'right'], [40, 50, 'right'], [0, 10, 'left'], [30, 40, 'left']),
    [],
  ])
    expect(findTimesError(turns, 60)).toBeUndefined()
})
