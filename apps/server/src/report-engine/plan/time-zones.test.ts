import { formatTimeZone } from '@callboard/contract/format-time-zone'
import type { Cell } from '@callboard/contract/reports'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { expectOk } from '#test/expect-errors.ts'
import { csvRows } from '#test/csv-rows.ts'
import { buildCall } from '#test/factory.ts'
import { times } from '#test/soak.ts'
import { openPortal, type Portal } from '#test/portal.ts'
import { wallClock } from '#test/reporting/wall-clock.ts'

const dayMs = 86_400_000
const year = { from: Date.parse('2025-11-15T00:00:00Z'), to: Date.parse('2026-11-15T00:00:00Z') }

/** Where the engine's own data told other hours than ours, and where clocks do something rare. */
const oddZones = [
  'America/Vancouver',
  'America/Edmonton',
  'Africa/Casablanca',
  'Africa/El_Aaiun',
  'Europe/Chisinau',
  'Pacific/Apia',
  'Pacific/Fakaofo',
  'Pacific/Kiritimati',
  'Pacific/Kanton',
  'Pacific/Kwajalein',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'America/Santiago',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Atlantic/Azores',
]
const zones = times(0, 1) === 1 ? Intl.supportedValuesOf('timeZone') : oddZones

/** The moments of the year at which clocks of a zone change, found by bisection. */
function changesOf(timeZone: string): number[] {
  const clock = wallClock(timeZone)
  const offsetAt = (ms: number) => clock(new Date(ms).toISOString()).label.slice(19)
  const changes: number[] = []
  for (let ms = year.from; ms < year.to; ms += dayMs) {
    if (offsetAt(ms) === offsetAt(ms + dayMs)) continue
    let [before, after] = [ms, ms + dayMs]
    while (after - before > 60_000) {
      const middle = Math.floor((before + after) / 120_000) * 60_000
      if (offsetAt(middle) === offsetAt(ms)) before = middle
      else after = middle
    }
    changes.push(after)
  }
  return changes
}

let test: Portal
let customer: string
let startedAt: string[]
const changes = new Map(zones.map((zone) => [zone, changesOf(zone)]))

beforeAll(async () => {
  test = await openPortal()
  const { id } = await test.make.customer()
  customer = id
  const moments = new Set(
    [Date.parse('2026-11-02T12:00:00Z'), ...[...changes.values()].flat()].flatMap((change) =>
      // Every 20 minutes from a day before to a day after, each in another second.
      Array.from({ length: 146 }, (_, at) => change + (at - 73) * 1_200_000 + ((at * 7919) % 1_200_000)),
    ),
  )
  startedAt = [...moments].map((ms) => new Date(ms).toISOString())
  const key = await test.make.apiKey(id)
  const calls = startedAt.map((at) => buildCall({ startedAt: at, duration: 1, callerNumber: null }))
  for (let at = 0; at < calls.length; at += 5000) await test.sendCalls(key, calls.slice(at, at + 5000))
})

interface Asked {
  timeZone: string
  dateRange: { from: string; to: string }
}

async function run(
  { timeZone, dateRange }: Asked,
  dimensions: { field: string; grain?: string }[],
  more: object = {},
) {
  const body = {
    definition: { dimensions, measures: ['calls'], ...more },
    parameters: { dateRange, customer },
    timeZone,
  }
  return await test.runReport(body)
}

async function countBehind(asked: { from: string; to: string; timeZone: string; filters?: object[] }) {
  const filters = [{ field: 'customer', op: 'eq', values: [customer] }, ...(asked.filters ?? [])]
  const body = { ...asked, filters, columns: ['startedAt'], pageSize: 1, withTotal: true }
  const answer = expectOk(await test.admin.ask({ path: '/api/reporting/calldetails', body }))
  return z.object({ total: z.int() }).parse(answer).total
}

/** By what the dimensions say. */
function counted(rows: readonly (string | number)[][]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(rows, (row) => JSON.stringify(row))].map(([key, group]) => [key, group.length]),
  )
}

function withCalls(rows: readonly Cell[][]): Record<string, number> {
  return Object.fromEntries(
    rows
      .map((cells) => [JSON.stringify(cells.slice(0, -1)), Number(cells.at(-1))] as const)
      .filter(([, calls]) => calls > 0),
  )
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)
}

