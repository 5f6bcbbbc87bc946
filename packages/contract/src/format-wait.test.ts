import { expect, it } from 'vitest'
import { formatWait } from './format-wait.ts'

it.each([
  [-5, '0 min'],
  [59, '0 min'],
  [12 * 60 + 59, '12 min'],
  [3600, '1 h'],
  [3 * 3600 + 5 * 60, '3 h 5 min'],
  [24 * 3600 - 1, '23 h 59 min'],
  [24 * 3600, '1 d'],
  [52 * 3600 + 1800, '2 d 4 h'],
])('writes a wait of %i seconds as %s', (seconds, text) => {
  expect(formatWait(seconds)).toBe(text)
})
