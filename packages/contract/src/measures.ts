import type { AskedField } from './field-names.ts'
import type { Filter } from './calls.ts'
import { dayOf, startOfDay } from './calendar.ts'
import { type CallStatus, missedStatuses } from './fields.ts'
import type { Figure } from './figure-kinds.ts'

/** What some measures depend on besides the calls; `meta` of an answer says it. */
export interface MeasureTerms {
  answerWithinSeconds: number
  /** Instant of the answer, by which ages are told. */
  generatedAt: string
  timeZone: string
}

type ByTerms<T> = T | ((terms: MeasureTerms) => T)

export interface MeasureDeclaration {
  readonly label: ByTerms<string>
  /** For people, in one or two sentences. */
  readonly meaning: ByTerms<string>
  readonly figure: Figure
  /** The calls behind a figure: a count counts them, all others rest on them. */
  readonly filters: ByTerms<readonly Filter[]>
  /** Field that is summed up or told apart. */
  readonly of?: AskedField
  readonly part?: ByTerms<readonly Filter[]>
  /** Null where neither more nor less is better. */
  readonly moreIsBetter: boolean | null
  /** Tells how it is at the time of the answer, so that there is no earlier figure. */
  readonly isOfNow?: true
}

/** A measure as it is said and worked out for an answer. */
export interface Measure extends Omit<MeasureDeclaration, 'label' | 'meaning' | 'filters' | 'part'> {
  readonly label: string
  readonly meaning: string
  readonly filters: readonly Filter[]
  readonly part: readonly Filter[]
}

const is = (field: AskedField, value: string | boolean): Filter => ({ field, op: 'eq', values: [value] })
const hasValue = (field: AskedField): Filter => ({ field, op: 'notNull', values: [] })

const inbound = is('direction', 'inbound')
const ended: readonly Filter[] = [inbound, { field: 'status', op: 'ne', values: ['in-progress'] }]
const withStatus = (status: CallStatus) => [inbound, is('status', status)]
const missed: readonly Filter[] = [inbound, { field: 'status', op: 'in', values: [...missedStatuses] }]

const answeredInTime = ({ answerWithinSeconds }: MeasureTerms): readonly Filter[] => [
  ...withStatus('answered'),
  { field: 'waitDuration', op: 'le', values: [answerWithinSeconds] },
]

/** Missed calls that wait to be returned, by their age. */
const waiting = (age: (limits: { hourAgo: string; today: string }) => readonly Filter[]) =>
  ({
    figure: 'count',
    filters: ({ generatedAt, timeZone }: MeasureTerms) => {
      const hourAgo = new Date(Date.parse(generatedAt) - 3_600_000).toISOString()
      const midnight = startOfDay(dayOf(generatedAt, timeZone), timeZone).toString({
        smallestUnit: 'millisecond',
      })
      return [notReturned, ...age({ hourAgo, today: midnight < hourAgo ? midnight : hourAgo })]
    },
    moreIsBetter: false,
    isOfNow: true,
  }) as const
const notReturned = is('missedNotReturned', true)
const since = (at: string): Filter => ({ field: 'startedAt', op: 'ge', values: [at] })
const before = (at: string): Filter => ({ field: 'startedAt', op: 'lt', values: [at] })

const returned: readonly Filter[] = [...missed, hasValue('returnedAt')]
const timeToReturn = { of: 'timeToReturn', filters: returned, moreIsBetter: false } as const

const duration = { of: 'duration', filters: [hasValue('duration')], moreIsBetter: null } as const
const talk = {
  of: 'talkDuration',
  filters: [is('status', 'answered'), hasValue('talkDuration')],
  moreIsBetter: null,
} as const
const ring = { of: 'ringDuration', filters: [hasValue('ringDuration')], moreIsBetter: null } as const
const hold = { of: 'holdDuration', filters: [hasValue('holdDuration')], moreIsBetter: null } as const

