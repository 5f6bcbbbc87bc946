import { isAttributeField } from './attribute-fields.ts'
import { fields } from './call-fields.ts'
import { dayParts, writeDayPart } from './day-parts.ts'
import { findField } from './field-names.ts'
import {
  type FieldDeclaration,
  type FieldKind,
  type FieldTable,
  operatorsOfKind,
} from './field-declaration.ts'
import {
  callStatuses,
  directions,
  type FilterOperator,
  geoPrecisions,
  redactionStatuses,
  statusLabels,
} from './fields.ts'
import { type ParameterName, type ValuesName, valuesNames } from './reports.ts'
import { formatHour, weekdayNames } from './format-time.ts'
import { recordingSounds, soundLabels } from './recording-sounds.ts'
import { directionLabels, precisionLabels, redactionLabels, stirLabels } from './call-words.ts'
import { formatHangupCause, namedCauses } from './hangup-causes.ts'

export interface ChoiceOption {
  value: string | number
  label: string
}

/** How the values of a field are entered: chosen, typed, or as yes or no. */
export type FieldInput =
  | { kind: 'fixed'; options: readonly ChoiceOption[] }
  | { kind: 'suggested'; parameter: ValuesName }
  | { kind: 'phone'; parameter?: ParameterName }
  | { kind: 'text' | 'words' | 'duration' | 'number' | 'flag' }

export interface FilterField {
  name: string
  label: string
  kind: FieldKind
  input: FieldInput
  /** Never without a value. */
  isKnown: boolean
}

/** The values of fields with few values, in words. */
const choices: Partial<Record<string, readonly ChoiceOption[]>> = {
  status: callStatuses.map((value) => ({ value, label: statusLabels[value] })),
  direction: directions.map((value) => ({ value, label: directionLabels[value] })),
  recordingSound: recordingSounds.map((value) => ({ value, label: soundLabels[value] })),
  geoPrecision: geoPrecisions.map((value) => ({ value, label: precisionLabels[value] })),
  redactionStatus: redactionStatuses.map((value) => ({ value, label: redactionLabels[value] })),
  stirVerdict: Object.entries(stirLabels).map(([value, label]) => ({ value, label })),
  hangupCause: namedCauses.map((value) => ({ value, label: formatHangupCause(value) })),
  dayOfWeek: weekdayNames.map((label, index) => ({ value: index + 1, label })),
  hourOfDay: Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: formatHour(hour) })),
  dayPart: dayParts.map((value) => ({ value, label: writeDayPart(value).full })),
}

/** Too many to choose from, quickly typed, and often pasted as a list. */
const typed: ReadonlySet<string> = new Set(['zipcode', 'postalcode', 'npanxx'])

const inputs: Partial<Record<FieldKind, FieldInput>> = {
  duration: { kind: 'duration' },
  boolean: { kind: 'flag' },
  integer: { kind: 'number' },
  number: { kind: 'number' },
  amount: { kind: 'number' },
  list: { kind: 'number' },
}

function inputOf(name: string, { kind, only, values = [], valueLabels }: FieldDeclaration): FieldInput {
  if (only === 'searched' && kind === 'text') return { kind: 'words' }
  const options = choices[name] ?? values.map((value) => ({ value, label: valueLabels?.[value] ?? value }))
  if (options.length > 0) return { kind: 'fixed', options }
  // Tracking numbers are entities; callers' numbers are too many to choose from.
  if (name === 'trackingNumber') return { kind: 'phone', parameter: 'number' }
  if (kind === 'phone') return { kind: 'phone' }
  if (inputs[kind] !== undefined) return inputs[kind]
  const parameter = isAttributeField(name) ? name : valuesNames.find((one) => one === name)
  return parameter === undefined || typed.has(name) ? { kind: 'text' } : { kind: 'suggested', parameter }
}

function filterField(name: string, field: FieldDeclaration): FilterField {
  const { label, kind, isKnown = false } = field
  const input = inputOf(name, field)
  return { name, label, kind, input, isKnown: isKnown || input.kind === 'words' }
}

/** Fields that a filter may name, the common ones first. */
export function buildFilterFields(table: FieldTable): readonly FilterField[] {
  const ofUse = (use: 'common' | 'filter') =>
    Object.entries(table)
      .filter(([, { uses = [] }]) => uses.includes(use))
      .map(([name, field]) => filterField(name, field))
  return [...ofUse('common'), ...ofUse('filter')]
}

export const filterFields = buildFilterFields(fields)

/** A link may also name a field that is not offered; an unknown one is treated as text. */
export function filterFieldOf(name: string, attributes?: ReadonlyMap<string, FieldDeclaration>): FilterField {
  const field = findField(name) ?? attributes?.get(name)
  if (field !== undefined) return filterField(name, field)
  // One that is gone, or is not known yet.
  const label = isAttributeField(name) ? 'Attribute' : name
  return { name, label, kind: 'text', input: { kind: 'text' }, isKnown: false }
}

const emptiness: readonly FilterOperator[] = ['isNull', 'notNull']
const byInput: Record<FieldInput['kind'], readonly FilterOperator[]> = {
  fixed: ['in', 'notIn'],
  suggested: ['in', 'notIn', 'contains', 'notContains', 'startsWith'],
  text: ['in', 'notIn', 'contains', 'notContains', 'startsWith'],
  words: ['contains'],
  phone: ['in', 'notIn', 'startsWith', 'contains', 'notContains'],
  duration: ['ge', 'le'],
  number: ['eq', 'ge', 'le'],
  flag: ['eq'],
}

/** The operators to choose from, of those that the field supports; `in` and `notIn` stand for `eq` and `ne` as well. */
export function operatorsOf({ kind, input, isKnown }: FilterField): readonly FilterOperator[] {
  const known: readonly FilterOperator[] = operatorsOfKind[kind]
  return [...byInput[input.kind], ...(isKnown ? [] : emptiness)].filter((op) => known.includes(op))
}
