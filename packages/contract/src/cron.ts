import { Cron } from 'croner'

/** A cron expression of five fields, divided into the times of a day and the days that have them. */
export interface ReadCron {
  /** Minute and hour, of every day. */
  times: Cron
  /** Midnight of the days. */
  days: Cron
}

/** Names of days and months, and signs; `?` and names of whole expressions are left out, as not everybody reads them alike. */
const readable = /^[\da-z*,/#-]+$/i

/** Answers what is wrong with it, to be read after the name of the field. */
export function readCron(expression: string): ReadCron | { error: string } {
  const fields = expression.trim().split(/\s+/)
  const [minute, hour, ...days] = fields
  if (fields.length !== 5)
    return { error: 'must have five fields: minute, hour, day of month, month and day of week' }
  const unreadable = fields.find((field) => !readable.test(field))
  if (unreadable !== undefined) return { error: `has “${unreadable}”, which cannot be read` }
  try {
    return { times: open(`${minute} ${hour} * * *`), days: open(`0 0 ${days.join(' ')}`) }
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^CronPattern: /, '').replace(/\.$/, '') : ''
    return { error: `cannot be read: ${why}` }
  }
}

/** Local times are reckoned as if they were of UTC, which has all of them once. */
function open(expression: string): Cron {
  return new Cron(expression, { timezone: 'UTC', mode: '5-part', paused: true })
}

/** From a day on. */
export function* cronDays({ days }: ReadCron, from: Temporal.PlainDate): Generator<Temporal.PlainDate> {
  let found = days.nextRun(new Date(Date.parse(`${from.toString()}T00:00:00Z`) - 1000))
  while (found !== null) {
    yield Temporal.PlainDate.from(found.toISOString().slice(0, 10))
    found = days.nextRun(found)
  }
}

const anyDay = Date.parse('2026-01-01T00:00:00Z')
const minuteMs = 60_000

/** Minutes since midnight. Undefined as soon as two are closer to each other than asked for. */
export function cronTimesOfDay(cron: ReadCron): number[]
export function cronTimesOfDay(cron: ReadCron, minApart: number): number[] | undefined
export function cronTimesOfDay({ times }: ReadCron, minApart = 0): number[] | undefined {
  const found: number[] = []
  let at = times.nextRun(new Date(anyDay - 1000))
  while (at !== null && at.getTime() < anyDay + 24 * 60 * minuteMs) {
    const minute = (at.getTime() - anyDay) / minuteMs
    const before = found.at(-1)
    if (before !== undefined && minute - before < minApart) return undefined
    found.push(minute)
    at = times.nextRun(at)
  }
  return found
}
