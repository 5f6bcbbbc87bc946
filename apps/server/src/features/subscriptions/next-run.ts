import { readCron } from '@callboard/contract/cron'
import { dueTimes, nextRuns, type Schedule } from '@callboard/contract/schedule'
import { AppError } from '../../lib/app-error.ts'

/** Thrown for a stored schedule that was good when it was saved: time zones, and what is read as cron, change. */
export class UnreadableSchedule extends AppError {
  constructor(cause: unknown) {
    super('invalid', 'Its schedule is no longer valid. Choose a new one.', { field: 'schedule', cause })
  }
}

/** Null when no more will come. Throws `UnreadableSchedule`. */
export function nextRunOf(schedule: Schedule, after = new Date()): Date | null {
  const [next] = reading(schedule, () => nextRuns(schedule, after.toISOString(), 1))
  return next === undefined ? null : new Date(next)
}

/** Its due times after one and up to another. Throws `UnreadableSchedule`. */
export function dueTimesBetween(schedule: Schedule, after: Date, upTo: Date): Date[] {
  return reading(schedule, () => {
    const times: Date[] = []
    for (const time of dueTimes(schedule, after.toISOString())) {
      const at = new Date(time)
      if (at > upTo) break
      times.push(at)
    }
    return times
  })
}

function reading<T>({ cron }: Schedule, read: () => T): T {
  try {
    const expression = cron === undefined ? undefined : readCron(cron)
    // Which has no due times otherwise, and would end without a word.
    if (expression !== undefined && 'error' in expression) throw new Error(expression.error)
    return read()
  } catch (cause) {
    throw new UnreadableSchedule(cause)
  }
}
