import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roundTogether, writeContribution } from '#web/features/change-explanation/explanation-words.ts'

const missed = { column: { name: 'missed', label: 'Missed', type: 'integer', role: 'measure' } } as const
const rate = { column: { name: 'answerRate', label: 'Answer rate', type: 'ratio', role: 'measure' } } as const

describe('what a value adds to a change', () => {
  it('has its sign, and of a rate two decimals of a point', () => {
    expect(writeContribution(24, missed)).toBe('+24')
    expect(writeContribution(-0.01314, rate)).toBe('−1.31 points')
    expect(writeContribution(-0.00001, rate)).toBe('±0.00 points')
  })

  it('is rounded so that what is shown adds up', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 }),
        (values) => {
          const hundredths = roundTogether(values, 100).map((value) => Math.round(value * 100))
          const sum = values.reduce((all, value) => all + value * 100, 0)
          expect(hundredths.reduce((all, value) => all + value, 0)).toBe(Math.round(sum) + 0)
          for (const [at, value] of values.entries())
            expect(Math.abs((hundredths[at] ?? 0) - value * 100)).toBeLessThanOrEqual(1)
        },
      ),
      { seed: 3, numRuns: 200 },
    )
  })
})
