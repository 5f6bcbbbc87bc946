import { formatTimeZone } from '@callboard/contract/format-time-zone'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { DashboardState } from '#web/features/dashboard/dashboard-search.ts'
import classes from '#web/features/dashboard/FilterBar.module.css'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { parameterValuesQuery } from '#web/lib/api/parameter-values-query.ts'
import { Chip } from '#web/ui/buttons/Chip.tsx'
import { ComparedChip } from '#web/ui/fields/ComparedChip.tsx'
import { CompareSelect } from '#web/ui/fields/CompareSelect.tsx'
import { FilterRow } from '#web/ui/fields/FilterRow.tsx'
import { PeriodPicker } from '#web/ui/fields/PeriodPicker.tsx'

const ScopeSelect = lazyExport(() => import('#web/features/dashboard/ScopeSelect.tsx'), 'ScopeSelect')
const TimeZoneSelect = lazyExport(() => import('#web/ui/fields/TimeZoneSelect.tsx'), 'TimeZoneSelect')

interface FilterBarProps {
  state: DashboardState
  onChange: (changes: Partial<DashboardState>) => void
}

/** Which calls the dashboard is about. */
export function FilterBar({ state, onChange }: FilterBarProps) {
  const ownZone = useTimeZone()
  const timeZone = state.timeZone ?? ownZone
  const compared = {
    value: state.compare,
    matchWeekdays: state.matchWeekdays,
    period: state.period,
    grain: 'auto',
    timeZone,
    onChange,
  } as const
  const scopes = [
    {
      parameter: 'customer',
      label: 'Customers',
      name: 'Customer',
      value: state.customers,
      onChange: (customers: string[]) => onChange({ customers }),
    },
    {
      parameter: 'entityGroup',
      label: 'Entity groups',
      name: 'Entity group',
      value: state.entityGroups,
      onChange: (entityGroups: string[]) => onChange({ entityGroups }),
    },
  ] as const
  const chips = [
    state.compare !== 'none' && {
      key: 'compare',
      render: (open: () => void) => <ComparedChip {...compared} onOpen={open} />,
    },
    timeZone !== ownZone && {
      key: 'timeZone',
      render: (open: () => void) => (
        <Chip removes="the time zone" onOpen={open} onRemove={() => onChange({ timeZone: undefined })}>
          Times in {formatTimeZone(timeZone)}
        </Chip>
      ),
    },
    ...scopes.map(
      (scope) =>
        scope.value.length > 0 && {
          key: scope.parameter,
          render: (open: () => void) => <ScopeChip {...scope} onOpen={open} />,
        },
    ),
  ]
  return (
    <FilterRow
      label="Filters"
      lead={
        <PeriodPicker value={state.period} timeZone={timeZone} onChange={(period) => onChange({ period })} />
      }
      chips={chips.filter((chip) => chip !== false)}
      fields={[
        { key: 'compare', field: <CompareSelect {...compared} /> },
        {
          key: 'timeZone',
          field: (
            <div className={classes.scope}>
              <Suspense fallback={<div aria-busy="true" />}>
                <TimeZoneSelect
                  aria-label="Time zone"
                  style={{ width: '100%' }}
                  value={timeZone}
                  onChange={(chosen) => onChange({ timeZone: chosen === ownZone ? undefined : chosen })}
                />
              </Suspense>
            </div>
          ),
        },
        ...scopes.map(({ name, ...scope }) => ({
          key: scope.parameter,
          field: <ScopeFilter {...scope} placeholder={`${name}: all`} />,
        })),
      ]}
    />
  )
}

interface ScopeChipProps {
  parameter: 'customer' | 'entityGroup'
  name: string
  value: readonly string[]
  onChange: (ids: string[]) => void
  onOpen: () => void
}

/** The first of the chosen ones by its name, the others counted. */
function ScopeChip({ parameter, name, value: [first, ...others], onChange, onOpen }: ScopeChipProps) {
  const { data } = useQuery(parameterValuesQuery(parameter))
  const known = data?.items.find(({ value }) => value === first)
  return (
    <Chip removes={name} onOpen={onOpen} onRemove={() => onChange([])}>
      {name}: {known?.label ?? 'one'}
      {others.length > 0 && ` +${others.length}`}
    </Chip>
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
const minChoices = { customer: 2, entityGroup: 1 } as const

/** Most users have nothing to choose from, and need not load the select. */
function ScopeFilter(props: ScopeFilterProps) {
  const { data } = useQuery(parameterValuesQuery(props.parameter))
  const hasChoice =
    props.value.length > 0 || (data !== undefined && data.total >= minChoices[props.parameter])
  if (!hasChoice) return null
  return (
    <div className={classes.scope}>
      <Suspense fallback={<div aria-busy="true" />}>
        <ScopeSelect {...props} />
      </Suspense>
    </div>
  )
}