async function expectTrueFigures(timeZone: string, aroundMs: number) {
  const clock = wallClock(timeZone)
  const dayAt = (ms: number) => clock(new Date(ms).toISOString()).day
  const dateRange = { from: dayAt(aroundMs - dayMs), to: nextDay(dayAt(aroundMs + dayMs)) }
  const asked = { timeZone, dateRange }
  const inside = startedAt.map(clock).filter(({ day }) => dateRange.from <= day && day < dateRange.to)
  const [hours, days, weekly, parts] = await Promise.all([
    run(asked, [{ field: 'time', grain: 'hour' }]),
    run(asked, [{ field: 'time', grain: 'day' }]),
    run(asked, [{ field: 'dayOfWeek' }, { field: 'hourOfDay' }]),
    run(asked, [{ field: 'dayPart' }]),
  ])
  expect(withCalls(hours.rows)).toEqual(counted(inside.map(({ label }) => [label])))
  expect(withCalls(days.rows)).toEqual(counted(inside.map(({ day }) => [day])))
  expect(withCalls(weekly.rows)).toEqual(counted(inside.map(({ weekday, hour }) => [weekday, hour])))
  expect(withCalls(parts.rows)).toEqual(counted(inside.map(({ hour }) => [hour - (hour % 6)])))
  for (const { totals, rows } of [hours, days, weekly, parts]) {
    expect(totals?.at(-1)).toBe(inside.length)
    expect(rows.reduce((sum, cells) => sum + Number(cells.at(-1)), 0)).toBe(inside.length)
  }
  expect(inside.length).toBeGreaterThan(0)
  const secondLater = (at: string) => new Date(Date.parse(at) + 1000).toISOString()
  expect((await timesInFile(asked)).toSorted()).toEqual(
    startedAt
      .filter((at) => inside.includes(clock(at)))
      .map((at) => `${clock(at).text} – ${clock(secondLater(at)).text}`)
      .toSorted(),
  )
  // The calls behind a day and behind an hour of each day.
  for (const [day, calls] of days.rows) {
    const from = z.string().parse(day)
    expect(await countBehind({ from, to: nextDay(from), timeZone })).toBe(calls)
  }
  const hour = clock(new Date(aroundMs).toISOString()).hour
  const filters = [{ field: 'hourOfDay', op: 'eq', values: [hour] }]
  expect(await countBehind({ ...dateRange, timeZone, filters })).toBe(
    inside.filter((one) => one.hour === hour).length,
  )
}

async function timesInFile({ timeZone, dateRange }: Asked): Promise<string[]> {
  const filters = [{ field: 'customer', op: 'eq', values: [customer] }]
  const body = { ...dateRange, timeZone, filters, columns: ['startedAt', 'endedAt'] }
  const headers = { accept: 'text/csv' }
  const answer = await test.admin.ask({ path: '/api/reporting/calldetails', body, headers })
  const [header, ...rows] = csvRows(answer.text)
  expect(header).toEqual([
    `Started at (${formatTimeZone(timeZone)})`,
    `Ended at (${formatTimeZone(timeZone)})`,
  ])
  return rows.map((cells) => cells.join(' – '))
}

describe('the figures of a zone are those of its clocks', () => {
  it.each(zones)('%s', { tags: ['soak'] }, async (timeZone) => {
    for (const change of [Date.parse('2026-11-02T12:00:00Z'), ...(changes.get(timeZone) ?? [])])
      await expectTrueFigures(timeZone, change)
  })
})

describe('a day that never was', () => {
  it.each([
    ['Pacific/Apia', '2011-12-30', ['2011-12-29', '2011-12-31', '2012-01-01']],
    ['Pacific/Kwajalein', '1993-08-21', ['1993-08-20', '1993-08-22', '1993-08-23']],
  ])('in %s is no row of a report, of its comparison or of a file', async (timeZone, day, days) => {
    const [from = '', , last = ''] = days
    const dateRange = { from, to: nextDay(last) }
    const dimensions = [{ field: 'time', grain: 'day' }]
    expect((await run({ timeZone, dateRange }, dimensions)).rows).toEqual(days.map((one) => [one, 0]))
    // A period of four dates has three days, and so does the one before a period of three dates.
    const later = { from: nextDay(last), to: nextDay(nextDay(nextDay(nextDay(last)))) }
    const compared = await run({ timeZone, dateRange: later }, dimensions, { compare: 'previousPeriod' })
    expect(compared.comparison?.rows.map((cells) => cells?.[0])).not.toContain(day)
    const body = {
      definition: { dimensions, measures: ['calls'] },
      parameters: { dateRange, customer },
      timeZone,
    }
    const headers = { accept: 'text/csv' }
    const file = await test.admin.ask({ path: '/api/reporting/runreport', body, headers })
    expect(csvRows(file.text).slice(1)).toEqual(days.map((one) => [one, '0']))
    const weeks = await run({ timeZone, dateRange }, [{ field: 'time', grain: 'month' }])
    expect(weeks.rows.map(([month]) => month)).toEqual([
      ...new Set(days.map((one) => `${one.slice(0, 7)}-01`)),
    ])
  })
})