/** Every figure there is, once: screens, exports, mails and the API all read it here. Legs never count. */
export const measures = {
  calls: {
    label: 'Calls',
    meaning: 'All calls, inbound and outbound, also those in progress.',
    figure: 'count',
    filters: [],
    moreIsBetter: true,
  },
  inbound: {
    label: 'Inbound calls',
    meaning: 'Calls that came in.',
    figure: 'count',
    filters: [inbound],
    moreIsBetter: true,
  },
  outbound: {
    label: 'Outbound calls',
    meaning: 'Calls that were placed.',
    figure: 'count',
    filters: [is('direction', 'outbound')],
    moreIsBetter: null,
  },
  answered: {
    label: 'Answered',
    meaning: 'Inbound calls answered by a person. Voicemail is no answer.',
    figure: 'count',
    filters: withStatus('answered'),
    moreIsBetter: true,
  },
  missed: {
    label: 'Missed',
    meaning: 'Inbound calls that were missed, abandoned, busy or failed.',
    figure: 'count',
    filters: missed,
    moreIsBetter: false,
  },
  abandoned: {
    label: 'Abandoned',
    meaning: 'Inbound calls that ended unanswered within 15 seconds.',
    figure: 'count',
    filters: withStatus('abandoned'),
    moreIsBetter: false,
  },
  voicemail: {
    label: 'Voicemail',
    meaning: 'Inbound calls that ended in voicemail.',
    figure: 'count',
    filters: withStatus('voicemail'),
    moreIsBetter: null,
  },
  inProgress: {
    label: 'In progress',
    meaning: 'Inbound calls that have not ended.',
    figure: 'count',
    filters: withStatus('in-progress'),
    moreIsBetter: null,
  },
  firstCall: {
    label: 'First call',
    meaning: 'When the first of the calls started.',
    figure: 'first',
    filters: [],
    moreIsBetter: null,
  },
  lastCall: {
    label: 'Last call',
    meaning: 'When the last of the calls started.',
    figure: 'last',
    filters: [],
    moreIsBetter: null,
  },
  answerRate: {
    label: 'Answer rate',
    meaning: 'Answered calls as a share of the inbound calls that have ended.',
    figure: 'share',
    filters: ended,
    part: withStatus('answered'),
    moreIsBetter: true,
  },
  answeredInTime: {
    label: ({ answerWithinSeconds }) => `Answered within ${answerWithinSeconds} s`,
    meaning: ({ answerWithinSeconds }) =>
      `Inbound calls answered by a person after waiting, in queues and ringing, for no more than ${answerWithinSeconds} seconds.`,
    figure: 'count',
    filters: answeredInTime,
    moreIsBetter: true,
  },
  serviceLevel: {
    label: ({ answerWithinSeconds }) => `Service level (${answerWithinSeconds} s)`,
    meaning: ({ answerWithinSeconds }) =>
      `Calls answered within ${answerWithinSeconds} seconds as a share of the inbound calls that have ended.`,
    figure: 'share',
    filters: ended,
    part: answeredInTime,
    moreIsBetter: true,
  },
  uniqueCallers: {
    label: 'Unique callers',
    meaning: 'Different numbers that called in. Withheld numbers do not count.',
    figure: 'distinct',
    of: 'callerNumber',
    filters: [inbound, hasValue('callerNumber')],
    moreIsBetter: true,
  },
  firstTimeCallers: {
    label: 'First-time callers',
    meaning: 'Inbound calls of numbers that had not called this customer before.',
    figure: 'count',
    filters: [is('firstTime', true)],
    moreIsBetter: true,
  },
  missedNotReturned: {
    label: 'Missed, not returned',
    meaning:
      'Missed calls of known numbers without a conversation afterwards, in the time that the portal allows for it.',
    figure: 'count',
    filters: [notReturned],
    moreIsBetter: false,
  },
  waitingUnderHour: {
    ...waiting(({ hourAgo }) => [since(hourAgo)]),
    label: 'Waiting, under an hour',
    meaning: 'Missed and not returned calls of the last hour.',
  },
  waitingToday: {
    ...waiting(({ hourAgo, today }) => [since(today), before(hourAgo)]),
    label: 'Waiting, earlier today',
    meaning: 'Missed and not returned calls of today that are older than an hour.',
  },
  waitingOlder: {
    ...waiting(({ today }) => [before(today)]),
    label: 'Waiting, since before today',
    meaning: 'Missed and not returned calls of earlier days that are older than an hour.',
  },
  longestWaiting: {
    label: 'Longest waiting',
    meaning: 'How long ago the oldest call started that was missed and is not returned.',
    figure: 'oldest',
    filters: [notReturned],
    moreIsBetter: false,
    isOfNow: true,
  },
  returned: {
    label: 'Returned',
    meaning:
      'Missed calls with a conversation with the caller afterwards, in the time that the portal allows for it.',
    figure: 'count',
    filters: returned,
    moreIsBetter: true,
  },
  averageTimeToReturn: {
    ...timeToReturn,
    label: 'Average time to return',
    meaning: 'Mean time from the end of a missed call to the conversation that returned it.',
    figure: 'average',
  },
  p50TimeToReturn: {
    ...timeToReturn,
    label: 'Median time to return',
    meaning: 'Half of the returned calls were returned within this time after their end.',
    figure: 'median',
  },
  missedWithheld: {
    label: 'Missed, number withheld',
    meaning: 'Missed calls that nobody can return, as their number is not known.',
    figure: 'count',
    filters: [...missed, { field: 'callerNumber', op: 'isNull', values: [] }],
    moreIsBetter: false,
  },
  totalDuration: {
    ...duration,
    label: 'Total duration',
    meaning: 'Sum of the time from start to end.',
    figure: 'total',
  },
  averageDuration: {
    ...duration,
    label: 'Average duration',
    meaning: 'Mean time from start to end.',
    figure: 'average',
  },
  p50Duration: {
    ...duration,
    label: 'Median duration',
    meaning: 'Half of the calls lasted no longer than this.',
    figure: 'median',
  },
  p90Duration: {
    ...duration,
    label: '90th percentile of duration',
    meaning: 'Nine of ten calls lasted no longer than this.',
    figure: 'ninetieth',
  },
  totalTalk: {
    ...talk,
    label: 'Total talk time',
    meaning: 'Sum of the talk time of answered calls.',
    figure: 'total',
  },
  averageTalk: {
    ...talk,
    label: 'Average talk time',
    meaning: 'Mean talk time of answered calls.',
    figure: 'average',
  },
  p50Talk: {
    ...talk,
    label: 'Median talk time',
    meaning: 'Half of the answered calls had no more talk time than this.',
    figure: 'median',
  },
  p90Talk: {
    ...talk,
    label: '90th percentile of talk time',
    meaning: 'Nine of ten answered calls had no more talk time than this.',
    figure: 'ninetieth',
  },
  totalRing: {
    ...ring,
    label: 'Total ring time',
    meaning: 'Sum of the time that calls rang.',
    figure: 'total',
  },
  averageRing: {
    ...ring,
    label: 'Average ring time',
    meaning: 'Mean time that a call rang.',
    figure: 'average',
  },
  p50Ring: {
    ...ring,
    label: 'Median ring time',
    meaning: 'Half of the calls rang no longer than this.',
    figure: 'median',
  },
  p90Ring: {
    ...ring,
    label: '90th percentile of ring time',
    meaning: 'Nine of ten calls rang no longer than this.',
    figure: 'ninetieth',
  },
  totalHold: { ...hold, label: 'Total hold time', meaning: 'Sum of the time on hold.', figure: 'total' },
  averageHold: { ...hold, label: 'Average hold time', meaning: 'Mean time on hold.', figure: 'average' },
  p50Hold: {
    ...hold,
    label: 'Median hold time',
    meaning: 'Half of the calls were on hold no longer than this.',
    figure: 'median',
  },
  p90Hold: {
    ...hold,
    label: '90th percentile of hold time',
    meaning: 'Nine of ten calls were on hold no longer than this.',
    figure: 'ninetieth',
  },
  recorded: {
    label: 'Calls with a recording',
    meaning: 'Calls, inbound and outbound, of which the portal or their source has a recording.',
    figure: 'count',
    filters: [is('hasRecording', true)],
    moreIsBetter: null,
  },
  value: {
    label: 'Value',
    meaning: 'Sum of what the calls are worth, one figure a currency.',
    figure: 'sum',
    of: 'value',
    filters: [hasValue('value')],
    moreIsBetter: true,
  },
  cost: {
    label: 'Cost',
    meaning: 'Sum of what the calls cost, one figure a currency.',
    figure: 'sum',
    of: 'cost',
    filters: [hasValue('cost')],
    moreIsBetter: false,
  },
} as const satisfies Record<string, MeasureDeclaration>

export type MeasureName = keyof typeof measures

export const measureNames = Object.keys(measures).filter(isMeasureName)

export function isMeasureName(name: string): name is MeasureName {
  return Object.hasOwn(measures, name)
}

/** What a measure is on the terms of an answer. */
export function measureFor(name: MeasureName, terms: MeasureTerms): Measure {
  const { label, meaning, filters, part, ...same }: MeasureDeclaration = measures[name]
  return {
    ...same,
    label: onTerms(label, terms),
    meaning: onTerms(meaning, terms),
    filters: onTerms(filters, terms),
    part: part === undefined ? [] : onTerms(part, terms),
  }
}

function onTerms<T extends string | readonly Filter[]>(value: ByTerms<T>, terms: MeasureTerms): T {
  return typeof value === 'function' ? value(terms) : value
}
