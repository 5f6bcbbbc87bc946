import { Button, Flex } from 'antd'
import { AddFilterButton } from '#web/features/calls/filters/FilterPopover.tsx'
import { FilterChip } from '#web/features/calls/filters/FilterChip.tsx'
import type { CommonFilter } from '#web/features/calls/filters/FilterEditor.tsx'
import type { FiltersProps } from '#web/features/report-builder/parts/builder-parts.ts'
import { useTimeZone } from '#web/lib/session/current-user.ts'

/** Filters that many reports have, one click away. */
const common: readonly CommonFilter[] = [
  { label: 'Inbound only', filter: { field: 'direction', op: 'eq', values: ['inbound'] } },
  { label: 'Weekdays only', filter: { field: 'dayOfWeek', op: 'in', values: [1, 2, 3, 4, 5] } },
]

/** Which calls a report is about, with the filters of the call list. */
export function ReportFilters({ filters, onChange }: FiltersProps) {
  const timeZone = useTimeZone()
  const offered = common.filter(({ filter }) => filters.every(({ field }) => field !== filter.field))
  return (
    <Flex vertical gap={8}>
      {filters.length > 0 && (
        <Flex wrap gap={8} role="group" aria-label="Active filters">
          {filters.map((filter, index) => (
            <FilterChip
              key={JSON.stringify(filter)}
              filter={filter}
              timeZone={timeZone}
              onChange={(changed) => onChange(filters.with(index, changed))}
              onRemove={() => onChange(filters.toSpliced(index, 1))}
            />
          ))}
        </Flex>
      )}
      <Flex wrap gap={8}>
        <AddFilterButton common={offered} onApply={(filter) => onChange([...filters, filter])} />
        {offered.map(({ label, filter }) => (
          <Button key={label} type="dashed" onClick={() => onChange([...filters, filter])}>
            {label}
          </Button>
        ))}
      </Flex>
    </Flex>
  )
}
