import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { DashboardState } from '#web/features/dashboard/dashboard-search.ts'
import classes from '#web/features/dashboard/FilterBar.module.css'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { parameterValuesQuery } from '#web/lib/api/parameter-values-query.ts'
import { systemSettingsQuery } from '#web/lib/api/system-settings-query.ts'
import { namedTimeZones } from '#web/lib/time-zones.ts'
import { CompareSelect } from '#web/ui/fields/CompareSelect.tsx'
import { PeriodPicker } from '#web/ui/fields/PeriodPicker.tsx'
import { PlainSelect } from '#web/ui/fields/PlainSelect.tsx'

const ScopeSelect = lazyExport(() => import('#web/features/dashboard/ScopeSelect.tsx'), 'ScopeSelect')

interface FilterBarProps {
  state: DashboardState
  onChange: (changes: Partial<DashboardState>) => void
}

export function FilterBar({ state, onChange }: FilterBarProps) {
  const ownZone = useTimeZone()
  const timeZone = state.timeZone ?? ownZone
  const weekStartsOn = useQuery(systemSettingsQuery).data?.weekStartsOn
  return (
    <div className={classes.bar} role="group" aria-label="Filters">
      <PeriodPicker
        value={state.period}
        timeZone={timeZone}
        weekStartsOn={weekStartsOn}
        onChange={(period) => onChange({ period })}
      />
      <CompareSelect
        value={state.compare}
        matchWeekdays={state.matchWeekdays}
        period={state.period}
        grain="auto"
        timeZone={timeZone}
        weekStartsOn={weekStartsOn}
        onChange={onChange}
      />
      <PlainSelect
        label="Time zone"
        value={timeZone}
        options={namedTimeZones(timeZone)}
        onChange={(chosen) => onChange({ timeZone: chosen === ownZone ? undefined : chosen })}
      />
      <ScopeFilter
        parameter="customer"
        label="Customers"
        placeholder="Customer: all"
        value={state.customers}
        onChange={(customers) => onChange({ customers })}
      />
      <ScopeFilter
        parameter="entityGroup"
        label="Entity groups"
        placeholder="Entity group: all"
        value={state.entityGroups}
        onChange={(entityGroups) => onChange({ entityGroups })}
      />
    </div>
  )
}

interface ScopeFilterProps {
  parameter: 'customer' | 'entityGroup'
  label: string
  placeholder: string
  value: string[]
  onChange: (ids: string[]) => void
}

// Only one customer is no choice; a single group is one, as calls may be in none.
const leastChoices = { customer: 2, entityGroup: 1 } as const

/** Most users have nothing to choose from, and need not load the select. */
function ScopeFilter(props: ScopeFilterProps) {
  const { data } = useQuery(parameterValuesQuery(props.parameter))
  const hasChoice =
    props.value.length > 0 || (data !== undefined && data.total >= leastChoices[props.parameter])
  if (!hasChoice) return null
  return (
    <div className={classes.scope}>
      <Suspense fallback={<div aria-busy="true" />}>
        <ScopeSelect {...props} />
      </Suspense>
    </div>
  )
}
