import type { SavedReport } from '@callboard/contract/saved-reports'
import { expect, it } from 'vitest'
import { brokenBy, findBreakage } from '#web/features/report-builder/draft/breakage.ts'
import { emptyDraft } from '#web/features/report-builder/draft/report-draft.ts'

const before = emptyDraft()
const without = (name: string) => ({
  ...before,
  parameters: before.parameters.filter((use) => use.name !== name),
})
const saved: readonly Pick<SavedReport, 'name' | 'parameters'>[] = [
  { name: 'all', parameters: {} },
  { name: 'one customer', parameters: { customer: ['c1'] } },
]

it('names the saved reports with a value for a parameter that goes', () => {
  const breakage = findBreakage(before, without('customer'))
  expect(breakage).toEqual({ lost: ['customer'], isEnded: false })
  expect(breakage && brokenBy(breakage, saved).map(({ name }) => name)).toEqual(['one customer'])
})

it('takes all saved reports for broken once the report is inactive, and none while nothing goes', () => {
  const breakage = findBreakage(before, { ...before, isActive: false })
  expect(breakage && brokenBy(breakage, saved)).toHaveLength(2)
  expect(findBreakage(without('customer'), before)).toBe(undefined)
})

it('ends nothing by an edit of a report that is inactive already, nor by making it active', () => {
  const inactive = { ...before, isActive: false }
  expect(findBreakage(inactive, inactive)).toBe(undefined)
  expect(findBreakage(inactive, before)).toBe(undefined)
  expect(findBreakage(inactive, { ...without('customer'), isActive: false })).toEqual({
    lost: ['customer'],
    isEnded: false,
  })
})
