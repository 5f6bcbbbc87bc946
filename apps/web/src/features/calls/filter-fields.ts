import { callStatuses, directions, type FilterOperator, geoPrecisions } from '@callboard/contract/fields'
import type { ParameterName } from '@callboard/contract/reports'
import { formatHour, weekdayNames } from '#web/lib/time.ts'
import { statusLabels } from '#web/ui/StatusTag.tsx'
import { directionLabels, precisionLabels } from '#web/features/calls/call-words.ts'

export interface ChoiceOption {
  value: string | number
  label: string
}

/** How the values of a field are given: chosen, typed, or as a yes or no. */
export type FieldInput =
  | { kind: 'fixed'; options: readonly ChoiceOption[] }
  | { kind: 'suggested'; parameter: ParameterName }
  | { kind: 'phone'; parameter?: ParameterName }
  | { kind: 'text' | 'duration' | 'number' | 'flag' }

export interface FilterField {
  name: string
  label: string
  input: FieldInput
  isCommon?: true
  /** Whether a call may have no value here; it may unless said otherwise. */
  isAlwaysKnown?: true
}

const text = { kind: 'text' } as const
const phone = { kind: 'phone' } as const
const duration = { kind: 'duration' } as const
const flag = { kind: 'flag' } as const
const number = { kind: 'number' } as const
const suggested = (parameter: ParameterName) => ({ kind: 'suggested', parameter }) as const
const fixed = (options: readonly ChoiceOption[]) => ({ kind: 'fixed', options }) as const

/** Fields that a filter may name, the common ones first. */
export const filterFields: readonly FilterField[] = [
  {
    name: 'status',
    label: 'Status',
    input: fixed(callStatuses.map((value) => ({ value, label: statusLabels[value] }))),
    isCommon: true,
    isAlwaysKnown: true,
  },
  {
    name: 'direction',
    label: 'Direction',
    input: fixed(directions.map((value) => ({ value, label: directionLabels[value] }))),
    isCommon: true,
    isAlwaysKnown: true,
  },
  { name: 'customer', label: 'Customer', input: suggested('customer'), isCommon: true, isAlwaysKnown: true },
  { name: 'source', label: 'Source', input: suggested('source'), isCommon: true },
  { name: 'campaign', label: 'Campaign', input: suggested('campaign'), isCommon: true },
  { name: 'medium', label: 'Medium', input: text, isCommon: true },
  {
    name: 'trackingNumber',
    label: 'Tracking number',
    input: { kind: 'phone', parameter: 'number' },
    isCommon: true,
    isAlwaysKnown: true,
  },
  { name: 'callerNumber', label: 'Caller number', input: phone, isCommon: true },
  { name: 'location', label: 'Location', input: suggested('location'), isCommon: true },
  { name: 'agent', label: 'Agent', input: text, isCommon: true },
  { name: 'state', label: 'State', input: suggested('state'), isCommon: true },
  { name: 'city', label: 'City', input: text, isCommon: true },
  { name: 'tag', label: 'Tag', input: text, isCommon: true },
  { name: 'talkDuration', label: 'Talk time', input: duration, isCommon: true },
  { name: 'duration', label: 'Duration', input: duration, isCommon: true },
  { name: 'firstTime', label: 'First time', input: flag, isCommon: true },
  { name: 'callerName', label: 'Caller name', input: text },
  { name: 'targetNumber', label: 'Target number', input: phone },
  { name: 'answered', label: 'Answered', input: flag, isAlwaysKnown: true },
  { name: 'missedNotReturned', label: 'Missed, not returned', input: flag, isAlwaysKnown: true },
  { name: 'ringDuration', label: 'Ring time', input: duration },
  { name: 'queueDuration', label: 'Queue time', input: duration },
  { name: 'ivrDuration', label: 'Menu time', input: duration },
  { name: 'holdDuration', label: 'Hold time', input: duration },
  {
    name: 'dayOfWeek',
    label: 'Weekday',
    input: fixed(weekdayNames.map((label, index) => ({ value: index + 1, label }))),
    isAlwaysKnown: true,
  },
  {
    name: 'hourOfDay',
    label: 'Hour of day',
    input: fixed(Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: formatHour(hour) }))),
    isAlwaysKnown: true,
  },
  { name: 'keyword', label: 'Search keyword', input: text },
  { name: 'landingPage', label: 'Landing page', input: text },
  { name: 'referrer', label: 'Referrer', input: text },
  { name: 'network', label: 'Network', input: suggested('network') },
  { name: 'number', label: 'Number entity', input: suggested('number') },
  { name: 'rotationgroup', label: 'Rotation group', input: suggested('rotationgroup') },
  { name: 'tod', label: 'Time-of-day rule', input: suggested('tod') },
  { name: 'historicalroute', label: 'Historical route', input: suggested('historicalroute') },
  { name: 'county', label: 'County', input: suggested('county') },
  { name: 'zipcode', label: 'ZIP code', input: suggested('zipcode') },
  { name: 'postalcode', label: 'Postal code', input: suggested('postalcode') },
  { name: 'npanxx', label: 'NPA-NXX', input: suggested('npanxx') },
  { name: 'dma', label: 'DMA', input: suggested('dma') },
  { name: 'metro', label: 'Metro area', input: text },
  { name: 'country', label: 'Country', input: text },
  {
    name: 'geoPrecision',
    label: 'Place known to',
    input: fixed(geoPrecisions.map((value) => ({ value, label: precisionLabels[value] }))),
    isAlwaysKnown: true,
  },
  { name: 'leadStatus', label: 'Lead status', input: text },
  { name: 'score', label: 'Score', input: number },
  { name: 'value', label: 'Value', input: number },
  { name: 'cost', label: 'Cost', input: number },
  { name: 'priorCalls', label: 'Prior calls', input: number },
  { name: 'hangupCause', label: 'Hang-up cause', input: number },
  { name: 'hangupBy', label: 'Hung up by', input: text },
  { name: 'sourceSystem', label: 'Source system', input: text, isAlwaysKnown: true },
  { name: 'externalCallId', label: 'External id', input: text, isAlwaysKnown: true },
  { name: 'legalHold', label: 'Legal hold', input: flag, isAlwaysKnown: true },
]

const fieldsByName = new Map(filterFields.map((field) => [field.name, field]))

/** A field that a link names but that is not offered here is taken as text. */
export function filterFieldOf(name: string): FilterField {
  return fieldsByName.get(name) ?? { name, label: name, input: text }
}

const emptiness = ['isNull', 'notNull'] as const
const byKind = {
  fixed: ['in', 'notIn'],
  suggested: ['in', 'notIn', 'contains', 'startsWith'],
  text: ['in', 'notIn', 'contains', 'startsWith'],
  phone: ['in', 'notIn', 'startsWith', 'contains'],
  duration: ['ge', 'le'],
  number: ['eq', 'ge', 'le'],
  flag: ['eq'],
} as const satisfies Record<FieldInput['kind'], readonly FilterOperator[]>

/** Operators to choose from; `in` and `notIn` stand for `eq` and `ne` as well. */
export function operatorsOf({ input, isAlwaysKnown }: FilterField): readonly FilterOperator[] {
  return isAlwaysKnown ? byKind[input.kind] : [...byKind[input.kind], ...emptiness]
}
