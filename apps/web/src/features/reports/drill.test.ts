import type { Filter } from '@callboard/contract/calls'
import type { Cell, ReportColumn } from '@callboard/contract/reports'
import { describe, expect, it } from 'vitest'
import { buildDrill } from '#web/features/reports/drill.ts'
import { buildCallListUrl, CallListSearch } from '#web/lib/call-list-url.ts'
import { parseSearch } from '#web/lib/url-state.ts'

const dimension = (name: string, type: ReportColumn['type'] = 'text'): ReportColumn => ({
  name,
  label: name,
  type,
  role: 'dimension',
})
const measure = (name: string): ReportColumn => ({ name, label: name, type: 'integer', role: 'measure' })

const noFilters: Filter[] = []
const meta = {
  from: '2026-10-22T04:00:00.000Z',
  to: '2026-11-20T16:42:08.123Z',
  timeZone: 'America/New_York',
  filters: noFilters,
}

function drill(column: ReportColumn, value: Cell, name = 'calls') {
  return buildDrill({ columns: [column, measure(name)], meta, row: [value, 12], measure: name })
}

describe('buildDrill', () => {
  it('opens the whole period in the zone of the report for the totals', () => {
    expect(buildDrill({ columns: [dimension('source'), measure('calls')], meta, measure: 'calls' })).toEqual({
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
    expect(buildDrill({ columns, meta, row, measure: 'calls' })).toBeUndefined()
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
    [
      'missedWithheld',
      ['direction eq inbound', 'status in missed,abandoned,busy,failed', 'callerNumber isNull '],
    ],
  ] as const)('finds the calls that count as %s', (name, filters) => {
    const found = buildDrill({ columns: [measure(name)], meta, measure: name })?.filters ?? []
    expect(found.map(({ field, op, values }) => `${field} ${op} ${values.join(',')}`)).toEqual(filters)
  })

  it.each(['answerRate', 'uniqueCallers', 'averageTalk', 'value'])(
    'has no calls one by one behind %s',
    (name) => {
      expect(drill(dimension('source'), 'Radio', name)).toBeUndefined()
    },
  )

  it('keeps the filters of the report, each once', () => {
    const filters: Filter[] = [
      { field: 'direction', op: 'eq', values: ['inbound'] },
      { field: 'customer', op: 'in', values: ['a', 'b'] },
    ]
    const calls = buildDrill({
      columns: [dimension('location'), measure('missed')],
      meta: { ...meta, filters },
      row: ['NEWARK', 3],
      measure: 'missed',
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
