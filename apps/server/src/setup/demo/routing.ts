import type { HoursVersion, RotationVersion, SpecialDay, TimeSpan } from '@callboard/contract/routing'
import type { Business } from './businesses.ts'
import { isHoliday } from './holidays.ts'
import { dayMs } from './local-clock.ts'
import type { Switchboard } from './switchboard.ts'
import { openingHours, type Phase } from './volume.ts'

/** The branches that share the calls of a business. */
export function targetsOf({ extensions }: Switchboard): RotationVersion {
  return {
    from: null,
    note: null,
    targets: extensions.map(({ number, branch }) => ({
      target: number,
      name: branch.name,
      weight: branch.weight,
    })),
  }
}

const weekdays = [1, 2, 3, 4, 5, 6, 7]
const allDay: TimeSpan = { from: '00:00', until: '00:00' }
const lunch = { from: 12, until: 13 }

/**
 * When the rule of a phase applies, with the holidays of the year before and after; undefined where branches are in several
 * zones, as a rule has one.
 */
export function hoursOf(business: Business, phase: Phase, nowMs: number): HoursVersion | undefined {
  const { timeZone, branches } = business
  if (branches.some((branch) => branch.timeZone !== undefined)) return undefined
  const hours = phase === 'holiday' ? [] : weekdays.flatMap((day) => spansOn(business, phase, day % 7))
  const byTimes = Map.groupBy(hours, ({ from, until }) => `${from} ${until}`)
  return {
    from: null,
    note: null,
    timeZone,
    hours: Array.from(byTimes.values(), (own) => ({
      from: own[0]?.from ?? '',
      until: own[0]?.until ?? '',
      days: own.map(({ day }) => day),
    })),
    specialDays: holidaysOf(business, phase, nowMs),
  }
}

function spansOn({ trade }: Business, phase: Phase, weekday: number) {
  const day = weekday === 0 ? 7 : weekday
  const open = openingHours(trade, weekday)
  const span = (from: number, until: number) =>
    from < until ? [{ day, from: clock(from), until: clock(until % 24) }] : []
  if (open === null) return phase === 'after' ? [{ day, ...allDay }] : []
  const [opens, closes] = open
  if (phase === 'after') return [...span(0, opens), ...span(closes, 24)]
  const hasLunch = trade.hasLunchBreak && opens < lunch.from && lunch.until < closes
  if (phase === 'lunch') return hasLunch ? span(lunch.from, lunch.until) : []
  return hasLunch ? [...span(opens, lunch.from), ...span(lunch.until, closes)] : span(opens, closes)
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

function holidaysOf({ country, trade }: Business, phase: Phase, nowMs: number): SpecialDay[] {
  if (trade.holidayFactor >= 1) return []
  const today = Math.floor(nowMs / dayMs)
  const days = Array.from({ length: 2 * 365 }, (_, at) => today - 365 + at)
  return days
    .filter((day) => isHoliday(day, country))
    .map((day) => ({
      day: new Date(day * dayMs).toISOString().slice(0, 10),
      name: null,
      hours: phase === 'holiday' ? [allDay] : [],
    }))
}
