import { describe, expect, it } from 'vitest'
import { buildBucketSpan, describePart } from './bucket-span.ts'

const newYork = {
  from: '2026-10-01T04:00:00.000Z',
  to: '2026-11-30T05:00:00.000Z',
  timeZone: 'America/New_York',
}

describe('buildBucketSpan', () => {
  it('keeps a day within the period a day of the zone', () => {
    expect(buildBucketSpan('2026-10-21', 'day', newYork)).toEqual({ from: '2026-10-21', to: '2026-10-22' })
  })

  it('ends the day of the report where the period ends', () => {
    const period = { ...newYork, to: '2026-11-20T16:42:08.123Z' }
    expect(buildBucketSpan('2026-11-20', 'day', period)).toEqual({
      from: '2026-11-20',
      to: '2026-11-20T16:42:08.123Z',
    })
    expect(buildBucketSpan('2026-11-19', 'day', period)).toEqual({ from: '2026-11-19', to: '2026-11-20' })
  })

  it('starts the first day where the period starts', () => {
    const period = { ...newYork, from: '2026-10-21T15:30:00.000Z' }
    expect(buildBucketSpan('2026-10-21', 'day', period)).toEqual({
      from: '2026-10-21T15:30:00.000Z',
      to: '2026-10-22',
    })
  })

  it.each([
    ['week', '2026-10-19', '2026-10-26'],
    ['month', '2026-10-01', '2026-11-01'],
    ['quarter', '2026-10-01', '2027-01-01'],
    ['year', '2026-01-01', '2027-01-01'],
  ] as const)('spans a whole %s', (grain, from, to) => {
    const period = { ...newYork, from: '2025-12-01T05:00:00.000Z', to: '2027-06-01T04:00:00.000Z' }
    expect(buildBucketSpan(from, grain, period)).toEqual({ from, to })
  })

  it('clips a week at both ends of the period', () => {
    const period = { ...newYork, from: '2026-10-21T04:00:00.000Z', to: '2026-10-23T18:00:00.000Z' }
    expect(buildBucketSpan('2026-10-19', 'week', period)).toEqual({ from: period.from, to: period.to })
  })

  it('makes instants of an hour with its offset', () => {
    expect(buildBucketSpan('2026-10-21T09:00:00-04:00', 'hour', newYork)).toEqual({
      from: '2026-10-21T13:00:00.000Z',
      to: '2026-10-21T14:00:00.000Z',
    })
  })

  it('tells the two hours apart that come when clocks go back', () => {
    expect(buildBucketSpan('2026-11-01T01:00:00-04:00', 'hour', newYork).from).toBe(
      '2026-11-01T05:00:00.000Z',
    )
    expect(buildBucketSpan('2026-11-01T01:00:00-05:00', 'hour', newYork).from).toBe(
      '2026-11-01T06:00:00.000Z',
    )
  })

  it('leaves no minute in two hours where clocks move by half an hour', () => {
    const lordHowe = {
      from: '2026-04-01T00:00:00.000Z',
      to: '2026-04-30T00:00:00.000Z',
      timeZone: 'Australia/Lord_Howe',
    }
    expect(buildBucketSpan('2026-04-05T01:00:00+11:00', 'hour', lordHowe)).toEqual({
      from: '2026-04-04T14:00:00.000Z',
      to: '2026-04-04T15:00:00.000Z',
    })
    expect(buildBucketSpan('2026-04-05T01:00:00+10:30', 'hour', lordHowe)).toEqual({
      from: '2026-04-04T15:00:00.000Z',
      to: '2026-04-04T15:30:00.000Z',
    })
  })

  it('is the hour that the server means, whatever offset the browser knows', () => {
    const { from, to } = buildBucketSpan('2026-10-21T09:00:00-05:00', 'hour', newYork)
    expect([from, to]).toEqual(['2026-10-21T14:00:00.000Z', '2026-10-21T15:00:00.000Z'])
  })

  it('takes a bucket of no known size for a day', () => {
    expect(buildBucketSpan('2026-10-21', 'auto', newYork)).toEqual({ from: '2026-10-21', to: '2026-10-22' })
  })

  it('ends no hour at a change of clocks that comes with the next one, or never', () => {
    const hour = (start: string, timeZone: string) => {
      const { from, to } = buildBucketSpan(start, 'hour', { ...newYork, timeZone })
      return [from, to]
    }
    expect(hour('2026-11-01T01:00:00-04:00', 'America/New_York')).toEqual([
      '2026-11-01T05:00:00.000Z',
      '2026-11-01T06:00:00.000Z',
    ])
    expect(hour('2026-11-01T01:00:00+00:00', 'UTC')).toEqual([
      '2026-11-01T01:00:00.000Z',
      '2026-11-01T02:00:00.000Z',
    ])
  })

  it('clips an hour at the end of the period', () => {
    const period = { ...newYork, to: '2026-10-21T13:20:00.000Z' }
    expect(buildBucketSpan('2026-10-21T09:00:00-04:00', 'hour', period).to).toBe('2026-10-21T13:20:00.000Z')
  })
})

describe('a bucket that the period cuts', () => {
  it.each([
    ['2026-09-28', 'week', '4 of 7 days'],
    ['2026-10-05', 'week', undefined],
    ['2026-11-23', 'week', undefined],
    ['2026-10-01', 'quarter', '60 of 92 days'],
    ['2026-11-01', 'month', '29 of 30 days'],
    ['2026-10-01', 'month', undefined],
    ['2026-11-29', 'day', undefined],
    ['2026-11-29T10:00:00-05:00', 'hour', undefined],
  ] as const)('%s, a %s: %s', (start, grain, expected) => {
    expect(describePart(start, grain, newYork)).toBe(expected)
  })

  it('says when it begins and ends where that is within a day', () => {
    const period = { ...newYork, from: '2026-11-16T13:00:00.000Z', to: '2026-11-20T16:42:08.123Z' }
    expect(describePart('2026-11-16', 'day', period)).toBe('from 08:00')
    expect(describePart('2026-11-17', 'day', period)).toBe(undefined)
    expect(describePart('2026-11-20', 'day', period)).toBe('until 11:42')
    expect(describePart('2026-11-16', 'week', period)).toBe('5 of 7 days')
    const sunday = { ...newYork, from: '2026-11-16T05:00:00.000Z', to: '2026-11-22T16:00:00.000Z' }
    expect(describePart('2026-11-16', 'week', sunday)).toBe('until 11:00')
  })
})
