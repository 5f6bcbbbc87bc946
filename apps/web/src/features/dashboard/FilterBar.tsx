import { Select } from 'antd'
import { CustomerSelect } from '#web/features/dashboard/CustomerSelect.tsx'
import type { CompareChoice, DashboardState } from '#web/features/dashboard/dashboard-search.ts'
import classes from '#web/features/dashboard/FilterBar.module.css'
import { useTimeZone } from '#web/lib/current-user.ts'
import { useSystemSettings } from '#web/lib/system-settings.ts'
import { PeriodPicker } from '#web/ui/PeriodPicker.tsx'

const compareOptions = [
  { value: 'previousPeriod', label: 'Compare: previous period' },
  { value: 'previousYear', label: 'Compare: previous year' },
  { value: 'none', label: 'Compare: nothing' },
] as const satisfies readonly { value: CompareChoice; label: string }[]

interface FilterBarProps {
  state: DashboardState
  onChange: (changes: Partial<DashboardState>) => void
}

export function FilterBar({ state, onChange }: FilterBarProps) {
  const timeZone = useTimeZone()
  const weekStartsOn = useSystemSettings()?.weekStartsOn
  return (
    <div className={classes.bar} role="group" aria-label="Filters">
      <PeriodPicker
        value={state.period}
        timeZone={timeZone}
        weekStartsOn={weekStartsOn}
        onChange={(period) => onChange({ period })}
      />
      <Select<CompareChoice>
        aria-label="Compare with"
        className={classes.compare}
        popupMatchSelectWidth={false}
        value={state.compare}
        options={[...compareOptions]}
        onChange={(compare) => onChange({ compare })}
      />
      <CustomerSelect value={state.customers} onChange={(customers) => onChange({ customers })} />
    </div>
  )
}
