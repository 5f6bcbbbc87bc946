import { isDimensionName } from '@callboard/contract/field-names'
import type { ReportDefinition } from '@callboard/contract/reports'
import { BuilderPart } from '#web/features/report-builder/parts/BuilderPart.tsx'
import { useDimensionGroups, useDimensionWords } from '#web/features/report-builder/dimension-choice.ts'
import { GrainSelect } from '#web/features/report-builder/parts/GrainSelect.tsx'
import { PickedFields } from '#web/features/report-builder/parts/PickedFields.tsx'

interface RowsPartProps {
  dimensions: ReportDefinition['dimensions']
  /** What is across is no row. */
  across: string | undefined
  onChange: (dimensions: ReportDefinition['dimensions']) => void
}

const maxDimensions = 6

/** What the rows of a report are, in their order. */
export function RowsPart({ dimensions, across, onChange }: RowsPartProps) {
  const groups = useDimensionGroups(across === undefined ? [] : [across])
  const wordsOf = useDimensionWords()
  return (
    <BuilderPart
      title="Rows"
      hint={dimensions.length === 0 ? 'None: one row with the figures of the whole period.' : undefined}
    >
      <PickedFields
        label="Rows"
        addLabel="Add rows"
        items={dimensions}
        nameOf={({ field }) => field}
        wordsOf={({ field }) => wordsOf(field)}
        groups={groups}
        max={maxDimensions}
        onPick={(field) => {
          if (isDimensionName(field)) onChange([...dimensions, { field }])
        }}
        onChange={onChange}
        renderMore={({ field, grain }) =>
          field === 'time' && (
            <GrainSelect
              value={grain}
              onChange={(chosen) =>
                onChange(dimensions.map((one) => (one.field === field ? { field, grain: chosen } : one)))
              }
            />
          )
        }
      />
    </BuilderPart>
  )
}
