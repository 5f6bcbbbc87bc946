import { dayOf, startOfDay } from './calendar.ts'
import type { Filter } from './calls.ts'
import { durationMeasures } from './duration-measures.ts'
import { waitingPhases } from './fields.ts'
import { figureKinds } from './figure-kinds.ts'
import {
  type ByTerms,
  type DeclaredMeasure,
  ended,
  hasValue,
  inbound,
  is,
  type MeasureDeclaration,
  type MeasureTerms,
  missed,
  withStatus,
} from './measure-declaration.ts'

/** A measure as it is said and worked out for an answer. */
export interface Measure extends Omit<MeasureDeclaration, 'label' | 'meaning' | 'filters' | 'part'> {
  readonly label: string
  readonly meaning: string
  readonly filters: readonly Filter[]
  readonly part: readonly Filter[]
}

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

const waitingNow: readonly Filter[] = [
  ...withStatus('in-progress'),
  { field: 'phase', op: 'in', values: [...waitingPhases] },
]

const firstTime = [is('firstTime', true)]
const leads: readonly Filter[] = [inbound, hasValue('leadStatus')]

const returned: readonly Filter[] = [...missed, hasValue('returnedAt')]
const timeToReturn = { of: 'timeToReturn', filters: returned, moreIsBetter: false } as const

const costPer = (what: string, filters: readonly Filter[], counted = what) =>
  ({
    label: `Cost per ${what}`,
    meaning: `Number cost for each ${counted}.`,
    figure: 'numberCostPer',
    filters,
    moreIsBetter: false,
  }) as const

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
    meaning: 'Inbound calls answered by a person. Voicemail does not count.',
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
    label: 'First call in period',
    meaning: 'When the first of the calls in the period started; there may be earlier ones.',
    figure: 'first',
    filters: [],
    moreIsBetter: null,
  },
  lastCall: {
    label: 'Last call in period',
    meaning: 'When the last of the calls in the period started; there may be later ones.',
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
  missedRate: {
    label: 'Missed rate',
    meaning:
      'Calls that were missed, abandoned, busy or failed as a share of the inbound calls that have ended.',
    figure: 'share',
    filters: ended,
    part: missed,
    moreIsBetter: false,
  },
  abandonedRate: {
    label: 'Abandoned rate',
    meaning: 'Abandoned calls as a share of the inbound calls that have ended.',
    figure: 'share',
    filters: ended,
    part: withStatus('abandoned'),
    moreIsBetter: false,
  },
  voicemailRate: {
    label: 'Voicemail rate',
    meaning: 'Calls that ended in voicemail as a share of the inbound calls that have ended.',
    figure: 'share',
    filters: ended,
    part: withStatus('voicemail'),
    moreIsBetter: null,
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
    meaning: 'Inbound calls from numbers that had not called this customer before.',
    figure: 'count',
    filters: firstTime,
    moreIsBetter: true,
  },
  leads: {
    label: 'Leads',
    meaning: 'Inbound calls with a lead status.',
    figure: 'count',
    filters: leads,
    moreIsBetter: true,
  },
  firstTimeRate: {
    label: 'First-time rate',
    meaning:
      'Calls of numbers that had not called this customer before as a share of the inbound calls of known numbers.',
    figure: 'share',
    filters: [hasValue('firstTime')],
    part: firstTime,
    moreIsBetter: null,
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
    meaning: 'Missed, not returned: those of the last hour.',
  },
  waitingToday: {
    ...waiting(({ hourAgo, today }) => [since(today), before(hourAgo)]),
    label: 'Waiting, earlier today',
    meaning: 'Missed, not returned: those of today that are older than an hour.',
  },
  waitingOlder: {
    ...waiting(({ today }) => [before(today)]),
    label: 'Waiting, since before today',
    meaning: 'Missed, not returned: those of earlier days that are older than an hour.',
  },
  longestWaiting: {
    label: 'Longest waiting',
    meaning: 'How long ago the oldest call started that was missed and is not returned.',
    figure: 'oldest',
    filters: [notReturned],
    moreIsBetter: false,
    isOfNow: true,
  },
  waitingNow: {
    label: 'Callers waiting now',
    meaning: 'Inbound calls that ring or are in a queue now.',
    figure: 'count',
    filters: waitingNow,
    moreIsBetter: false,
    isOfNow: true,
  },
  longestWaitNow: {
    label: 'Longest wait now',
    meaning: 'How long the call has been ringing or in its queue that waits longest now.',
    figure: 'oldest',
    of: 'phaseSince',
    filters: waitingNow,
    moreIsBetter: false,
    isOfNow: true,
  },
  talkingNow: {
    label: 'Talking now',
    meaning: 'Inbound calls in which somebody talks with the caller now.',
    figure: 'count',
    filters: [...withStatus('in-progress'), is('phase', 'talking')],
    moreIsBetter: null,
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
  ...durationMeasures,
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
  numberCost: {
    label: 'Number cost',
    meaning: 'Monthly costs of the tracking numbers, shared over their days, one figure a currency.',
    figure: 'numberCost',
    filters: [inbound],
    moreIsBetter: false,
  },
  costPerCall: costPer('call', [inbound], 'inbound call'),
  costPerLead: costPer('lead', leads),
  costPerFirstTimeCaller: costPer('first-time caller', firstTime),
} as const satisfies Record<string, DeclaredMeasure>

export type MeasureName = keyof typeof measures

export const measureNames = Object.keys(measures).filter(isMeasureName)

export function isMeasureName(name: string): name is MeasureName {
  return Object.hasOwn(measures, name)
}

/** Whether it rests on what tracking numbers cost, beside calls. */
export function restsOnNumbers(name: MeasureName): boolean {
  return 'isOfNumbers' in figureKinds[measures[name].figure]
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
