import { dimensionGroups, dimensionOf } from '@callboard/contract/dimensions'
import { type DimensionName, dimensionNames } from '@callboard/contract/field-names'
import { filterFieldOf } from '@callboard/contract/filter-fields'
import { useCallAttributes } from '#web/lib/reporting/call-attributes.ts'
import { useSeesField } from '#web/lib/session/seen-fields.ts'
import { attributeGroup } from '#web/features/report-builder/attribute-group.ts'
import type { PickGroup } from '#web/features/report-builder/parts/FieldPicker.tsx'

const groups: readonly PickGroup[] = dimensionGroups.map(({ label, names }) => ({
  label,
  fields: names.map((name) => ({ name, ...dimensionOf(name) })),
}))

/** Returns the dimensions to choose from, without those that are used elsewhere. */
export function useDimensionGroups(used: readonly string[]): PickGroup[] {
  const seesField = useSeesField()
  const attributes = useCallAttributes()
  return [...groups, ...attributeGroup(attributes)].map(({ label, fields }) => ({
    label,
    fields: fields.filter(({ name }) => !used.includes(name) && seesField(name)),
  }))
}

/** Returns what a dimension is called and means. */
export function useDimensionWords(): (name: DimensionName) => { label: string; meaning: string } {
  const attributes = useCallAttributes()
  return (name) => {
    const declared = dimensionNames.find((one) => one === name)
    if (declared !== undefined) return dimensionOf(declared)
    return attributes.get(name) ?? { label: filterFieldOf(name).label, meaning: '' }
  }
}
