import { BuilderPart } from '#web/features/report-builder/parts/BuilderPart.tsx'
import {
  useColumnGroups,
  useColumnLabel,
  useColumnMeaning,
} from '#web/features/report-builder/call-columns.ts'
import { PickedFields } from '#web/features/report-builder/parts/PickedFields.tsx'

interface ColumnsPartProps {
  columns: readonly string[]
  onChange: (columns: string[]) => void
}

const maxColumns = 60

/** What is shown of each call, in the order of the columns. */
export function ColumnsPart({ columns, onChange }: ColumnsPartProps) {
  const groups = useColumnGroups()
  const labelOf = useColumnLabel()
  const meaningOf = useColumnMeaning()
  return (
    <BuilderPart title="Columns">
      <PickedFields
        label="Columns"
        addLabel="Add columns"
        items={columns}
        nameOf={(name) => name}
        wordsOf={(name) => ({ label: labelOf(name), meaning: meaningOf(name) })}
        groups={groups}
        max={maxColumns}
        onPick={(name) => onChange([...columns, name])}
        onChange={onChange}
      />
    </BuilderPart>
  )
}
