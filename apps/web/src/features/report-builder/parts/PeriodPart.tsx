import type { Period } from '@callboard/contract/period'
import { useQuery } from '@tanstack/react-query'
import { BuilderPart } from '#web/features/report-builder/parts/BuilderPart.tsx'
import { systemSettingsQuery } from '#web/lib/api/system-settings-query.ts'
import { PeriodPicker } from '#web/ui/fields/PeriodPicker.tsx'

interface PeriodPartProps {
  period: Period
  timeZone: string
  onChange: (period: Period) => void
}

/** The period of a report until a reader chooses another one. */
export function PeriodPart({ period, timeZone, onChange }: PeriodPartProps) {
  const weekStartsOn = useQuery(systemSettingsQuery).data?.weekStartsOn ?? 1
  return (
    <BuilderPart title="Period" hint="The default; readers can choose another period.">
      <div>
        <PeriodPicker value={period} timeZone={timeZone} weekStartsOn={weekStartsOn} onChange={onChange} />
      </div>
    </BuilderPart>
  )
}
