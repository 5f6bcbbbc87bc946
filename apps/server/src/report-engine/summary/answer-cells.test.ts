import type { Cell } from '@callboard/contract/reports'
import type { MeasureName } from '@callboard/contract/measures'
import type { MeasureView } from '@callboard/contract/report-columns'
import { describe, expect, it } from 'vitest'
import { answerCells, earlierCells } from './answer-cells.ts'
import { measureOf } from '../sql/measures.ts'
import type { Plan } from '../plan/plan.ts'

const terms = { answerWithinSeconds: 20, generatedAt: '2026-03-20T15:00:00.000Z', timeZone: 'UTC' }

/** A plan by source with all that a measure tells. */
function planOf(name: MeasureName, ...views: MeasureView[]): Plan {
  const plan = {
    dimensions: [{ field: 'source', grain: null }],
    measures: [measureOf(name, terms)],
    columns: views.map((view) => ({ name: `${name}:${view}`, measure: 0, view })),
    pivotColumns: [],
  }
  // oxlint-disable-next-line typescript/consistent-type-assertions -- what it reads of a plan
  return plan as unknown as Plan
}

function answered(name: MeasureName, { now, before, all }: { now: Cell; before?: Cell; all?: Cell }) {
  const cellsOf = answerCells(planOf(name, 'figure', 'share', 'earlier', 'change'), [null, all ?? null])
  return cellsOf({ cells: ['web', now], earlier: before === undefined ? null : ['web', before] }).slice(1)
}

const usd = (amount: string) => [{ amount, currency: 'USD' }]
const cad = (amount: string) => [{ amount, currency: 'CAD' }]

describe('what a row tells of a measure', () => {
  it.each([
    ['a count', answered('calls', { now: 6, before: 4, all: 12 }), [6, 0.5, 4, 0.5]],
    ['a count since none', answered('calls', { now: 6, before: 0, all: 12 }), [6, 0.5, 0, null]],
    ['a count of no earlier row', answered('calls', { now: 6, all: 12 }), [6, 0.5, null, null]],
    ['a count of nothing', answered('calls', { now: 0, before: 2, all: 0 }), [0, null, 2, -1]],
    ['a share, in points', answered('answerRate', { now: 0.75, before: 0.5 }), [0.75, null, 0.5, 0.25]],
    ['a share since none', answered('answerRate', { now: 0.5, before: 0 }), [0.5, null, 0, 0.5]],
    ['a duration, in seconds', answered('averageTalk', { now: 90, before: 60, all: 0 }), [90, null, 60, 30]],
    [
      'a figure that there is not',
      answered('answerRate', { now: null, before: 0.5 }),
      [null, null, 0.5, null],
    ],
  ])('%s', (_what, cells, expected) => {
    expect(cells).toEqual(expected)
  })

  it('of money is as of other counts where it is in one currency, and else no share and no change', () => {
    expect(answered('value', { now: usd('6.00'), before: usd('4.00'), all: usd('12.00') })).toEqual([
      usd('6.00'),
      0.5,
      usd('4.00'),
      0.5,
    ])
    expect(answered('value', { now: usd('6.00'), before: cad('4.00') }).at(-1)).toBe(null)
    const mixed = [...usd('6.00'), ...cad('1.00')]
    expect(answered('value', { now: mixed, before: usd('4.00'), all: usd('12.00') }).slice(1)).toEqual([
      null,
      usd('4.00'),
      null,
    ])
    expect(answered('value', { now: [], before: usd('4.00'), all: usd('12.00') })[1]).toBe(null)
  })
})

it('the earlier row has earlier figures and shares, but nothing that it is compared with or that is told of now', () => {
  const cells: Cell[] = ['web', 4]
  expect(earlierCells(planOf('calls', 'figure', 'share', 'earlier', 'change'), [null, 8])(cells)).toEqual([
    'web',
    4,
    0.5,
    null,
    null,
  ])
  expect(earlierCells(planOf('waitingToday', 'figure'), [null, 8])(cells)).toEqual(['web', null])
  expect(earlierCells(planOf('firstCall', 'figure'), [null, null])(['web', '2026-03-10'])).toEqual([
    'web',
    null,
  ])
})
