import { z } from 'zod'
import { cronDays, cronTimesOfDay, readCron } from './cron.ts'
import { joinWithAnd } from './format-names.ts'
import { weekdayNames } from './format-time.ts'
import { formatTimeZoneTime } from './format-time-zone.ts'
import { formatOrdinal } from './format.ts'
import { TimeZone } from './scalars.ts'

/** `once`: as soon as it is made, and never again. */
export const scheduleFrequencies = ['daily', 'weekly', 'monthly', 'cron', 'once'] as const

/** When a subscription is due, in local time of its zone. */
export const Schedule = z.strictObject({
  frequency: z.enum(scheduleFrequencies),
  /** `HH:mm`; of daily, weekly and monthly. */
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time such as 08:00')
    .optional(),
  timeZone: TimeZone,
  /** Of weekly: 1 Monday to 7 Sunday. */
  daysOfWeek: z.array(z.int().min(1).max(7)).min(1).max(7).optional(),
  /** Of monthly; in a shorter month its last day. */
  dayOfMonth: z.int().min(1).max(31).optional(),
  /** Of cron: minute, hour, day of month, month, day of week. */
  cron: z.string().trim().max(100).optional(),
})
export type Schedule = z.infer<typeof Schedule>

/** Due times are not closer to each other, by the clock on the wall. */
export const minMinutesApart = 15

/** A schedule as given: with the fields of its frequency and no other, and a cron expression that comes, and not too often. */
export const ScheduleInput = Schedule.superRefine((schedule, context) => {
  const own = fieldsOf[schedule.frequency]
  const issues = scheduleFields.flatMap((field) => {
    const isGiven = schedule[field] !== undefined
    if (isGiven === own.includes(field)) return []
    return [
      { field, message: isGiven ? `does not belong to a ${schedule.frequency} schedule` : 'is missing' },
    ]
  })
  const days = schedule.daysOfWeek ?? []
  if (new Set(days).size < days.length) issues.push({ field: 'daysOfWeek', message: 'names a day twice' })
  const cronError = issues.length === 0 && schedule.cron !== undefined && findCronError(schedule.cron)
  if (typeof cronError === 'string') issues.push({ field: 'cron', message: cronError })
  for (const { field, message } of issues) context.addIssue({ code: 'custom', path: [field], message })
})

const scheduleFields = ['time', 'daysOfWeek', 'dayOfMonth', 'cron'] as const

const fieldsOf: Record<Schedule['frequency'], readonly (typeof scheduleFields)[number][]> = {
  daily: ['time'],
  weekly: ['time', 'daysOfWeek'],
  monthly: ['time', 'dayOfMonth'],
  cron: ['cron'],
  once: [],
}

/** What is wrong with a cron expression, to be read after the name of the field. */
function findCronError(expression: string): string | undefined {
  const cron = readCron(expression)
  if ('error' in cron) return cron.error
  const [first] = cronDays(cron, today())
  if (first === undefined) return 'names a day that never comes'
  const times = cronTimesOfDay(cron, minMinutesApart)
  if (times === undefined) return tooOften
  const [earliest = 0, latest = 0] = [times[0], times.at(-1)]
  const isCloseAtMidnight = earliest + minutesOfDay - latest < minMinutesApart
  return isCloseAtMidnight && hasDaysInRow(cronDays(cron, today())) ? tooOften : undefined
}

const tooOften = `comes more often than every ${minMinutesApart} minutes`
const minutesOfDay = 24 * 60

function today(): Temporal.PlainDate {
  return Temporal.Now.plainDateISO('UTC')
}

/** Whether two of the days of the coming year follow each other. */
function hasDaysInRow(days: Iterable<Temporal.PlainDate>): boolean {
  const end = today().add({ years: 1 })
  let before: Temporal.PlainDate | undefined
  for (const day of days) {
    if (before?.add({ days: 1 }).equals(day) === true) return true
    if (Temporal.PlainDate.compare(day, end) > 0) return false
    before = day
  }
  return false
}

