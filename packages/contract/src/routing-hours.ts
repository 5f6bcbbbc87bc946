import { joinWithAnd } from './format-names.ts'
import { weekdayNames } from './format-time.ts'
import type { Hours, HoursVersion, TimeSpan } from './routing.ts'

/** Whether a rule applies at an instant, by the clock on the wall of its zone. */
export function isWithinHours(version: HoursVersion, instant: string): boolean {
  const at = Temporal.Instant.from(instant).toZonedDateTimeISO(version.timeZone)
  const [today, time] = [at.toPlainDate(), at.toPlainTime().toString().slice(0, 5)]
  return (
    spansOn(version, today).some(({ from, until }) =>
      from < until ? from <= time && time < until : from <= time,
    ) ||
    // Those of the night before.
    spansOn(version, today.subtract({ days: 1 })).some(({ from, until }) => until <= from && time < until)
  )
}

/** The spans that begin on a day. */
function spansOn({ hours, specialDays }: HoursVersion, day: Temporal.PlainDate): readonly TimeSpan[] {
  const special = specialDays.find((one) => one.day === day.toString())
  return special?.hours ?? hours.filter(({ days }) => days.includes(day.dayOfWeek))
}

/** `08:00–18:00`, `22:00–06:00 the next day`, `All day` */
export function writeSpan({ from, until }: TimeSpan): string {
  if (from === until && from === '00:00') return 'All day'
  const isNextDay = until <= from && until !== '00:00'
  return `${from}–${until}${isNextDay ? ' the next day' : ''}`
}

/** `Mon–Fri`, `Mon, Wed`, `Every day` */
export function writeDays(days: readonly number[]): string {
  if (days.length === 7) return 'Every day'
  const runs: number[][] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run !== undefined && run.at(-1) === day - 1) run.push(day)
    else runs.push([day])
  }
  return runs
    .flatMap((run) => (run.length < 3 ? run.map(shortDay) : [`${shortDay(run[0])}–${shortDay(run.at(-1))}`]))
    .join(', ')
}

const shortDay = (day = 1) => weekdayNames[day - 1]?.slice(0, 3) ?? ''

/** `Mon–Fri 08:00–18:00`, a line for each of its days. */
export function writeHours(hours: readonly Hours[]): string[] {
  const bySpan = Map.groupBy(hours, ({ days }) => days.join())
  return Array.from(bySpan.values(), (own) => {
    const spans = own.toSorted((one, other) => (one.from < other.from ? -1 : 1)).map(writeSpan)
    return `${writeDays(own[0]?.days ?? [])} ${joinWithAnd(spans)}`
  })
}

/** `33 %` of all weights. */
export function shareOf(weight: number, weights: readonly { weight: number }[]): number {
  return weight / weights.reduce((sum, one) => sum + one.weight, 0)
}
