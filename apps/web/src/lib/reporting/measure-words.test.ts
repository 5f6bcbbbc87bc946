import { expect, it } from 'vitest'
import { defaultThreshold, thresholdAfter } from '#web/lib/reporting/measure-words.ts'

it.each([
  ['missed', { op: 'gt', value: 5 }],
  ['missedRate', { op: 'gt', value: 0.2 }],
  ['averageWait', { op: 'gt', value: 60 }],
  ['cost', { op: 'gt', value: 5 }],
  ['answered', { op: 'lt', value: 5 }],
  ['answerRate', { op: 'lt', value: 0.7 }],
  ['firstTimeCallers', { op: 'lt', value: 5 }],
  // Neither more nor less is better.
  ['voicemailRate', { op: 'gt', value: 0.2 }],
] as const)('a condition on %s begins where the figure is bad', (measure, threshold) => {
  expect(defaultThreshold(measure)).toEqual(threshold)
})

it('a threshold stays with another figure of its unit and direction, and begins anew with any other', () => {
  const typed = { op: 'ge', value: 0.12 } as const
  expect(thresholdAfter(typed, { before: 'missedRate', after: 'abandonedRate' })).toEqual(typed)
  expect(thresholdAfter(typed, { before: 'missedRate', after: 'serviceLevel' })).toEqual({
    op: 'lt',
    value: 0.7,
  })
  expect(thresholdAfter(typed, { before: 'missedRate', after: 'missed' })).toEqual({ op: 'gt', value: 5 })
})
