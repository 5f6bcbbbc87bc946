import type { Parameter } from '@callboard/contract/reports'
import { useValueLabels } from '#web/features/report-view/parameters/value-labels.ts'
import type { ListValue } from '#web/features/report-view/report-url.ts'
import { Chip } from '#web/ui/buttons/Chip.tsx'

interface ParameterChipProps {
  parameter: Parameter
  reportId: string
  /** At least one. */
  value: readonly ListValue[]
  onOpen: () => void
  onRemove: () => void
}

/** The chosen values of a parameter: the first by its name, the others counted. */
export function ParameterChip({ parameter, reportId, value, onOpen, onRemove }: ParameterChipProps) {
  const isNumber = parameter.type === 'integer'
  const { labelOf } = useValueLabels({ parameter, reportId, isNeeded: !isNumber })
  const [first = null, ...others] = value
  const words = isNumber ? `${first} s` : labelOf(first)
  return (
    <Chip removes={parameter.label} onOpen={onOpen} onRemove={onRemove}>
      {parameter.label}: {words}
      {others.length > 0 && ` +${others.length}`}
    </Chip>
  )
}
