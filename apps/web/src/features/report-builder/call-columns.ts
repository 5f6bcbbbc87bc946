import { fields } from '@callboard/contract/call-fields'
import { callFields } from '@callboard/contract/calls'
import type { FieldDeclaration, FieldSection } from '@callboard/contract/field-declaration'
import { findField } from '@callboard/contract/field-names'
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
export const columnGroups: readonly PickGroup[] = Object.entries(sectionLabels).map(([part, label]) => ({
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

export function columnLabel(name: string): string {
  return findField(name)?.label ?? name
}
