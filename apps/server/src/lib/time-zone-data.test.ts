import { expect, it } from 'vitest'
import { findTimeZoneProblem } from './time-zone-data.ts'

const current = { release: '2026c', zones: 418, year: 2026 }

it('finds nothing wrong with the time zones of this process', () => {
  expect(findTimeZoneProblem()).toBeUndefined()
})

it.each([
  [{ zones: 1 }, 'knows only 1 time zones'],
  [{ release: 'unknown' }, 'does not say which'],
  [{ release: '2024a' }, 'is of 2024a'],
])('says of %j that it %s', (given, sentence) => {
  expect(findTimeZoneProblem({ ...current, ...given })).toContain(sentence)
})
