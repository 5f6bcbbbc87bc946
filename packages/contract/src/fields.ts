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

/** In words. */
export const statusLabels = {
  answered: 'Answered',
  voicemail: 'Voicemail',
  missed: 'Missed',
  abandoned: 'Abandoned',
  busy: 'Busy',
  failed: 'Failed',
  'in-progress': 'In progress',
} as const satisfies Record<CallStatus, string>

/** Where a call in progress is. */
export const callPhases = ['ringing', 'menu', 'queue', 'talking'] as const
export type CallPhase = (typeof callPhases)[number]

/** Those in which a caller waits for a person. */
export const waitingPhases = ['ringing', 'queue'] as const satisfies CallPhase[]

/** Statuses of an inbound call that count as missed. */
export const missedStatuses = [
  'missed',
  'abandoned',
  'busy',
  'failed',
] as const satisfies readonly CallStatus[]

/**
 * How far a recording was examined for what must not be heard:
 * - `none`: nobody has examined it
 * - `pending`: it is being examined
 * - `clean`: examined, and nothing was found
 * - `redacted`: what was found is not heard in the redacted version
 * - `failed`: it could not be examined
 */
export const redactionStatuses = ['none', 'pending', 'clean', 'redacted', 'failed'] as const

export const geoPrecisions = ['zip', 'city', 'state', 'country', 'none'] as const
export type GeoPrecision = (typeof geoPrecisions)[number]

/** Sizes of a time bucket. `auto` takes hours up to two days, then days, weeks from 93 days, months from 18 months. */
export const grains = ['auto', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const
export type Grain = (typeof grains)[number]

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
  'notContains',
  'startsWith',
  'isNull',
  'notNull',
] as const
export type FilterOperator = (typeof filterOperators)[number]
