import type { Filter, PartialCall } from '@callboard/contract/calls'
import type { Cell } from '@callboard/contract/reports'
import { wallClock } from './wall-clock.ts'

// Reports counted by hand: loops over calls, without the engine, `Temporal` or the declarations of measures.

const inbound = ({ direction }: PartialCall) => direction === 'inbound'
const missedStatuses = new Set(['missed', 'abandoned', 'busy', 'failed'])
const isMissed = (call: PartialCall) => inbound(call) && missedStatuses.has(call.status ?? '')
const count = (isCounted: (call: PartialCall) => boolean) => (calls: readonly PartialCall[]) =>
  calls.filter(isCounted).length
const hasEnded = (call: PartialCall) => inbound(call) && call.status !== 'in-progress'
/** The part of some calls that is counted; null where there are none. */
const share =
  (isAmong: (call: PartialCall) => boolean, isCounted: (call: PartialCall) => boolean) =>
  (calls: readonly PartialCall[]) => {
    const all = calls.filter(isAmong)
    return all.length === 0 ? null : all.filter(isCounted).length / all.length
  }
const waits = (calls: readonly PartialCall[]) =>
  calls
    .filter(hasEnded)
    .flatMap(({ ringDuration, queueDuration }) =>
      typeof ringDuration === 'number' ? [ringDuration + (queueDuration ?? 0)] : [],
    )
const talked = (calls: readonly PartialCall[]) =>
  calls.filter(({ status }) => status === 'answered').flatMap(({ talkDuration }) => talkDuration ?? [])
const mean = (figures: readonly number[]) =>
  figures.length === 0 ? null : figures.reduce((sum, figure) => sum + figure, 0) / figures.length

/** Some of the measures. */
export const counts = {
  calls: (calls) => calls.length,
  inbound: count(inbound),
  outbound: count((call) => !inbound(call)),
  answered: count((call) => inbound(call) && call.status === 'answered'),
  voicemail: count((call) => inbound(call) && call.status === 'voicemail'),
  abandoned: count((call) => inbound(call) && call.status === 'abandoned'),
  missed: count(isMissed),
  firstTimeCallers: count(({ firstTime }) => firstTime === true),
  answerRate: share(hasEnded, ({ status }) => status === 'answered'),
  missedRate: share(hasEnded, isMissed),
  abandonedRate: share(hasEnded, ({ status }) => status === 'abandoned'),
  voicemailRate: share(hasEnded, ({ status }) => status === 'voicemail'),
  // Of whom nobody knows whether they called before, as of withheld numbers, it is no part.
  firstTimeRate: share(
    (call) => inbound(call) && typeof call.callerNumber === 'string',
    ({ firstTime }) => firstTime === true,
  ),
  uniqueCallers: (calls) =>
    new Set(calls.filter(inbound).flatMap(({ callerNumber }) => callerNumber ?? [])).size,
  averageTalk: (calls) => mean(talked(calls)),
  averageWait: (calls) => mean(waits(calls)),
  totalTalk: (calls) => talked(calls).reduce((sum, seconds) => sum + seconds, 0),
} as const satisfies Record<string, (calls: readonly PartialCall[]) => number | null>
export type CountedMeasure = keyof typeof counts
export const countedMeasures: readonly CountedMeasure[] = [
  'calls',
  'inbound',
  'outbound',
  'answered',
  'voicemail',
  'abandoned',
  'missed',
  'firstTimeCallers',
  'answerRate',
  'missedRate',
  'abandonedRate',
  'voicemailRate',
  'firstTimeRate',
  'uniqueCallers',
  'averageTalk',
  'averageWait',
  'totalTalk',
]

const bucketDays = {
  day: (day: string) => day,
  week: (day: string, weekday: number) =>
    new Date(Date.parse(day) - (weekday - 1) * 86_400_000).toISOString().slice(0, 10),
  month: (day: string) => `${day.slice(0, 7)}-01`,
  quarter: (day: string) => {
    const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1
    return `${day.slice(0, 4)}-${String(month).padStart(2, '0')}-01`
  },
  year: (day: string) => `${day.slice(0, 4)}-01-01`,
} as const
function bucketOf(day: string, grain: keyof typeof bucketDays, daysLater: number): string {
  const later = new Date(Date.parse(day) + daysLater * 86_400_000)
  return bucketDays[grain](later.toISOString().slice(0, 10), later.getUTCDay() || 7)
}
export const countedGrains = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const

export interface CountedDimension {
  field: string
  grain?: (typeof countedGrains)[number]
  /** Its time is told as of so many days later: an earlier call stands beside later ones. */
  daysLater?: number
}

/** The values of a call, several only for tags. */
export function valuesOf(
  call: PartialCall,
  { field, grain = 'day', daysLater = 0 }: CountedDimension,
  timeZone: string,
): Cell[] {
  const time = clockOf(timeZone)(call.startedAt ?? '')
  switch (field) {
    case 'time':
      return [grain === 'hour' ? time.label : bucketOf(time.day, grain, daysLater)]
    case 'hourOfDay':
      return [time.hour]
    case 'dayPart':
      return [[0, 6, 12, 18].findLast((hour) => hour <= time.hour) ?? null]
    case 'dayOfWeek':
      return [time.weekday]
    case 'answered':
      return [call.status === 'answered']
    case 'tag':
      return call.tags === undefined || call.tags.length === 0 ? [null] : call.tags
    case 'source':
    case 'campaign':
    case 'location':
    case 'status':
    case 'direction':
    case 'trackingNumber':
    case 'callerNumber':
      return [call[field] || null]
    default:
      throw new Error(`Nobody counts by ${field}.`)
  }
}

const clocks = new Map<string, ReturnType<typeof wallClock>>()

function clockOf(timeZone: string) {
  const clock = clocks.get(timeZone) ?? wallClock(timeZone)
  clocks.set(timeZone, clock)
  return clock
}

/** Whether a call matches a filter by equality or order. */
export function matches(call: PartialCall, { field, op, values }: Filter, timeZone: string): boolean {
  const own = field === 'duration' ? [call.duration ?? null] : valuesOf(call, { field }, timeZone)
  const [value] = own
  switch (op) {
    case 'in':
      return own.some((one) => values.some((wanted) => wanted === one))
    case 'notIn':
      return own.every((one) => values.every((unwanted) => unwanted !== one))
    case 'ge':
      return typeof value === 'number' && value >= Number(values[0])
    case 'lt':
      return typeof value === 'number' && value < Number(values[0])
    default:
      throw new Error(`Nobody filters by ${op}.`)
  }
}
