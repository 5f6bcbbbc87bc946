import { dimensionGroups, dimensionOf } from '@callboard/contract/dimensions'
import { dimensionNames } from '@callboard/contract/field-names'
import type { Grain } from '@callboard/contract/fields'
import type { ReportDefinition } from '@callboard/contract/reports'
import { Select } from 'antd'
import { BuilderPart } from '#web/features/report-builder/BuilderPart.tsx'
import { PickedFields } from '#web/features/report-builder/PickedFields.tsx'

interface RowsPartProps {
  dimensions: ReportDefinition['dimensions']
  onChange: (dimensions: ReportDefinition['dimensions']) => void
}

const mostDimensions = 6

const groups = dimensionGroups.map(({ label, names }) => ({
  label,
  fields: names.map((name) => ({ name, ...dimensionOf(name) })),
}))

const grainLabels = {
  auto: 'as suits the period',
  hour: 'by hour',
  day: 'by day',
  week: 'by week',
  month: 'by month',
  quarter: 'by quarter',
  year: 'by year',
} as const satisfies Record<Grain, string>

const grainOptions = Object.entries(grainLabels).map(([value, label]) => ({ value, label }))

/** What the rows of a report are, in their order. */
export function RowsPart({ dimensions, onChange }: RowsPartProps) {
  return (
    <BuilderPart
      title="Rows"
      hint={dimensions.length === 0 ? 'None: one line with the figures of the whole period.' : undefined}
    >
      <PickedFields
        label="Rows"
        addLabel="Add rows"
        items={dimensions}
        nameOf={({ field }) => field}
        wordsOf={({ field }) => dimensionOf(field)}
        groups={groups}
        most={mostDimensions}
        onPick={(picked) => {
          const field = dimensionNames.find((name) => name === picked)
          if (field !== undefined) onChange([...dimensions, { field }])
        }}
        onChange={onChange}
        renderMore={({ field, grain = 'auto' }) =>
          field === 'time' && (
            <Select<Grain>
              size="small"
              aria-label="Grain of time"
              popupMatchSelectWidth={false}
              value={grain}
              options={grainOptions}
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
