import type { Filter } from '@callboard/contract/calls'
import type { Cell, ReportColumn } from '@callboard/contract/reports'
import { describe, expect, it } from 'vitest'
import type { MeasureName } from '@callboard/contract/measures'
import { countedCalls } from '@callboard/contract/report-drill'
import { buildCallListUrl, CallListSearch } from '#web/lib/urls/call-list-url.ts'
import { parseSearch } from '#web/lib/urls/url-state.ts'

const dimension = (name: string, type: ReportColumn['type'] = 'text'): ReportColumn => ({
  name,
  label: name,
  type,
  role: 'dimension',
})
const measure = (name: MeasureName): ReportColumn => ({
  name,
  label: name,
  type: 'integer',
  role: 'measure',
  measure: name,
  view: 'figure',
})

const noFilters: Filter[] = []
const meta = {
  from: '2026-10-22T04:00:00.000Z',
  to: '2026-11-20T16:42:08.123Z',
  timeZone: 'America/New_York',
  filters: noFilters,
  generatedAt: '2026-11-20T16:42:08.123Z',
  answerWithinSeconds: 20,
}

function drill(column: ReportColumn, value: Cell, name: MeasureName = 'calls') {
  const columns = [column, measure(name)]
  return countedCalls({ answer: { columns, meta }, row: [value, 12], column: measure(name) })
}

