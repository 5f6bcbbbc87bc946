import type { AskedField } from '@callboard/contract/field-names'
import type { Filter } from '@callboard/contract/calls'
import { type ComparisonKind, comparisons } from '@callboard/contract/comparison'
import type { ParameterUse } from '@callboard/contract/manage-reports'
import { parameterLabel } from '@callboard/contract/parameter-words'
import { Period } from '@callboard/contract/period'
import type { Parameter, ParameterName, ParameterValue } from '@callboard/contract/reports'
import { z } from 'zod'
import { AppError } from '../../lib/app-error.ts'
import { getField, isFieldName } from '../sql/fields.ts'

interface ParameterKind {
  type: Parameter['type']
  multiple: boolean
  default: unknown
  /** The field it filters by; undefined if the parameter does something else. */
  field?: AskedField
  op?: 'in' | 'ge'
  /** The only values there are. */
  closed?: readonly string[] | undefined
}

const defaultPeriod = { relative: 'last30Days' } as const

/** Parameters that are more than a list of values of a field. */
const special = {
  dateRange: { type: 'period', multiple: false, default: defaultPeriod },
  compare: { type: 'comparison', multiple: false, default: null, closed: comparisons },
  matchWeekdays: { type: 'weekdays', multiple: false, default: null },
  entityGroup: { type: 'list', multiple: true, default: [] },
  minimumDuration: {
    type: 'integer',
    multiple: false,
    default: null,
    field: 'duration',
    op: 'ge',
  },
} as const satisfies Record<Exclude<ParameterName, AskedField>, ParameterKind>

/** A parameter that a report may ask for. */
export function parameterKind(name: ParameterName): ParameterKind {
  if (!isFieldName(name)) return special[name]
  const { values } = getField(name)
  return { type: 'list', multiple: true, default: [], field: name, op: 'in', closed: values }
}

export function buildParameter(use: ParameterUse): Parameter {
  const kind = parameterKind(use.name)
  return {
    name: use.name,
    label: parameterLabel(use.name),
    type: kind.type,
    multiple: kind.multiple,
    required: use.required,
    default: use.default ?? kind.default,
  }
}

export interface ParameterChoices {
  period: Period
  compare: ComparisonKind | null | undefined
  /** Undefined: as suits the grain. */
  matchWeekdays: boolean | undefined
  filters: Filter[]
  entityGroupIds: string[]
}

type Given = Partial<Record<ParameterName, ParameterValue>>

/** Reads the values of the parameters of a report. A parameter that the report does not ask for is an error. */
export function readParameters(uses: readonly ParameterUse[], given: Given): ParameterChoices {
  const choices: ParameterChoices = {
    period: defaultPeriod,
    compare: undefined,
    matchWeekdays: undefined,
    filters: [],
    entityGroupIds: [],
  }
  for (const name of Object.keys(given)) {
    if (!uses.some((use) => use.name === name)) {
      throw new AppError('unknownParameter', `This report has no parameter ${name}.`, {
        field: `parameters.${name}`,
      })
    }
  }
  for (const use of uses) {
    const value = valueOf(use, given)
    if (value === undefined) {
      if (use.required && use.name !== 'dateRange') throw missing(use.name)
      continue
    }
    readOne(choices, use.name, value)
  }
  return choices
}

/** Undefined where nothing is asked for: no values of a list are all of them, while null is "no value". */
function valueOf({ name, default: defaultValue }: ParameterUse, given: Given): unknown {
  const value = name in given ? given[name] : (defaultValue ?? undefined)
  const isOfField = parameterKind(name).field !== undefined || name === 'entityGroup'
  return isOfField && Array.isArray(value) && value.length === 0 ? undefined : value
}

function readOne(choices: ParameterChoices, name: ParameterName, value: unknown): void {
  const kind = parameterKind(name)
  if (name === 'dateRange') {
    choices.period = parsed(Period, name, value)
    return
  }
  if (name === 'compare') {
    choices.compare = parsed(z.enum(comparisons).nullable(), name, value)
    return
  }
  if (name === 'matchWeekdays') {
    choices.matchWeekdays = parsed(z.boolean().nullable(), name, value) ?? undefined
    return
  }
  const values = parsed(Values, name, Array.isArray(value) ? value : [value])
  if (!kind.multiple && values.length > 1) throw invalid(name, 'takes one value')
  if (name === 'entityGroup') {
    choices.entityGroupIds = values.map((one) => parsed(z.guid(), name, one))
    return
  }
  const { closed } = kind
  if (closed !== undefined && values.some((one) => !closed.some((known) => known === one))) {
    throw invalid(name, `is one of ${closed.join(', ')}`)
  }
  if (kind.field !== undefined) choices.filters.push({ field: kind.field, op: kind.op ?? 'in', values })
}

const Values = z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).max(1000)

function parsed<T>(schema: z.ZodType<T>, name: ParameterName, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw invalid(name, `cannot be ${JSON.stringify(value).slice(0, 100)}`)
}

function invalid(name: ParameterName, why: string): AppError {
  return new AppError('invalid', `The parameter ${name} ${why}.`, { field: `parameters.${name}` })
}

function missing(name: ParameterName): AppError {
  return new AppError('missingParameter', `The parameter ${name} needs a value.`, {
    field: `parameters.${name}`,
  })
}
