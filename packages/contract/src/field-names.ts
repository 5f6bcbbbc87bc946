import { type AttributeField, isAttributeField } from './attribute-fields.ts'
import { fields } from './call-fields.ts'
import {
  type FieldDeclaration,
  type FieldKind,
  type FieldTable,
  namesFor,
  type NamesFor,
  type NamesOf,
} from './field-declaration.ts'

/** Fields that questions may name: to filter by, or as columns of an export. */
export type DeclaredField = Exclude<
  keyof typeof fields,
  NamesOf<typeof fields, { only: 'sent' | 'read' | 'searched' }>
>
/** The same with what customers add. */
export type AskedField = DeclaredField | AttributeField

export const sortNames = namesFor(fields, 'sort')
export type SortName = (typeof sortNames)[number]

/** Fields that calls are grouped by. */
export const groupedFields = namesFor(fields, 'group')

/** Kinds of fields whose values are texts that have no other name. */
export const textKinds: ReadonlySet<FieldKind> = new Set(['text', 'tags', 'code'])

/** Fields of text, whose values people choose from those in the calls that they see. */
export const suggestedFields = groupedFields.filter((name) => {
  const { kind, isOfCaller }: FieldDeclaration = fields[name]
  return textKinds.has(kind) && isOfCaller !== true
})

/** What the calls of a report are grouped by. */
export const dimensionNames = ['time', ...groupedFields] as const
export type DeclaredDimension = 'time' | NamesFor<typeof fields, 'group'>
export type DimensionName = DeclaredDimension | AttributeField

export function isDimensionName(name: string): name is DimensionName {
  return dimensionNames.some((one) => one === name) || isAttributeField(name)
}

/** Whether the values of a dimension follow each other, and are shown in their order. */
export function isScale(name: string): boolean {
  return name === 'time' || findField(name)?.scaleSize !== undefined
}

/** Fields that say who called. */
export const callerFields = Object.keys(fields).filter((name) => findField(name)?.isOfCaller === true)

/** A field by any name. */
export function findField(name: string): FieldDeclaration | undefined {
  const table: FieldTable = fields
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** What calls without a value of a field are called. Abbreviations keep their capitals. */
export function describeNone(name: string, label: string): string {
  const isAbbreviation = /^[A-Z]{2}/.test(label)
  return (
    findField(name)?.none ?? `No ${isAbbreviation ? label : label.charAt(0).toLowerCase() + label.slice(1)}`
  )
}