describe('countedCalls', () => {
  it('opens the whole period in the zone of the report for the totals', () => {
    expect(
      countedCalls({
        answer: { columns: [dimension('source'), measure('calls')], meta },
        column: measure('calls'),
      }),
    ).toEqual({
      period: { from: meta.from, to: meta.to },
      timeZone: 'America/New_York',
      filters: [],
    })
  })

  it.each([
    ['source', 'Paid search'],
    ['customer', '0c000000-0000-7000-8000-000000000001'],
    ['callerNumber', '+12125550147'],
    ['hourOfDay', 9],
    ['dayOfWeek', 7],
    ['firstTime', false],
    ['tag', 'quote'],
  ] as const)('filters by the value of %s', (field, value) => {
    expect(drill(dimension(field), value)?.filters).toEqual([{ field, op: 'eq', values: [value] }])
  })

  it('leads nowhere from an hour that clocks left out', () => {
    const columns = [{ ...dimension('time', 'time'), grain: 'hour' as const }, measure('calls')]
    const row = ['2026-03-08T02:00:00-05:00', null]
    expect(countedCalls({ answer: { columns, meta }, row, column: measure('calls') })).toBeUndefined()
  })

  it('filters for no value where the row has none', () => {
    expect(drill(dimension('campaign'), null)?.filters).toEqual([
      { field: 'campaign', op: 'isNull', values: [] },
    ])
  })

  it('takes the span of a time bucket instead of a filter', () => {
    const day = drill({ ...dimension('time', 'time'), grain: 'day' }, '2026-11-02')
    expect(day).toEqual({
      period: { from: '2026-11-02', to: '2026-11-03' },
      timeZone: meta.timeZone,
      filters: [],
    })
    const hour = drill({ ...dimension('time', 'time'), grain: 'hour' }, '2026-11-02T09:00:00-05:00')
    expect(hour?.period).toEqual({ from: '2026-11-02T14:00:00.000Z', to: '2026-11-02T15:00:00.000Z' })
  })

  it.each([
    ['calls', []],
    ['inbound', ['direction eq inbound']],
    ['outbound', ['direction eq outbound']],
    ['answered', ['direction eq inbound', 'status eq answered']],
    ['missed', ['direction eq inbound', 'status in missed,abandoned,busy,failed']],
    ['abandoned', ['direction eq inbound', 'status eq abandoned']],
    ['voicemail', ['direction eq inbound', 'status eq voicemail']],
    ['inProgress', ['direction eq inbound', 'status eq in-progress']],
    ['firstTimeCallers', ['firstTime eq true']],
    ['missedNotReturned', ['missedNotReturned eq true']],
    ['answeredInTime', ['direction eq inbound', 'status eq answered', 'waitDuration le 20']],
    ['waitingUnderHour', ['missedNotReturned eq true', 'startedAt ge 2026-11-20T15:42:08.123Z']],
    [
      'waitingToday',
      [
        'missedNotReturned eq true',
        'startedAt ge 2026-11-20T05:00:00.000Z',
        'startedAt lt 2026-11-20T15:42:08.123Z',
      ],
    ],
    ['waitingOlder', ['missedNotReturned eq true', 'startedAt lt 2026-11-20T05:00:00.000Z']],
    [
      'missedWithheld',
      ['direction eq inbound', 'status in missed,abandoned,busy,failed', 'callerNumber isNull '],
    ],
  ] as const)('finds the calls that count as %s', (name, filters) => {
    const found =
      countedCalls({ answer: { columns: [measure(name)], meta }, column: measure(name) })?.filters ?? []
    expect(found.map(({ field, op, values }) => `${field} ${op} ${values.join(',')}`)).toEqual(filters)
  })

  it.each(['answerRate', 'uniqueCallers', 'averageTalk', 'value'] as const)(
    'has no calls one by one behind %s',
    (name) => {
      expect(drill(dimension('source'), 'Radio', name)).toBeUndefined()
    },
  )

  it('opens the calls of the earlier period behind its figures, where time does not part them', () => {
    const comparison = { from: '2026-09-21T04:00:00.000Z', to: '2026-10-22T04:00:00.000Z' }
    const column = { ...measure('calls'), name: 'calls:earlier', view: 'earlier' } as const
    const bySource = { columns: [dimension('source'), column], meta, comparison }
    expect(countedCalls({ answer: bySource, row: ['Radio', 12], column })).toMatchObject({
      period: comparison,
      filters: [{ field: 'source', op: 'eq', values: ['Radio'] }],
    })
    const byDay = { ...bySource, columns: [{ ...dimension('time', 'time'), grain: 'day' as const }, column] }
    expect(countedCalls({ answer: byDay, row: ['2026-11-02', 12], column })).toBeUndefined()
    const share = { ...column, view: 'share' } as const
    expect(countedCalls({ answer: bySource, row: ['Radio', 12], column: share })).toBeUndefined()
  })

  it('filters by the value across, by none of those shown for the others, and for what the limit leaves out', () => {
    const column = { ...measure('calls'), pivot: { value: 'Autumn' } }
    const others = { ...column, pivot: { isOthers: true as const, except: ['Autumn', null] } }
    const answer = {
      columns: [dimension('source'), column, others, measure('calls')],
      pivot: dimension('campaign'),
      others: { except: ['Radio'] },
      meta,
    }
    const filtersOf = (row: readonly Cell[] | 'others' | undefined, of: ReportColumn) =>
      countedCalls({ answer, row, column: of })?.filters.map(
        ({ field, op, values }) => `${field} ${op} ${values.join()}`,
      )
    expect(filtersOf(['Radio', 3, 2, 5], column)).toEqual(['source eq Radio', 'campaign eq Autumn'])
    expect(filtersOf(['Radio', 3, 2, 5], others)).toEqual(['source eq Radio', 'campaign notIn Autumn,'])
    expect(filtersOf('others', column)).toEqual(['source notIn Radio', 'campaign eq Autumn'])
    expect(filtersOf(undefined, others)).toEqual(['campaign notIn Autumn,'])
    expect(filtersOf('others', measure('calls'))).toEqual(['source notIn Radio'])
  })

  it('takes the rest of the period for the others of a time across', () => {
    const pivot = { ...dimension('time', 'time'), grain: 'day' as const }
    const others = {
      ...measure('calls'),
      pivot: { isOthers: true as const, except: ['2026-10-22', '2026-10-23'] },
    }
    const calls = countedCalls({ answer: { columns: [others], pivot, meta }, row: [7], column: others })
    expect(calls).toMatchObject({ period: { from: '2026-10-24', to: meta.to }, filters: [] })
  })

  it('keeps the filters of the report, each once', () => {
    const filters: Filter[] = [
      { field: 'direction', op: 'eq', values: ['inbound'] },
      { field: 'customer', op: 'in', values: ['a', 'b'] },
    ]
    const calls = countedCalls({
      answer: { columns: [dimension('location'), measure('missed')], meta: { ...meta, filters } },
      row: ['NEWARK', 3],
      column: measure('missed'),
    })
    expect(calls?.filters).toEqual([
      ...filters,
      { field: 'location', op: 'eq', values: ['NEWARK'] },
      { field: 'status', op: 'in', values: ['missed', 'abandoned', 'busy', 'failed'] },
    ])
  })

  it('survives the way through the address', () => {
    const calls = drill(dimension('source'), 'Mail, “A:B” & ~more', 'missed')
    const url = new URL(buildCallListUrl(calls ?? {}), 'http://portal')
    expect(parseSearch(CallListSearch, url.searchParams).state).toMatchObject({ ...calls })
  })
})
