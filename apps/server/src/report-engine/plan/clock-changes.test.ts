import { beforeAll, describe, expect, it } from 'vitest'
import { openPortal, type Portal } from '#test/portal.ts'

let portal: Portal

beforeAll(async () => {
  portal = await openPortal()
})

describe('a day on which clocks change', () => {
  // One call in every half hour from before to after the day.
  const halfHours = (from: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      startedAt: new Date(Date.parse(from) + at * 1_800_000 + 60_000).toISOString(),
      duration: 10,
    }))

  it.each([
    {
      timeZone: 'America/New_York',
      day: '2026-03-08',
      next: '2026-03-09',
      start: '2026-03-08T05:00:00Z',
      hours: 23,
    },
    {
      timeZone: 'America/New_York',
      day: '2026-11-01',
      next: '2026-11-02',
      start: '2026-11-01T04:00:00Z',
      hours: 25,
    },
    {
      timeZone: 'Australia/Lord_Howe',
      day: '2026-10-04',
      next: '2026-10-05',
      start: '2026-10-03T13:30:00Z',
      hours: 23.5,
    },
    {
      timeZone: 'Australia/Lord_Howe',
      day: '2026-04-05',
      next: '2026-04-06',
      start: '2026-04-04T13:00:00Z',
      hours: 24.5,
    },
  ])(
    'in $timeZone on $day has the right hours and sums',
    async ({ timeZone, day, next, start, hours: length }) => {
      const calls = length * 2
      const customer = await portal.customerWith([
        { startedAt: new Date(Date.parse(start) - 1000).toISOString(), duration: 1 },
        ...halfHours(start, calls + 1),
      ])
      const hours = await portal.runReport({
        definition: { dimensions: [{ field: 'time', grain: 'hour' }], measures: ['calls'] },
        parameters: { dateRange: { from: day, to: next }, customer },
        timeZone,
      })
      expect(hours.totals).toEqual([null, calls])
      expect(hours.rows).toHaveLength(Math.ceil(length))
      expect(hours.rows.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(calls)
      const days = await portal.runReport({
        definition: { dimensions: [{ field: 'time', grain: 'day' }], measures: ['calls'] },
        parameters: { dateRange: { from: day, to: next }, customer },
        timeZone,
      })
      expect(days.rows).toEqual([[day, calls]])
    },
  )
})
