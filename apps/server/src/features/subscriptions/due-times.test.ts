import { nextRuns, type Schedule } from '@callboard/contract/schedule'
import { describe, expect, it } from 'vitest'
import { some, times } from '#test/soak.ts'

// `npm test` takes the first, the 15th and the 29th.
const zones = [
  'Australia/Lord_Howe',
  'Pacific/Honolulu',
  'America/Anchorage',
  'America/Los_Angeles',
  'America/Denver',
  'America/Phoenix',
  'Africa/Johannesburg',
  'America/New_York',
  'America/Halifax',
  'America/St_Johns',
  'America/Havana',
  'America/Bogota',
  'America/Sao_Paulo',
  'America/Asuncion',
  'America/Santiago',
  'America/Nuuk',
  'America/Scoresbysund',
  'Pacific/Easter',
  'Atlantic/Azores',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Lisbon',
  'Europe/Berlin',
  'Europe/Athens',
  'Europe/Chisinau',
  'Europe/Istanbul',
  'Africa/Casablanca',
  'Africa/Cairo',
  'America/Chicago',
  'Asia/Beirut',
  'Asia/Jerusalem',
  'Asia/Gaza',
  'Asia/Tehran',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'UTC',
  'Australia/Adelaide',
  'Australia/Sydney',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Antarctica/Troll',
  'Pacific/Kiritimati',
]

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const start = Date.parse('2026-01-01T00:00:00Z')
const end = Date.parse('2029-01-01T00:00:00Z')

/** What clocks of a zone show, as if it were UTC: by Intl alone, which knows nothing of schedules. */
function clockOf(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return (instant) => Date.parse(`${format.format(instant).replace(' ', 'T')}Z`)
}

/** Whether it is due at a minute that clocks show; without any library. */
type Rule = (shown: Date) => boolean

const at = (hour: number, minute: number) => (shown: Date) =>
  shown.getUTCHours() === hour && shown.getUTCMinutes() === minute

function isLastOrOn(day: number): Rule {
  return (shown) => {
    const last = new Date(Date.UTC(shown.getUTCFullYear(), shown.getUTCMonth() + 1, 0)).getUTCDate()
    return shown.getUTCDate() === Math.min(day, last)
  }
}

const text = (part: number) => String(part).padStart(2, '0')
const daily = (hour: number, minute: number): [Omit<Schedule, 'timeZone'>, Rule] => [
  { frequency: 'daily', time: `${text(hour)}:${text(minute)}` },
  at(hour, minute),
]

const schedules: [Omit<Schedule, 'timeZone'>, Rule][] = [
  daily(0, 0),
  daily(0, 30),
  daily(1, 15),
  daily(2, 0),
  daily(2, 30),
  daily(3, 0),
  daily(23, 45),
  [
    { frequency: 'weekly', time: '01:30', daysOfWeek: [6, 7] },
    (shown) => at(1, 30)(shown) && [0, 6].includes(shown.getUTCDay()),
  ],
  [
    { frequency: 'monthly', time: '02:15', dayOfMonth: 31 },
    (shown) => at(2, 15)(shown) && isLastOrOn(31)(shown),
  ],
  [
    { frequency: 'monthly', time: '00:15', dayOfMonth: 29 },
    (shown) => at(0, 15)(shown) && isLastOrOn(29)(shown),
  ],
  [{ frequency: 'cron', cron: '*/20 * * * *' }, (shown) => shown.getUTCMinutes() % 20 === 0],
  [
    { frequency: 'cron', cron: '10,40 0-3 * * SUN' },
    (shown) => [10, 40].includes(shown.getUTCMinutes()) && shown.getUTCHours() < 4 && shown.getUTCDay() === 0,
  ],
]

interface Span {
  from: number
  to: number
}

/**
 * The due times of a span by each rule, minute by minute: a time is due as soon as clocks show it or a later one for the
 * first time, so at the first of two, and at the end of a gap.
 */
function reckon(clock: (instant: number) => number, rules: readonly Rule[], { from, to }: Span): string[][] {
  const due = rules.map((): string[] => [])
  let latest = clock(from)
  for (let instant = from + minuteMs; instant < to; instant += minuteMs) {
    const shown = clock(instant)
    const passed: Date[] = []
    for (; latest < shown; latest += minuteMs) passed.push(new Date(latest + minuteMs))
    for (const [of, rule] of rules.entries())
      if (passed.some(rule)) due[of]?.push(new Date(instant).toISOString())
  }
  return due
}

function runsOf(schedule: Schedule, { from, to }: Span): string[] {
  const maxRuns = (to - from) / minuteMs
  const limit = new Date(to).toISOString()
  const runs: string[] = []
  let after = new Date(from).toISOString()
  while (runs.length < maxRuns) {
    const next = nextRuns(schedule, after, 50)
    runs.push(...next.filter((run) => run < limit))
    const last = next.at(-1)
    if (last === undefined || last >= limit) break
    after = last
  }
  return runs
}

/** Instants within an hour before clocks change. */
function changesOf(clock: (instant: number) => number): number[] {
  const changes: number[] = []
  const hourMs = 60 * minuteMs
  let offset = clock(start) - start
  for (let instant = start; instant < end; instant += hourMs) {
    const now = clock(instant) - instant
    if (now !== offset) changes.push(instant - hourMs)
    offset = now
  }
  return changes
}

function expectReckoned(
  timeZone: string,
  { span, cases }: { span: Span; cases: readonly (readonly [Omit<Schedule, 'timeZone'>, Rule])[] },
): void {
  const rules = cases.map(([, rule]) => rule)
  const reckoned = reckon(clockOf(timeZone), rules, span)
  expect(cases.map(([schedule]) => runsOf({ ...schedule, timeZone }, span))).toEqual(reckoned)
}

describe('due times of three years', () => {
  it.each(some(zones, 3))('are those of the clocks around every change of theirs: %s', (timeZone) => {
    for (const change of [start + dayMs, ...changesOf(clockOf(timeZone))])
      expectReckoned(timeZone, { span: { from: change - dayMs, to: change + dayMs }, cases: schedules })
  })

  it('are each day once, minute by minute', { tags: ['soak'] }, () => {
    const cases = [daily(2, 30), ...schedules.slice(-1)]
    const span = { from: start - minuteMs, to: times(start + 30 * dayMs, end) }
    for (const timeZone of zones.slice(0, times(1, zones.length))) expectReckoned(timeZone, { span, cases })
  })
})
