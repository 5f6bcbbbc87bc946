import type { AskedField } from './field-names.ts'
import type { Filter } from './calls.ts'
import { type CallStatus, missedStatuses } from './fields.ts'

interface FigureKind {
  readonly type: 'integer' | 'ratio' | 'duration' | 'money'
  /** Nothing happened, or there is no figure. */
  readonly whenNoCalls: 0 | null
  /** How two periods compare. */
  readonly change: 'percent' | 'points' | 'absolute'
}

const seconds = { type: 'duration', whenNoCalls: null, change: 'absolute' } as const

/** What is worked out of the calls behind a measure. */
export const figureKinds = {
  count: { type: 'integer', whenNoCalls: 0, change: 'percent' },
  /** How many different values of a field. */
  distinct: { type: 'integer', whenNoCalls: 0, change: 'percent' },
  /** Those of the calls that are `part`, among all of them. */
  share: { type: 'ratio', whenNoCalls: null, change: 'points' },
  total: { ...seconds, whenNoCalls: 0 },
  average: seconds,
  median: seconds,
  ninetieth: seconds,
  /** By currency: amounts of different ones are never added. */
  sum: { type: 'money', whenNoCalls: null, change: 'percent' },
} as const satisfies Record<string, FigureKind>
export type Figure = keyof typeof figureKinds

export interface MeasureDeclaration {
  readonly label: string
  /** For people, in one or two sentences. */
  readonly meaning: string
  readonly figure: Figure
  /** The calls behind a figure: a count counts them, all others rest on them. */
  readonly filters: readonly Filter[]
  /** Field that is summed up or told apart. */
  readonly of?: AskedField
  readonly part?: readonly Filter[]
  /** Null where neither more nor less is better. */
  readonly moreIsBetter: boolean | null
}

const is = (field: AskedField, value: string | boolean): Filter => ({ field, op: 'eq', values: [value] })
const hasValue = (field: AskedField): Filter => ({ field, op: 'notNull', values: [] })

const inbound = is('direction', 'inbound')
const withStatus = (status: CallStatus) => [inbound, is('status', status)]
const missed: readonly Filter[] = [inbound, { field: 'status', op: 'in', values: [...missedStatuses] }]

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
  answerRate: {
    label: 'Answer rate',
    meaning: 'Answered calls as a share of the inbound calls that have ended.',
    figure: 'share',
    filters: [inbound, { field: 'status', op: 'ne', values: ['in-progress'] }],
    part: withStatus('answered'),
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
    filters: [is('missedNotReturned', true)],
    moreIsBetter: false,
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

export const measureNames = Object.keys(measures).filter((name): name is MeasureName =>
  Object.hasOwn(measures, name),
)

/** A measure by any name. */
export function findMeasure(name: string): MeasureDeclaration | undefined {
  const table: Readonly<Record<string, MeasureDeclaration>> = measures
  return Object.hasOwn(table, name) ? table[name] : undefined
}
