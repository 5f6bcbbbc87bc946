import type { Filter } from '@callboard/contract/calls'
import { describe, expect, it } from 'vitest'
import {
  isChosen,
  type QuickRange,
  quickRanges,
  toggleRange,
} from '#web/features/calls/filters/quick-ranges.ts'

function range(key: string): QuickRange {
  const found = quickRanges.find((one) => one.key === key)
  if (found === undefined) throw new Error(`There is no range ${key}`)
  return found
}

const source: Filter = { field: 'source', op: 'eq', values: ['Radio'] }

describe('quick ranges', () => {
  it('take each other’s place where they are on the outcome, and leave other filters alone', () => {
    const missed = toggleRange([source], range('missed'))
    expect(isChosen(missed, range('missed'))).toBe(true)
    const voicemail = toggleRange(missed, range('voicemail'))
    expect(isChosen(voicemail, range('missed'))).toBe(false)
    expect(voicemail).toEqual([source, ...range('voicemail').filters])
  })

  it('go with any outcome where they are on the caller', () => {
    const both = toggleRange(toggleRange([], range('answered')), range('firstTime'))
    expect(isChosen(both, range('answered'))).toBe(true)
    expect(isChosen(both, range('firstTime'))).toBe(true)
  })

  it('of calls in progress have those of both directions', () => {
    const live = toggleRange(toggleRange([source], range('missed')), range('inProgress'))
    expect(live).toEqual([source, { field: 'status', op: 'eq', values: ['in-progress'] }])
  })

  it('go away at a second click', () => {
    expect(toggleRange(toggleRange([source], range('notReturned')), range('notReturned'))).toEqual([source])
  })
})
