import type { Filter } from '@callboard/contract/calls'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildCallListUrl,
  callListDefaults,
  CallListSearch,
  type CallListState,
} from '#web/lib/call-list-url.ts'
import { parseSearch } from '#web/lib/url-state.ts'

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
      '/reports/calldetails?period=last30Days&filter=status:in:missed,abandoned&filter=returnedAt:isNull&filter=dayOfWeek:eq:~1&sort=duration&desc=false',
    )
  })

  it('keeps a text of digits a text, and a number a number', () => {
    const filters: Filter[] = [
      { field: 'npanxx', op: 'in', values: ['415555', 415555, null, true, '~1', 'null', ''] },
    ]
    expect(read(buildCallListUrl({ filters })).state?.filters).toEqual(filters)
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
      filters: fc.array(filter, { maxLength: 4 }),
      keyword: fc.constantFrom(undefined, '+1 (212)', 'a=b&c,d:e'),
      sort: fc.constantFrom('startedAt' as const, 'value' as const),
      desc: fc.boolean(),
      call: fc.constantFrom(undefined, '01990000-0000-7000-8000-000000000001'),
    })
    fc.assert(
      fc.property(state, (one) => {
        expect(read(buildCallListUrl(one)).state).toEqual(one)
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
