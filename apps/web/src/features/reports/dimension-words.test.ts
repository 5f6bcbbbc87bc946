import { describeNone } from '@callboard/contract/field-names'
import type { ReportColumn } from '@callboard/contract/reports'
import { describe, expect, it } from 'vitest'
import { writeDimension } from '#web/features/reports/dimension-words.ts'

const column = (name: string, rest: Partial<ReportColumn> = {}): ReportColumn => ({
  name,
  label: 'Source',
  type: 'text',
  role: 'dimension',
  ...rest,
})

describe('writeDimension', () => {
  it.each([
    ['Harbor Dental', 'c1', column('customer')],
    ['(212) 555-0147', '+12125550147', column('trackingNumber', { type: 'phone' })],
    ['09:00–10:00', 9, column('hourOfDay', { type: 'integer' })],
    ['Sunday', 7, column('dayOfWeek', { type: 'integer' })],
    ['Wed, Oct 21, 2026', '2026-10-21', column('time', { type: 'time', grain: 'day' })],
    [
      'Wed, Oct 21, 2026, 14:00',
      '2026-10-21T14:00:00-04:00',
      column('time', { type: 'time', grain: 'hour' }),
    ],
    ['Oct 2026', '2026-10-01', column('time', { type: 'time', grain: 'month' })],
    ['Called before', false, column('firstTime', { type: 'boolean' })],
    ['In progress', 'in-progress', column('status')],
    ['Outbound', 'outbound', column('direction')],
    ['Paid search', 'Paid search', column('source')],
  ] as const)('writes %s', (written, cell, of) => {
    expect(writeDimension(cell, of, { customer: { c1: 'Harbor Dental' } })?.full).toBe(written)
  })

  it('writes nothing where a call has no value, and says so in words', () => {
    expect(writeDimension(null, column('source'), {})).toBeUndefined()
    expect(describeNone('source', 'Source')).toBe('Not attributed')
    expect(describeNone('callerNumber', 'Caller number')).toBe('Withheld')
    expect(describeNone('campaign', 'Campaign')).toBe('No campaign')
    expect(describeNone('zipcode', 'ZIP code')).toBe('No ZIP code')
  })
})
