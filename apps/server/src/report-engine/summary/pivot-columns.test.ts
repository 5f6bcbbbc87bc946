import { earlierSpan } from '@callboard/contract/comparison'
import { resolvePeriod } from '@callboard/contract/period'
import { describe, expect, it } from 'vitest'
import { inWeekOrder, timePivotColumns, valuePivotColumns } from './pivot-columns.ts'
import type { Plan } from '../plan/plan.ts'

describe('the columns across of values', () => {
  it('are one for each, in their order, with the calls that have it', () => {
    expect(valuePivotColumns('source', ['web', null], 2)).toEqual([
      { pivot: { value: 'web' }, ...both({ field: 'source', op: 'eq', values: ['web'] }) },
      { pivot: { value: null }, ...both({ field: 'source', op: 'isNull', values: [] }) },
    ])
  })

  it('end with one of all others where there are more', () => {
    const [first, others, ...none] = valuePivotColumns('source', ['web', 'tv', 'radio'], 1)
    expect(first?.pivot).toEqual({ value: 'web' })
    const filter = { field: 'source', op: 'notIn', values: ['web'] }
    expect(others).toEqual({ pivot: { isOthers: true, except: ['web'] }, ...both(filter) })
    expect(none).toEqual([])
  })

  const both = (filter: object) => ({ now: { filter }, earlier: { filter } })
})

it.each([
  [1, [1, 2, 6, 7]],
  [7, [7, 1, 2, 6]],
  [6, [6, 7, 1, 2]],
  [3, [6, 7, 1, 2]],
])('weekdays come in the order of a week that starts on %i', (weekStartsOn, days) => {
  expect(inWeekOrder([2, 7, 1, 6], weekStartsOn)).toEqual(days)
})

describe('the columns across of time', () => {
  const clock = { now: Temporal.Instant.from('2026-04-01T00:00:00Z'), timeZone: 'UTC', weekStartsOn: 1 }
  const asked = { kind: 'previousPeriod', matchWeekdays: false } as const
  const dimension = { field: 'time', grain: 'day' } as const

  function pivotColumns(limit: number, { isCompared = true } = {}) {
    const span = resolvePeriod({ from: '2026-03-10', to: '2026-03-13' }, clock)
    const comparison = isCompared ? { ...asked, span: earlierSpan(span, asked) } : undefined
    const plan = { span, weekStartsOn: 1, comparison, dimensions: [] }
    // oxlint-disable-next-line typescript/consistent-type-assertions -- what it reads of a plan
    return timePivotColumns(plan as unknown as Plan, { dimension, limit, isOrdered: true })
  }

  it('are all buckets in their order, each beside the one that it is compared with', () => {
    expect(pivotColumns(3)).toEqual(
      [
        ['2026-03-10', '2026-03-07'],
        ['2026-03-11', '2026-03-08'],
        ['2026-03-12', '2026-03-09'],
      ].map(([value, earlier]) => ({
        pivot: { value },
        now: { buckets: [value], isExcept: false },
        earlier: { buckets: [earlier], isExcept: false },
      })),
    )
  })

  it('are the first ones, and the rest of the period', () => {
    const days = ['2026-03-10', '2026-03-11']
    expect(pivotColumns(2)).toHaveLength(3)
    expect(pivotColumns(2).at(-1)).toEqual({
      pivot: { isOthers: true, except: days },
      now: { buckets: days, isExcept: true },
      earlier: { buckets: ['2026-03-07', '2026-03-08'], isExcept: true },
    })
  })

  it('stand beside nothing where nothing is compared', () => {
    expect(pivotColumns(3, { isCompared: false }).map(({ earlier }) => earlier)).toEqual(
      Array.from({ length: 3 }, () => ({ buckets: [], isExcept: false })),
    )
  })
})
