import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { DashboardState } from '#web/features/dashboard/dashboard-search.ts'
import classes from '#web/features/dashboard/FilterBar.module.css'
import { useTimeZone } from '#web/lib/current-user.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { parameterValuesQuery } from '#web/lib/parameter-values-query.ts'
import { systemSettingsQuery } from '#web/lib/system-settings-query.ts'
import { CompareSelect } from '#web/ui/CompareSelect.tsx'
import { PeriodPicker } from '#web/ui/PeriodPicker.tsx'

const CustomerSelect = lazyExport(
  () => import('#web/features/dashboard/CustomerSelect.tsx'),
  'CustomerSelect',
)

interface FilterBarProps {
  state: DashboardState
  onChange: (changes: Partial<DashboardState>) => void
}

export function FilterBar({ state, onChange }: FilterBarProps) {
  const timeZone = useTimeZone()
  const weekStartsOn = useQuery(systemSettingsQuery).data?.weekStartsOn
  const { data: customers } = useQuery(parameterValuesQuery('customer'))
  // Most users see the calls of one customer only, and need not load the select.
  const hasChoice = state.customers.length > 0 || (customers !== undefined && customers.total > 1)
  return (
    <div className={classes.bar} role="group" aria-label="Filters">
      <PeriodPicker
        value={state.period}
        timeZone={timeZone}
        weekStartsOn={weekStartsOn}
        onChange={(period) => onChange({ period })}
      />
      <CompareSelect value={state.compare} onChange={(compare) => onChange({ compare })} />
      {hasChoice && (
        <div className={classes.customers}>
          <Suspense fallback={<div aria-busy="true" />}>
            <CustomerSelect value={state.customers} onChange={(chosen) => onChange({ customers: chosen })} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
