import '@callboard/contract/issue-words'
import { type Schedule, ScheduleInput } from '@callboard/contract/schedule'

export const frequencyNames = {
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every month',
  cron: 'By a cron expression',
  once: 'Once, now',
} as const satisfies Record<Schedule['frequency'], string>

const fieldNames: Readonly<Record<string, string>> = {
  time: 'The time',
  timeZone: 'The zone',
  daysOfWeek: 'The list of days',
  dayOfMonth: 'The day',
  cron: 'The expression',
}

/** The schedule that a subscription begins with: Monday morning, for the week that has ended. */
export function defaultSchedule(timeZone: string): Schedule {
  return { frequency: 'weekly', time: '08:00', timeZone, daysOfWeek: [1] }
}

/** Another frequency, at the same time in the same zone. */
export function withFrequency(
  { time = '08:00', timeZone }: Schedule,
  frequency: Schedule['frequency'],
): Schedule {
  switch (frequency) {
    case 'daily':
      return { frequency, time, timeZone }
    case 'weekly':
      return { frequency, time, timeZone, daysOfWeek: [1] }
    case 'monthly':
      return { frequency, time, timeZone, dayOfMonth: 1 }
    case 'once':
      return { frequency, timeZone }
    case 'cron':
      return { frequency, timeZone, cron: `${Number(time.slice(3))} ${Number(time.slice(0, 2))} * * 1` }
  }
}

/** Whether it is due at a time of day. */
export function hasTime({ frequency }: Schedule): boolean {
  return frequency !== 'cron' && frequency !== 'once'
}

/** What is wrong with a schedule, as a sentence; undefined when nothing is. */
export function findScheduleError(schedule: Schedule): string | undefined {
  if (schedule.daysOfWeek?.length === 0) return 'Choose at least one day.'
  if (hasTime(schedule) && (schedule.time ?? '') === '') return 'Choose a time.'
  if (schedule.frequency === 'cron' && (schedule.cron ?? '').trim() === '') return 'Enter an expression.'
  const read = ScheduleInput.safeParse(schedule)
  if (read.success) return undefined
  const [issue] = read.error.issues
  return `${fieldNames[String(issue?.path[0])] ?? 'The schedule'} ${issue?.message ?? 'cannot be read'}.`
}

/** For a form: what is wrong is said under the field as it is typed. */
export const scheduleRule = {
  validator: (_: unknown, schedule: Schedule) => {
    const error = findScheduleError(schedule)
    return error === undefined ? Promise.resolve() : Promise.reject(new Error(error))
  },
}
