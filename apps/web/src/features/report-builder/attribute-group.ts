import type { CallAttributes } from '#web/lib/reporting/call-attributes.ts'
import type { PickGroup } from '#web/features/report-builder/parts/FieldPicker.tsx'

/** The attributes of calls to choose from; no group where there are none. */
export function attributeGroup(attributes: CallAttributes): PickGroup[] {
  if (attributes.size === 0) return []
  const fields = Array.from(attributes, ([name, { label, meaning }]) => ({ name, label, meaning }))
  return [{ label: 'Attributes', fields }]
}
