import { dimensionGroups, dimensionOf } from '@callboard/contract/dimensions'
import type { PickGroup } from '#web/features/report-builder/parts/FieldPicker.tsx'

const groups: readonly PickGroup[] = dimensionGroups.map(({ label, names }) => ({
  label,
  fields: names.map((name) => ({ name, ...dimensionOf(name) })),
}))

/** The dimensions to choose from, without those that are used elsewhere. */
export function dimensionGroupsBut(used: readonly string[]): PickGroup[] {
  return groups.map(({ label, fields }) => ({
    label,
    fields: fields.filter(({ name }) => !used.includes(name)),
  }))
}
