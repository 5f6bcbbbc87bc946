import { describeNone } from './field-names.ts'
import type { ReportColumn } from './reports.ts'
import { describe, expect, it } from 'vitest'
import { writeCell, writeDimension } from './dimension-words.ts'

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
    ['Evening, 18:00–00:00', 18, column('dayPart', { type: 'integer' })],
    ['User busy (17)', 17, column('hangupCause', { type: 'integer' })],
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
    expect(describeNone('firstTime', 'First-time caller')).toBe('Outbound or withheld')
    expect(describeNone('hangupBy', 'Hung up by')).toBe('Not known')
  })
})

describe('writeCell', () => {
  const answer = {
    labels: {},
    meta: {
      reportId: null,
      reportName: 'Calls',
      from: '2026-10-01T04:00:00.000Z',
      to: '2026-11-01T04:00:00.000Z',
      timeZone: 'America/New_York',
      filters: [],
      answerWithinSeconds: 20,
      rowCount: 1,
      generatedAt: '2026-11-01T04:00:00.000Z',
      elapsedMs: 1,
    },
  }

  it('writes the times of calls in the zone of the report, and how long they took', () => {
    const startedAt = column('startedAt', { type: 'time' })
    expect(writeCell('2026-10-21T18:04:05.000Z', startedAt, answer)).toBe('Oct 21, 2026, 14:04:05')
    expect(writeCell(162, column('duration', { type: 'duration' }), answer)).toBe('2:42')
    const amount = [{ amount: '120.00', currency: 'USD' }]
    expect(writeCell(amount, column('value', { type: 'money' }), answer)).toBe('$120.00')
    expect(writeCell(null, startedAt, answer)).toBe(undefined)
  })
})
