import type { Period } from '@callboard/contract/period'
import type { ReportDefinition } from '@callboard/contract/reports'
import { BuilderPart } from '#web/features/report-builder/parts/BuilderPart.tsx'
import { CompareSelect } from '#web/ui/fields/CompareSelect.tsx'

interface ComparePartProps {
  definition: ReportDefinition
  /** That of the report at first. */
  period: Period
  timeZone: string
  onChange: (changes: Pick<Partial<ReportDefinition>, 'compare' | 'matchWeekdays'>) => void
}

/** What the figures are compared with, unless a reader chooses otherwise. */
export function ComparePart({ definition, period, timeZone, onChange }: ComparePartProps) {
  const { compare, matchWeekdays, dimensions } = definition
  const time = dimensions.find(({ field }) => field === 'time')
  return (
    <BuilderPart title="Comparison">
      <CompareSelect
        value={compare ?? 'none'}
        matchWeekdays={matchWeekdays}
        period={period}
        grain={time && (time.grain ?? 'auto')}
        timeZone={timeZone}
        onChange={(changes) =>
          onChange({
            ...('matchWeekdays' in changes && { matchWeekdays: changes.matchWeekdays }),
            ...(changes.compare !== undefined && {
              compare: changes.compare === 'none' ? undefined : changes.compare,
            }),
          })
        }
      />
    </BuilderPart>
  )
}
