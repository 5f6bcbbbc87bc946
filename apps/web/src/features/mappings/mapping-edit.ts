import { declareAttribute } from '@callboard/contract/attribute-fields'
import type { Attribute } from '@callboard/contract/attributes'
import {
  attributeKeyOf,
  type GuessReason,
  mappedAttribute,
  mappedFields,
  type Mapping,
  type MappingRule,
  type RowCondition,
  type SampleColumn,
  type ValueOrigin,
} from '@callboard/contract/mappings'
import { findField } from '@callboard/contract/field-names'
import type { FieldDeclaration } from '@callboard/contract/field-declaration'

/** What is known of a mapping while it is edited. */
export interface MappingEdit {
  readonly mapping: Mapping
  readonly columns: readonly SampleColumn[]
  readonly reasons: readonly GuessReason[]
  /** That may be mapped. */
  readonly fields: readonly MappedField[]
  readonly change: (parts: Partial<Mapping>) => void
}

export interface MappedField {
  readonly name: string
  readonly field: FieldDeclaration
}

const fieldsOfCalls: readonly MappedField[] = mappedFields.flatMap((name) => {
  const field = findField(name)
  return field === undefined ? [] : [{ name, field }]
})

/** Fields of a call that a mapping may say, with the attributes of the customer’s own. */
export function fieldsToMap(attributes: readonly Attribute[]): readonly MappedField[] {
  const own = attributes.map((attribute) => ({
    name: mappedAttribute(attribute.key),
    field: declareAttribute({ ...attribute, label: attribute.name }),
  }))
  return [...fieldsOfCalls, ...own]
}

/** A call cannot do without them, or hardly anybody wants to. */
const always = ['startedAt', 'direction', 'status', 'externalCallId']

/** Those that the mapping says, and those that it should, in the order in which people think of them. */
export function shownFields({ mapping, fields }: Pick<MappingEdit, 'mapping' | 'fields'>): MappedField[] {
  const names = new Set([...always, ...Object.keys(mapping.fields)])
  const own = mapping.numbers.as === 'fields' ? ['callerNumber', 'trackingNumber', 'targetNumber'] : []
  for (const name of own) names.add(name)
  return [...fields.filter(({ name }) => names.has(name)), ...unknownFields(mapping, fields)]
}

/** Attributes that the mapping says, and that are no longer declared: so that people can remove them. */
function unknownFields({ fields: mapped }: Mapping, fields: readonly MappedField[]): MappedField[] {
  return Object.keys(mapped).flatMap((name): MappedField[] => {
    const key = attributeKeyOf(name)
    if (key === undefined || fields.some((one) => one.name === name)) return []
    return [{ name, field: { kind: 'text', label: key, meaning: 'No active attribute of the customer.' } }]
  })
}

export function withRules(mapping: Mapping, name: string, rules: MappingRule[]): Pick<Mapping, 'fields'> {
  const { [name]: _before, ...others } = mapping.fields
  return { fields: rules.length === 0 ? others : { ...others, [name]: rules } }
}

export const emptyRule: MappingRule = { origin: { kind: 'constant', value: '' }, words: [] }

/** The same rule from another kind of origin, which keeps the columns that it had. */
export function originOfKind(kind: ValueOrigin['kind'], before: ValueOrigin): ValueOrigin {
  const columns = columnsOf(before)
  const [first = '', second = first] = columns
  switch (kind) {
    case 'columns':
    case 'sum':
    case 'hash':
      return { kind, columns }
    case 'constant':
      return { kind, value: '' }
    case 'template':
      return { kind, template: columns.map((name) => `{${name}}`).join(' ') }
    case 'ownNumbers':
      return { kind, from: first, to: second }
  }
}

/** The columns that an origin reads. */
export function columnsOf(origin: ValueOrigin): string[] {
  switch (origin.kind) {
    case 'columns':
    case 'sum':
    case 'hash':
      return [...origin.columns]
    case 'template':
      return [...origin.template.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
    case 'ownNumbers':
      return [origin.from, origin.to].filter((name) => name !== '')
    case 'constant':
      return []
  }
}

/** Columns of the sample that have values, and of which nothing is read. */
export function unusedColumns({ mapping, columns }: Pick<MappingEdit, 'mapping' | 'columns'>): string[] {
  const { zone, legsBy, orderBy } = mapping
  const read = new Set([
    ...rulesOf(mapping).flatMap(({ origin }) => columnsOf(origin)),
    ...conditionsOf(mapping).map(({ column }) => column),
    ...legsBy,
    ...(orderBy === undefined ? [] : [orderBy]),
    ...(zone.kind === 'column' ? [zone.column] : []),
  ])
  return columns.filter(({ name, filled }) => filled > 0 && !read.has(name)).map(({ name }) => name)
}

/** Whether all that a mapping needs is filled in, so that it can be tried. */
export function isComplete(mapping: Mapping): boolean {
  return missingIn(mapping, fieldsOfCalls) === undefined
}

/** The first thing that is to be filled in before a mapping can be tried, or saved. */
export function missingIn(mapping: Mapping, fields: readonly MappedField[]): string | undefined {
  if (mapping.separator === '') return 'Choose a separator first.'
  if (mapping.timeFormats.includes('')) return 'Say how times are written first.'
  for (const [name, rules] of Object.entries(mapping.fields)) {
    const label = fields.find((one) => one.name === name)?.field.label ?? name
    if (rules.some(isUnfilled)) return `Choose a column for “${label}” first.`
  }
  if (rulesOfNumbers(mapping).some(isUnfilled)) return 'Choose the columns of the phone numbers first.'
  return conditionsOf(mapping).some(({ column }) => column === '')
    ? 'Choose a column for each condition first.'
    : undefined
}

function isUnfilled({ origin }: MappingRule): boolean {
  return !isFilled(origin)
}

function isFilled(origin: ValueOrigin): boolean {
  if (origin.kind === 'constant') return true
  if (origin.kind === 'template') return origin.template !== ''
  return origin.kind === 'ownNumbers' ? origin.from !== '' && origin.to !== '' : origin.columns.length > 0
}

function rulesOf(mapping: Mapping): MappingRule[] {
  return [...Object.values(mapping.fields).flat(), ...rulesOfNumbers(mapping)]
}

function rulesOfNumbers({ numbers }: Mapping): MappingRule[] {
  if (numbers.as === 'fields') return []
  return numbers.as === 'fromAndTo' ? [numbers.from, numbers.to] : [numbers.contact, numbers.own]
}

function conditionsOf(mapping: Mapping): RowCondition[] {
  return [...mapping.leaveOut, ...rulesOf(mapping).flatMap(({ when }) => when ?? [])]
}
