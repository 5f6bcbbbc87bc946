import type { MeasureName } from '@callboard/contract/fields'
import { missedNotReturnedSql, missedSql } from './fields.ts'

export interface Measure {
  label: string
  /** What the figure means, for people. */
  description: string
  type: 'integer' | 'ratio' | 'duration' | 'money'
  /** Aggregate over the calls of a group. */
  sql: string
  /** What stands where there were no calls: nothing happened, or there is no figure. */
  whenNoCalls: 0 | null
  /** How two periods compare. */
  change: 'percent' | 'points' | 'absolute'
  /** Null where neither more nor less is better. */
  moreIsBetter: boolean | null
  /** Above this the figure is an estimate. */
  exactUpTo?: number
}

const inbound = "direction = 'inbound'"

const count = (
  label: string,
  condition: string,
  rest: { description: string; moreIsBetter: boolean | null },
): Measure => ({
  label,
  type: 'integer',
  sql: condition === '' ? 'count()' : `countIf(${condition})`,
  whenNoCalls: 0,
  change: 'percent',
  ...rest,
})

interface Time {
  column: string
  of: string
  condition: string
  description: string
}

const times = {
  duration: {
    column: 'duration',
    of: 'duration',
    condition: 'isNotNull(duration)',
    description: 'from start to end',
  },
  talk: {
    column: 'talk_duration',
    of: 'talk time',
    condition: "isNotNull(talk_duration) AND status = 'answered'",
    description: 'of answered calls, between the answer and the end',
  },
  ring: {
    column: 'ring_duration',
    of: 'ring time',
    condition: 'isNotNull(ring_duration)',
    description: 'before an answer',
  },
  hold: {
    column: 'hold_duration',
    of: 'hold time',
    condition: 'isNotNull(hold_duration)',
    description: 'on hold',
  },
} as const satisfies Record<string, Time>

const seconds = (
  label: string,
  sql: string,
  rest: { description: string; whenNoCalls: 0 | null },
): Measure => ({
  label,
  type: 'duration',
  sql,
  change: 'absolute',
  moreIsBetter: null,
  ...rest,
})

const total = ({ column, of, condition, description }: Time) =>
  seconds(`Total ${of}`, `sumIf(ifNull(${column}, 0), ${condition})`, {
    description: `Sum of the ${of}: ${description}.`,
    whenNoCalls: 0,
  })

const average = ({ column, of, condition, description }: Time) =>
  seconds(`Average ${of}`, `avgOrNullIf(${column}, ${condition})`, {
    description: `Mean ${of}: ${description}.`,
    whenNoCalls: null,
  })

// Whole seconds have few distinct values, so the exact quantile is cheap.
const quantile = (level: 50 | 90, { column, of, condition }: Time) =>
  seconds(
    level === 50 ? `Median ${of}` : `90th percentile of ${of}`,
    `quantileExactWeightedOrNullIf(${level / 100})(ifNull(${column}, 0), 1, ${condition})`,
    { description: `${level} % of the calls had at most this ${of}.`, whenNoCalls: null },
  )

// Decimals of different currencies are never added: a map from currency to sum.
const money = (
  label: string,
  column: string,
  rest: { description: string; moreIsBetter: boolean | null },
): Measure => ({
  label,
  type: 'money',
  sql: `sumMapIf(map(currency, assumeNotNull(${column})), isNotNull(${column}))`,
  whenNoCalls: null,
  change: 'percent',
  ...rest,
})

/** Every figure there is, once: screens, exports, mails and the API all read it here. Legs never count. */
const measures = {
  calls: count('Calls', '', {
    description: 'All calls, inbound and outbound, also those in progress.',
    moreIsBetter: true,
  }),
  inbound: count('Inbound calls', inbound, { description: 'Calls that came in.', moreIsBetter: true }),
  outbound: count('Outbound calls', "direction = 'outbound'", {
    description: 'Calls that were placed.',
    moreIsBetter: null,
  }),
  answered: count('Answered', `${inbound} AND status = 'answered'`, {
    description: 'Inbound calls answered by a person. Voicemail is no answer.',
    moreIsBetter: true,
  }),
  missed: count('Missed', `${inbound} AND ${missedSql}`, {
    description: 'Inbound calls that were missed, abandoned, busy or failed.',
    moreIsBetter: false,
  }),
  abandoned: count('Abandoned', `${inbound} AND status = 'abandoned'`, {
    description: 'Inbound calls that ended unanswered within 15 seconds.',
    moreIsBetter: false,
  }),
  voicemail: count('Voicemail', `${inbound} AND status = 'voicemail'`, {
    description: 'Inbound calls that ended in voicemail.',
    moreIsBetter: null,
  }),
  inProgress: count('In progress', `${inbound} AND status = 'in-progress'`, {
    description: 'Inbound calls that have not ended.',
    moreIsBetter: null,
  }),
  answerRate: {
    label: 'Answer rate',
    description: 'Answered calls as a share of the inbound calls that have ended.',
    type: 'ratio',
    sql: `countIf(${inbound} AND status = 'answered') / nullIf(countIf(${inbound} AND status != 'in-progress'), 0)`,
    whenNoCalls: null,
    change: 'points',
    moreIsBetter: true,
  },
  uniqueCallers: {
    label: 'Unique callers',
    description: 'Different numbers that called in. Withheld numbers do not count.',
    type: 'integer',
    sql: `uniqIf(caller_number, ${inbound} AND caller_number != '')`,
    whenNoCalls: 0,
    change: 'percent',
    moreIsBetter: true,
    exactUpTo: 40_000,
  },
  firstTimeCallers: count('First-time callers', `${inbound} AND first_time = true`, {
    description: 'Inbound calls of numbers that had not called this customer before.',
    moreIsBetter: true,
  }),
  missedNotReturned: count('Missed, not returned', missedNotReturnedSql, {
    description:
      'Missed calls of known numbers without a conversation afterwards, in the time the portal allows for it.',
    moreIsBetter: false,
  }),
  missedWithheld: count('Missed, number withheld', `${inbound} AND ${missedSql} AND caller_number = ''`, {
    description: 'Missed calls that nobody can return, as their number is not known.',
    moreIsBetter: false,
  }),
  totalDuration: total(times.duration),
  averageDuration: average(times.duration),
  p50Duration: quantile(50, times.duration),
  p90Duration: quantile(90, times.duration),
  totalTalk: total(times.talk),
  averageTalk: average(times.talk),
  p50Talk: quantile(50, times.talk),
  p90Talk: quantile(90, times.talk),
  totalRing: total(times.ring),
  averageRing: average(times.ring),
  p50Ring: quantile(50, times.ring),
  p90Ring: quantile(90, times.ring),
  totalHold: total(times.hold),
  averageHold: average(times.hold),
  p50Hold: quantile(50, times.hold),
  p90Hold: quantile(90, times.hold),
  value: money('Value', 'value', {
    description: 'Sum of what the calls are worth, by currency.',
    moreIsBetter: true,
  }),
  cost: money('Cost', 'cost', {
    description: 'Sum of what the calls cost, by currency.',
    moreIsBetter: false,
  }),
} as const satisfies Record<MeasureName, Measure>

export function measureOf(name: MeasureName): Measure {
  return measures[name]
}
