import type { Filter } from '@callboard/contract/calls'
import { isNullable } from '@callboard/contract/field-declaration'
import { findField } from '@callboard/contract/field-names'
import { canonicalFilter } from '@callboard/contract/filter-text'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildCallListUrl,
  callListDefaults,
  CallListSearch,
  clearing,
  type CallListState,
} from '#web/lib/urls/call-list-url.ts'
import { everyFilter } from '../../../test/every-filter.ts'
import { parseSearch } from '#web/lib/urls/url-state.ts'

/** Which values pass, in a form that does not depend on how the filter says it. */
function meaningOf({ field, op, values }: Filter) {
  if (op === 'isNull' || op === 'notNull') return { passes: op === 'isNull', values: [null] }
  const isList = op === 'eq' || op === 'in' || op === 'ne' || op === 'notIn'
  if (!isList) return { op, values }
  const passes = op === 'eq' || op === 'in'
  if (findField(field)?.kind !== 'boolean' || passes) return { passes, values: [...new Set(values)] }
  const all = isNullable(findField(field) ?? { kind: 'boolean' }) ? [true, false, null] : [true, false]
  return { passes: true, values: all.filter((value) => !values.includes(value)) }
}

function read(url: string) {
  return parseSearch(CallListSearch, new URL(url, 'http://portal.test').searchParams)
}

describe('the address of the call list', () => {
  it('says nothing of what is as by default', () => {
    expect(buildCallListUrl({})).toBe('/reports/calldetails')
    expect(read('/reports/calldetails').state).toEqual(callListDefaults)
  })

  it('is readable', () => {
    const url = buildCallListUrl({
      period: { relative: 'last30Days' },
      filters: [
        { field: 'status', op: 'in', values: ['missed', 'abandoned'] },
        { field: 'returnedAt', op: 'isNull', values: [] },
        { field: 'dayOfWeek', op: 'eq', values: [1] },
      ],
      sort: 'duration',
      desc: false,
    })
    expect(url).toBe(
      '/reports/calldetails?period=last30Days&filter=status:in:missed,abandoned&filter=returnedAt:isNull&filter=dayOfWeek:eq:1&sort=duration&desc=false',
    )
  })

  it.each([
    ['missedNotReturned:eq:true', 'missedNotReturned:eq:~true'],
    ['missedNotReturned:eq:true', 'missedNotReturned:ne:false'],
    ['firstTime:in:false,~null', 'firstTime:ne:true'],
    ['dayOfWeek:eq:1', 'dayOfWeek:in:~1'],
    ['status:eq:missed', 'status:in:missed,missed'],
    ['campaign:isNull', 'campaign:eq:~null'],
    ['npanxx:eq:415555', 'npanxx:eq:~415555'],
    ['value:ge:12.5', 'value:ge:~12.5'],
  ])('writes %s for what an older address wrote as %s', (canonical, older) => {
    const { state } = read(`/reports/calldetails?filter=${older}`)
    expect(buildCallListUrl(state ?? {})).toBe(`/reports/calldetails?filter=${canonical}`)
    expect(read(`/reports/calldetails?filter=${canonical}`).state).toEqual(state)
  })

  it('keeps what every field and operator asks for, whatever its values look like', () => {
    for (const filter of everyFilter()) {
      const [back] = read(buildCallListUrl({ filters: [filter] })).state?.filters ?? []
      expect(back, JSON.stringify(filter)).toEqual(canonicalFilter(filter))
      expect(back && meaningOf(back)).toEqual(meaningOf(filter))
    }
  })

  it('reads back whatever it wrote', () => {
    const value = fc.oneof(
      fc.string({ maxLength: 40, unit: 'grapheme' }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    )
    const filter = fc.record({
      field: fc.constantFrom('source', 'callerNumber', 'tag'),
      op: fc.constantFrom('eq' as const, 'in' as const, 'contains' as const, 'notNull' as const),
      values: fc.array(value, { maxLength: 4 }),
    })
    const state = fc.record({
      period: fc.constantFrom<CallListState['period']>(
        { relative: 'today' },
        { from: '2026-10-01', to: '2026-10-08' },
        { from: '2026-10-01T04:00:00.000Z', to: '2026-10-08T13:12:11.010Z' },
      ),
      timeZone: fc.constantFrom(undefined, 'Europe/Berlin'),
      entityGroups: fc.uniqueArray(fc.uuid(), { maxLength: 3 }),
      filters: fc.array(filter, { maxLength: 4 }),
      keyword: fc.constantFrom(undefined, '+1 (212)', 'a=b&c,d:e'),
      sort: fc.constantFrom('startedAt' as const, 'value' as const),
      desc: fc.boolean(),
      call: fc.constantFrom(undefined, '01990000-0000-7000-8000-000000000001'),
    })
    fc.assert(
      fc.property(state, (one) => {
        expect(read(buildCallListUrl(one)).state).toEqual({
          ...one,
          filters: one.filters.map(canonicalFilter),
        })
      }),
    )
  })

  it.each([
    ['an unknown period', 'period=lastCentury'],
    ['from without to', 'from=2026-10-01'],
    ['a name and days at once', 'period=today&from=2026-10-01&to=2026-10-02'],
    ['an operator that does not exist', 'filter=status:like:x'],
    ['a filter without a field', 'filter=:eq:x'],
    ['a filter with too many parts', 'filter=a:eq:b:c'],
    ['a broken escape', 'filter=source:eq:%25zz'],
    ['a value of no kind', 'filter=source:eq:~maybe'],
    ['a sort that does not exist', 'sort=name'],
    ['a call that is no id', 'call=7'],
  ])('refuses %s', (_, search) => {
    expect(read(`/reports/calldetails?${search}`).problem).toBeTruthy()
  })
})

it('an empty list offers to clear what narrows it: the filters, or only a search', () => {
  const whatOf = (state: Partial<CallListState>) => clearing({ ...callListDefaults, ...state })?.what
  const filters: Filter[] = [{ field: 'status', op: 'eq', values: ['missed'] }]
  expect(whatOf({})).toBe(undefined)
  expect(whatOf({ keyword: 'Radio' })).toBe('search')
  expect(whatOf({ filters, keyword: 'Radio' })).toBe('filters')
  expect(whatOf({ entityGroups: ['0f000000-0000-7000-8000-000000000001'] })).toBe('filters')
})
