import { ended, hasValue, is, type DeclaredMeasure } from './measure-declaration.ts'

const duration = { of: 'duration', filters: [hasValue('duration')], moreIsBetter: null } as const
const talk = {
  of: 'talkDuration',
  filters: [is('status', 'answered'), hasValue('talkDuration')],
  moreIsBetter: null,
} as const
/** In queues and ringing; of a call in progress it is not known yet. */
const wait = {
  of: 'waitDuration',
  filters: [...ended, hasValue('waitDuration')],
  moreIsBetter: false,
} as const
const ring = { of: 'ringDuration', filters: [hasValue('ringDuration')], moreIsBetter: null } as const
const hold = { of: 'holdDuration', filters: [hasValue('holdDuration')], moreIsBetter: null } as const

/** What is worked out of how long calls took. */
export const durationMeasures = {
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
  averageWait: {
    ...wait,
    label: 'Average wait time',
    meaning: 'Mean time that inbound callers waited, in queues and ringing, before an answer or the end.',
    figure: 'average',
  },
  p50Wait: {
    ...wait,
    label: 'Median wait time',
    meaning: 'Half of the inbound callers waited, in queues and ringing, no longer than this.',
    figure: 'median',
  },
  p90Wait: {
    ...wait,
    label: '90th percentile of wait time',
    meaning: 'Nine of ten inbound callers waited, in queues and ringing, no longer than this.',
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
} as const satisfies Record<string, DeclaredMeasure>
