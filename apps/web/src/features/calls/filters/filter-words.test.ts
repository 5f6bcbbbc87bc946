import { fields as declared } from '@callboard/contract/call-fields'
import type { Filter } from '@callboard/contract/calls'
import type { FieldTable } from '@callboard/contract/field-declaration'
import { formatFilter } from '@callboard/contract/filter-text'
import { describe, expect, it } from 'vitest'
import { everyFilter } from '../../../../test/every-filter.ts'
import { describeFilter } from '@callboard/contract/filter-words'

const fields: FieldTable = declared

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
    [
      { field: 'dayPart', op: 'in', values: [6, 12] },
      'Part of the day is Morning, 06:00–12:00 or Afternoon, 12:00–18:00',
    ],
    [{ field: 'dayOfWeek', op: 'eq', values: [7] }, 'Weekday is Sunday'],
    [{ field: 'dayOfWeek', op: 'in', values: [2, 1, 3, 5, 4] }, 'Weekday is Monday to Friday'],
    [{ field: 'hourOfDay', op: 'notIn', values: [8, 9, 11] }, 'Hour of day is not 08:00 or 09:00 or 11:00'],
    [{ field: 'city', op: 'in', values: ['A', 'B', 'C', 'D', 'E'] }, 'City is A or B or C or 2 more'],
    [{ field: 'billableDuration', op: 'gt', values: [60] }, 'Billable time more than 1:00'],
    [{ field: 'missedNotReturned', op: 'eq', values: ['true'] }, 'Missed, not returned: yes'],
    [{ field: 'missedNotReturned', op: 'ne', values: [true] }, 'Missed, not returned: no'],
    [{ field: 'firstTime', op: 'ne', values: [true] }, 'First-time caller: no or no value'],
    [{ field: 'firstTime', op: 'eq', values: [null] }, 'First-time caller has no value'],
    [
      { field: 'startedAt', op: 'ge', values: ['2026-11-22T14:00:00Z'] },
      'Started at from Nov 22, 2026, 08:00:00',
    ],
    [{ field: 'value', op: 'lt', values: ['1250.50'] }, 'Value less than 1,250.5'],
    [{ field: 'hangupCause', op: 'eq', values: [17] }, 'Hang-up cause is User busy (17)'],
    [{ field: 'colour', op: 'gt', values: [60] }, 'colour more than 60'],
  ])('writes %j', (filter, words) => {
    expect(describeFilter(filter, { timeZone: 'America/Chicago' })).toBe(words)
  })

  it('names what an id stands for', () => {
    const filter: Filter = { field: 'customer', op: 'eq', values: ['c1'] }
    expect(describeFilter(filter, { labels: new Map([['c1', 'Harbor Dental']]), timeZone: 'UTC' })).toBe(
      'Customer is Harbor Dental',
    )
  })

  it('says of every field and operator what it says of no other', () => {
    const said = new Map<string, string>()
    for (const filter of everyFilter()) {
      const words = describeFilter(filter, { timeZone: 'UTC' })
      expect(words, JSON.stringify(filter)).toContain(fields[filter.field]?.label)
      expect(words).not.toMatch(/undefined|NaN/)
      const key = `${filter.field} ${words}`
      const written = formatFilter(filter)
      expect(said.get(key) ?? written).toBe(written)
      said.set(key, written)
    }
  })

  it('has words of its own for yes and no', () => {
    const flags = everyFilter().filter(({ field }) => fields[field]?.kind === 'boolean')
    expect(flags.length).toBeGreaterThan(10)
    for (const filter of flags) expect(describeFilter(filter, { timeZone: 'UTC' })).not.toMatch(/true|false/)
  })
})
