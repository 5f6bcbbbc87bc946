import { fields } from '@callboard/contract/call-fields'
import { callFields } from '@callboard/contract/calls'
import type { FieldDeclaration, FieldSection } from '@callboard/contract/field-declaration'
import { findField } from '@callboard/contract/field-names'
import { filterFieldOf } from '@callboard/contract/filter-fields'
import { attributeGroup } from '#web/features/report-builder/attribute-group.ts'
import { useCallAttributes } from '#web/lib/reporting/call-attributes.ts'
import type { PickGroup } from '#web/features/report-builder/parts/FieldPicker.tsx'

const sectionLabels: Readonly<Record<FieldSection | 'call', string>> = {
  call: 'The call',
  parties: 'Parties',
  outcome: 'Outcome',
  attribution: 'Attribution',
  place: 'Place of the other party',
  routing: 'Routing',
  quality: 'Sound quality',
  record: 'Record',
}

const listed: ReadonlySet<string> = new Set([...callFields, 'customer'])

/** What the columns of a report with a row for each call may be, by the part of the call that they tell of. */
const columnGroups: readonly PickGroup[] = Object.entries(sectionLabels).map(([part, label]) => ({
  label,
  fields: Object.entries<FieldDeclaration>(fields)
    .filter(([name, { section = 'call', only }]) => section === part && listed.has(name) && only !== 'read')
    .map(([name, field]) => ({ name, label: field.label, meaning: field.meaning })),
}))

/** What somebody begins with. */
export const defaultColumns = [
  'startedAt',
  'status',
  'contactNumber',
  'trackingNumber',
  'location',
  'source',
  'duration',
] as const satisfies readonly (keyof typeof fields)[]

/** Returns the groups of columns to choose from, with those of attributes. */
export function useColumnGroups(): PickGroup[] {
  return [...columnGroups, ...attributeGroup(useCallAttributes())]
}

/** Returns what a column is called. */
export function useColumnLabel(): (name: string) => string {
  const attributes = useCallAttributes()
  return (name) => filterFieldOf(name, attributes).label
}

/** Returns what a column means. */
export function useColumnMeaning(): (name: string) => string {
  const attributes = useCallAttributes()
  return (name) => (findField(name) ?? attributes.get(name))?.meaning ?? ''
}
