import { findField } from '@callboard/contract/field-names'
import type { Parameter, ParameterName } from '@callboard/contract/reports'
import { Checkbox } from 'antd'
import type { ComponentType } from 'react'
import type { DefaultValueProps } from '#web/features/report-builder/parts/builder-parts.ts'
import { BuilderPart } from '#web/features/report-builder/parts/BuilderPart.tsx'
import { PickedFields } from '#web/features/report-builder/parts/PickedFields.tsx'
import { useSeesField } from '#web/lib/session/seen-fields.ts'
import type { ParameterUse } from '#web/features/report-builder/draft/report-draft.ts'
import { Row } from '#web/ui/layout.tsx'

interface ParametersPartProps {
  /** All that there are. */
  known: readonly Parameter[]
  uses: readonly ParameterUse[]
  DefaultValue: ComponentType<DefaultValueProps>
  onChange: (uses: ParameterUse[]) => void
}

/** What those mean that are no field of a call. */
const meanings: Partial<Record<ParameterName, string>> = {
  dateRange: 'The period of the report.',
  compare: 'The earlier period to compare with.',
  entityGroup: 'Only calls for the entities of a group.',
  minimumDuration: 'Only calls that lasted at least this many seconds.',
}

/** What readers of the report may choose, in the order of the bar above it, and what each is until they do. */
export function ParametersPart({ known, uses, DefaultValue, onChange }: ParametersPartProps) {
  const seesField = useSeesField()
  const offered = known.filter(({ name, type }) => type !== 'weekdays' && seesField(name))
  const find = (name: string) => offered.find((parameter) => parameter.name === name)
  const wordsOf = (name: string) => {
    const parameter = find(name)
    const meaning = (parameter && meanings[parameter.name]) ?? findField(name)?.meaning ?? ''
    return { label: parameter?.label ?? name, meaning }
  }
  const changeOne = (name: string, changes: Partial<ParameterUse>) =>
    onChange(uses.map((use) => (use.name === name ? { ...use, ...changes } : use)))
  return (
    <BuilderPart title="Parameters" hint="Readers can change these above the report. Set a default for each.">
      <PickedFields
        label="Parameters"
        addLabel="Add parameters"
        items={uses}
        nameOf={({ name }) => name}
        wordsOf={({ name }) => wordsOf(name)}
        groups={[{ label: 'Parameters', fields: offered.map(({ name }) => ({ name, ...wordsOf(name) })) }]}
        max={offered.length}
        onPick={(picked) => {
          const parameter = find(picked)
          if (parameter !== undefined)
            onChange([...uses, { name: parameter.name, required: false, default: undefined }])
        }}
        onChange={onChange}
        renderMore={(use) => {
          const parameter = find(use.name)
          if (parameter === undefined) return null
          return (
            <Row
              gap="4px 8px"
              align="center"
              wrap
              minWidth={0}
              role="group"
              aria-label={`Default for ${parameter.label}`}
            >
              <DefaultValue
                parameter={parameter}
                value={use.default}
                onChange={(value) => changeOne(use.name, { default: value })}
              />
              {parameter.type !== 'period' && parameter.type !== 'comparison' && (
                <Checkbox
                  checked={use.required}
                  onChange={({ target }) => changeOne(use.name, { required: target.checked })}
                >
                  required
                </Checkbox>
              )}
            </Row>
          )
        }}
      />
    </BuilderPart>
  )
}
