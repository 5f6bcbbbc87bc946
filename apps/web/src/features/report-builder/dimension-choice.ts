import { dimensionGroups, dimensionOf } from '@callboard/contract/dimensions'
import { useSeesField } from '#web/lib/session/seen-fields.ts'
import type { PickGroup } from '#web/features/report-builder/parts/FieldPicker.tsx'

const groups: readonly PickGroup[] = dimensionGroups.map(({ label, names }) => ({
  label,
  fields: names.map((name) => ({ name, ...dimensionOf(name) })),
}))

/** Returns the dimensions to choose from, without those that are used elsewhere. */
export function useDimensionGroups(used: readonly string[]): PickGroup[] {
  const seesField = useSeesField()
  return groups.map(({ label, fields }) => ({
    label,
    fields: fields.filter(({ name }) => !used.includes(name) && seesField(name)),
  }))
}
