import { describe, expect, it } from 'vitest'
import { figureKinds } from './figure-kinds.ts'
import { measures } from './measures.ts'
import {
  isComparing,
  labelOf,
  meaningOf,
  measureColumns,
  type MeasureColumn,
  parseColumn,
  viewsOf,
} from './report-columns.ts'

describe('what a column tells of a measure', () => {
  it.each([
    ['calls', ['figure', 'share', 'earlier', 'change']],
    // Shares of shares and of percentiles add up to nothing.
    ['answerRate', ['figure', 'earlier', 'change']],
    ['p90Duration', ['figure', 'earlier', 'change']],
    ['value', ['figure', 'share', 'earlier', 'change']],
    // They tell of now, so there is nothing earlier.
    ['waitingToday', ['figure', 'share']],
    ['longestWaiting', ['figure']],
    ['firstCall', ['figure']],
  ] as const)('of %s is %j', (measure, views) => {
    expect(viewsOf(measure)).toEqual(views)
  })

  it('is read from its name and named by it', () => {
    expect(parseColumn('calls')).toEqual({ measure: 'calls', view: 'figure' })
    expect(parseColumn('calls:change')).toEqual({ measure: 'calls', view: 'change' })
    for (const name of measureColumns) {
      const { measure, view } = parseColumn(name)
      expect(viewsOf(measure)).toContain(view)
      expect(view === 'figure' ? measure : `${measure}:${view}`).toBe(name)
    }
    expect(measureColumns).toHaveLength(new Set(measureColumns).size)
    for (const name of ['nothing', 'calls:size', ''])
      // oxlint-disable-next-line typescript/consistent-type-assertions -- what no program sends
      expect(() => parseColumn(name as MeasureColumn)).toThrow(`${name} is no column of a measure`)
  })

  it('is said in words', () => {
    const { calls } = measures
    expect(labelOf(calls, 'figure')).toBe('Calls')
    expect(labelOf(calls, 'share')).toBe('Calls, share')
    expect(labelOf(calls, 'earlier')).toBe('Calls, earlier period')
    expect(labelOf(calls, 'change')).toBe('Calls, change')
    expect(meaningOf({ meaning: 'All.' }, 'figure')).toBe('All.')
    expect(meaningOf({ meaning: 'All.' }, 'share')).toBe('All. Here as a share of the total.')
    expect(meaningOf({ meaning: 'All.' }, 'earlier')).toBe('All. Here in the earlier period.')
    expect(meaningOf({ meaning: 'All.' }, 'change')).toBe('All. Here its change since the earlier period.')
  })

  it('compares where it is an earlier figure or a change', () => {
    const comparing = (['figure', 'share', 'earlier', 'change'] as const).filter((view) =>
      isComparing({ view }),
    )
    expect(comparing).toEqual(['earlier', 'change'])
  })

  it('is a change only of figures that have one', () => {
    expect(figureKinds.first.change).toBe(null)
  })
})
