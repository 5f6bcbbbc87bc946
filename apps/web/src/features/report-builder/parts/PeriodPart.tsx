import type { Period } from '@callboard/contract/period'
import { BuilderPart } from '#web/features/report-builder/parts/BuilderPart.tsx'
import { PeriodPicker } from '#web/ui/fields/PeriodPicker.tsx'

interface PeriodPartProps {
  period: Period
  timeZone: string
  onChange: (period: Period) => void
}

/** The period of a report until a reader chooses another one. */
export function PeriodPart({ period, timeZone, onChange }: PeriodPartProps) {
  return (
    <BuilderPart title="Period" hint="The default; readers can choose another period.">
      <div>
        <PeriodPicker value={period} timeZone={timeZone} onChange={onChange} />
      </div>
    </BuilderPart>
  )
}
