import type { Filter } from '@callboard/contract/calls'
import { describe, expect, it } from 'vitest'
import { describeFilter } from '#web/features/calls/filter-words.ts'

describe('describeFilter', () => {
  it.each<[Filter, string]>([
    [{ field: 'status', op: 'in', values: ['missed', 'in-progress'] }, 'Status is Missed or In progress'],
    [{ field: 'direction', op: 'eq', values: ['inbound'] }, 'Direction is Inbound'],
    [{ field: 'source', op: 'notIn', values: ['Radio'] }, 'Source is not Radio'],
    [{ field: 'campaign', op: 'isNull', values: [] }, 'Campaign has no value'],
    [{ field: 'source', op: 'in', values: ['Radio', null] }, 'Source is Radio or no value'],
    [{ field: 'talkDuration', op: 'ge', values: [90] }, 'Talk time at least 1:30'],
    [{ field: 'callerNumber', op: 'eq', values: ['+12125550147'] }, 'Caller number is (212) 555-0147'],
    [{ field: 'firstTime', op: 'eq', values: [true] }, 'First-time caller: yes'],
    [{ field: 'hourOfDay', op: 'eq', values: [9] }, 'Hour of day is 09:00'],
    [{ field: 'dayOfWeek', op: 'eq', values: [7] }, 'Weekday is Sunday'],
    [{ field: 'city', op: 'in', values: ['A', 'B', 'C', 'D', 'E'] }, 'City is A or B or C or 2 more'],
    [{ field: 'billableDuration', op: 'gt', values: [60] }, 'Billable time more than 1:00'],
    [{ field: 'colour', op: 'gt', values: [60] }, 'colour more than 60'],
  ])('writes %j', (filter, words) => {
    expect(describeFilter(filter)).toBe(words)
  })

  it('names what an id stands for', () => {
    const filter: Filter = { field: 'customer', op: 'eq', values: ['c1'] }
    expect(describeFilter(filter, new Map([['c1', 'Harbor Dental']]))).toBe('Customer is Harbor Dental')
  })
})
