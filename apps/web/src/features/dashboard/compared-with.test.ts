import type { RunReportAnswer } from '@callboard/contract/reports'
import { expect, it } from 'vitest'
import { comparedWith } from '#web/features/dashboard/compared-with.ts'

const midnight = (day: string) => `${day}T06:00:00.000Z`

/** Of days in Chicago in winter; the last one is not among them. */
function said(current: [string, string], earlier: [string, string]) {
  const answer = {
    meta: {
      from: midnight(current[0]),
      to: midnight(current[1]),
      timeZone: 'America/Chicago',
      generatedAt: '2026-03-01T12:00:00.000Z',
    },
    comparison: { from: midnight(earlier[0]), to: midnight(earlier[1]) },
  }
  // oxlint-disable-next-line typescript/consistent-type-assertions -- what it reads of an answer
  return comparedWith(answer as RunReportAnswer)?.text
}

it('a period of as many days just before is told by their number', () => {
  expect(said(['2026-02-10', '2026-02-17'], ['2026-02-03', '2026-02-10'])).toBe('vs previous 7 days')
})

it.each<[string, { current: [string, string]; earlier: [string, string] }, string]>([
  [
    'is of fewer days',
    { current: ['2026-02-10', '2026-02-17'], earlier: ['2026-02-05', '2026-02-10'] },
    'vs Feb 5 – Feb 9',
  ],
  [
    'is of more days',
    { current: ['2026-02-10', '2026-02-12'], earlier: ['2026-02-05', '2026-02-10'] },
    'vs Feb 5 – Feb 9',
  ],
  [
    'ends a day before',
    { current: ['2026-02-10', '2026-02-17'], earlier: ['2026-02-02', '2026-02-09'] },
    'vs Feb 2 – Feb 8',
  ],
  ['is a day', { current: ['2026-02-10', '2026-02-11'], earlier: ['2026-02-09', '2026-02-10'] }, 'vs Feb 9'],
])('one that %s is told by its days', (_what, { current, earlier }, text) => {
  expect(said(current, earlier)).toBe(text)
})

it('nothing is told where nothing is compared', () => {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- what it reads of an answer
  expect(comparedWith({ comparison: undefined } as RunReportAnswer)).toBe(undefined)
})