/**
 * The next due times after an instant, as instants: fewer where no more will come. A local time that clocks leave out is
 * due at the first instant after the gap, one that comes twice at the first.
 */
export function nextRuns(schedule: Schedule, after: string, count: number): string[] {
  const runs: string[] = []
  if (count <= 0) return runs
  for (const run of dueTimes(schedule, after)) {
    runs.push(run)
    if (runs.length === count) break
  }
  return runs
}

/** All due times after an instant, without end for most schedules. */
export function* dueTimes(schedule: Schedule, after: string): Generator<string, void, undefined> {
  const { timeZone } = schedule
  let last = Temporal.Instant.from(after)
  const { days, times } = localTimes(schedule, last.toZonedDateTimeISO(timeZone).toPlainDate())
  for (const day of days) {
    for (const minute of times) {
      const due = instantOf(
        day.toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 }),
        timeZone,
      )
      // Of several times in the same gap there is one instant.
      if (Temporal.Instant.compare(due, last) <= 0) continue
      last = due
      yield due.toString({ fractionalSecondDigits: 3 })
    }
  }
}

/** The days of a schedule, from one on, and the minutes of each of them at which it is due. */
function localTimes(
  schedule: Schedule,
  from: Temporal.PlainDate,
): { days: Iterable<Temporal.PlainDate>; times: readonly number[] } {
  if (schedule.frequency === 'once') return { days: [], times: [] }
  if (schedule.frequency === 'cron') {
    const cron = readCron(schedule.cron ?? '')
    return 'error' in cron
      ? { days: [], times: [] }
      : { days: cronDays(cron, from), times: cronTimesOfDay(cron) }
  }
  const [hour = 0, minute = 0] = (schedule.time ?? '').split(':').map(Number)
  return { days: calendarDays(schedule, from), times: [hour * 60 + minute] }
}

function* calendarDays(schedule: Schedule, from: Temporal.PlainDate): Generator<Temporal.PlainDate> {
  const { frequency, daysOfWeek = [], dayOfMonth = 1 } = schedule
  if (frequency === 'monthly') {
    // `with` takes the last day of a month that is shorter.
    for (let month = from.with({ day: 1 }); ; month = month.add({ months: 1 })) {
      const day = month.with({ day: dayOfMonth })
      if (Temporal.PlainDate.compare(day, from) >= 0) yield day
    }
  }
  for (let day = from; ; day = day.add({ days: 1 }))
    if (frequency === 'daily' || daysOfWeek.includes(day.dayOfWeek)) yield day
}

function instantOf(local: Temporal.PlainDateTime, timeZone: string): Temporal.Instant {
  const zoned = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  if (zoned.toPlainDateTime().equals(local)) return zoned.toInstant()
  const afterGap = zoned.getTimeZoneTransition('next')
  return (afterGap ?? zoned).toInstant()
}

/** `Every Monday and Thursday at 08:00, America/Chicago time` */
export function scheduleWords(schedule: Schedule): string {
  const { frequency, time = '', cron = '', timeZone } = schedule
  if (frequency === 'once') return 'Once'
  const when = frequency === 'cron' ? `By the cron expression “${cron}”` : `${dayWords(schedule)} at ${time}`
  return `${when}, ${formatTimeZoneTime(timeZone)}`
}

function dayWords({ frequency, daysOfWeek = [], dayOfMonth = 1 }: Schedule): string {
  if (frequency === 'daily' || daysOfWeek.length === 7) return 'Every day'
  if (frequency === 'monthly') return monthDayWords(dayOfMonth)
  const days = daysOfWeek.toSorted((one, other) => one - other)
  if (days.join() === '1,2,3,4,5') return 'Every Monday to Friday'
  return `Every ${joinWithAnd(days.map((day) => weekdayNames[day - 1] ?? ''))}`
}

function monthDayWords(day: number): string {
  if (day === 31) return 'On the last day of every month'
  const ordinal = formatOrdinal(day)
  return day > 28 ? `On the ${ordinal} of every month, or its last day,` : `On the ${ordinal} of every month`
}
