import { isDimensionName } from '@callboard/contract/field-names'
import { pivotLimit, type ReportDefinition } from '@callboard/contract/reports'
import { InputNumber } from 'antd'
import { useId } from 'react'
import { BuilderPart } from '#web/features/report-builder/parts/BuilderPart.tsx'
import { useDimensionGroups, useDimensionWords } from '#web/features/report-builder/dimension-choice.ts'
import { GrainSelect } from '#web/features/report-builder/parts/GrainSelect.tsx'
import { PickedFields } from '#web/features/report-builder/parts/PickedFields.tsx'
import { Row } from '#web/ui/layout.tsx'

interface AcrossPartProps {
  pivot: ReportDefinition['pivot']
  /** What is a row is not across. */
  rows: readonly string[]
  onChange: (pivot: ReportDefinition['pivot']) => void
}

/** The dimension whose values have columns of their own. */
export function AcrossPart({ pivot, rows, onChange }: AcrossPartProps) {
  const limitId = useId()
  const groups = useDimensionGroups(rows)
  const wordsOf = useDimensionWords()
  return (
    <BuilderPart
      title="Across"
      hint={pivot === undefined ? 'Adds a column for each value, such as each hour.' : undefined}
    >
      <PickedFields
        label="Across"
        addLabel={pivot === undefined ? 'Add across' : 'Replace'}
        items={pivot === undefined ? [] : [pivot]}
        nameOf={({ field }) => field}
        wordsOf={({ field }) => wordsOf(field)}
        groups={groups}
        max={2}
        // There is one: another takes its place.
        onPick={(field) => {
          if (isDimensionName(field)) onChange({ field })
        }}
        onChange={([first]) => onChange(first)}
        renderMore={(one) =>
          one.field === 'time' && (
            <GrainSelect value={one.grain} onChange={(grain) => onChange({ ...one, grain })} />
          )
        }
      />
      {pivot !== undefined && (
        <Row gap={8} align="center" wrap>
          <label htmlFor={limitId}>At most</label>
          <InputNumber
            id={limitId}
            style={{ width: 90 }}
            placeholder="usual"
            min={1}
            max={pivotLimit}
            precision={0}
            value={pivot.limit ?? null}
            onChange={(limit) => onChange({ ...pivot, limit: limit ?? undefined })}
          />
          values, then Others
        </Row>
      )}
    </BuilderPart>
  )
}
