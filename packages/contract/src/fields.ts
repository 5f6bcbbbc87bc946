import { entityTypes } from './claims.ts'

export const directions = ['inbound', 'outbound'] as const
export type Direction = (typeof directions)[number]

export const callStatuses = [
  'answered',
  'voicemail',
  'missed',
  'abandoned',
  'busy',
  'failed',
  'in-progress',
] as const
export type CallStatus = (typeof callStatuses)[number]

/** Statuses of an inbound call that count as missed. */
export const missedStatuses = [
  'missed',
  'abandoned',
  'busy',
  'failed',
] as const satisfies readonly CallStatus[]

export const geoPrecisions = ['zip', 'city', 'state', 'country', 'none'] as const

/** Sizes of a time bucket. `auto` takes hours up to two days, then days, weeks from 93 days, months from 18 months. */
export const grains = ['auto', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const
export type Grain = (typeof grains)[number]

export const dimensionNames = [
  'time',
  'hourOfDay',
  'dayOfWeek',
  'customer',
  ...entityTypes,
  'metro',
  'city',
  'country',
  'callerNumber',
  'callerName',
  'trackingNumber',
  'targetNumber',
  'source',
  'medium',
  'campaign',
  'keyword',
  'status',
  'direction',
  'answered',
  'firstTime',
  'agent',
  'hangupCause',
  'tag',
] as const
export type DimensionName = (typeof dimensionNames)[number]

export const measureNames = [
  'calls',
  'inbound',
  'outbound',
  'answered',
  'missed',
  'abandoned',
  'voicemail',
  'inProgress',
  'answerRate',
  'uniqueCallers',
  'firstTimeCallers',
  'missedNotReturned',
  'missedWithheld',
  'totalDuration',
  'averageDuration',
  'p50Duration',
  'p90Duration',
  'totalTalk',
  'averageTalk',
  'p50Talk',
  'p90Talk',
  'totalRing',
  'averageRing',
  'p50Ring',
  'p90Ring',
  'totalHold',
  'averageHold',
  'p50Hold',
  'p90Hold',
  'value',
  'cost',
] as const
export type MeasureName = (typeof measureNames)[number]

export const filterOperators = [
  'eq',
  'ne',
  'in',
  'notIn',
  'gt',
  'ge',
  'lt',
  'le',
  'contains',
  'startsWith',
  'isNull',
  'notNull',
] as const
export type FilterOperator = (typeof filterOperators)[number]
