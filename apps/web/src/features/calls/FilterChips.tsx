import type { Filter } from '@callboard/contract/calls'
import { Button } from 'antd'
import { FilterChip } from '#web/features/calls/FilterChip.tsx'
import classes from '#web/features/calls/FilterChips.module.css'

interface FilterChipsProps {
  filters: readonly Filter[]
  /** Zone in which instants are written. */
  timeZone: string
  onChange: (filters: Filter[]) => void
}

/** The current filters in words, to be edited and removed. */
export function FilterChips({ filters, timeZone, onChange }: FilterChipsProps) {
  if (filters.length === 0) return null
  return (
    <div className={classes.chips} role="group" aria-label="Filters in force">
      {filters.map((filter, index) => (
        <FilterChip
          key={JSON.stringify(filter)}
          filter={filter}
          timeZone={timeZone}
          onChange={(changed) => onChange(filters.with(index, changed))}
          onRemove={() => onChange(filters.toSpliced(index, 1))}
        />
      ))}
      {filters.length > 1 && (
        <Button type="link" onClick={() => onChange([])}>
          Clear all
        </Button>
      )}
    </div>
  )
}
