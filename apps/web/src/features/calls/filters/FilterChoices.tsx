import type { Filter } from '@callboard/contract/calls'
import { Button } from 'antd'
import classes from '#web/features/calls/filters/FilterChoices.module.css'
import { AddFilterButton } from '#web/features/calls/filters/FilterPopover.tsx'
import { isChosen, quickRanges, toggleRange } from '#web/features/calls/filters/quick-ranges.ts'

interface FilterChoicesProps {
  filters: readonly Filter[]
  onChange: (filters: Filter[]) => void
}

/** Quick ranges, and a button to add any other filter. */
export function FilterChoices({ filters, onChange }: FilterChoicesProps) {
  return (
    <div className={classes.choices} role="group" aria-label="Quick ranges">
      <AddFilterButton onApply={(filter) => onChange([...filters, filter])} />
      {quickRanges.map((range) => {
        const isOn = isChosen(filters, range)
        return (
          <Button
            key={range.key}
            color={isOn ? 'primary' : 'default'}
            variant={isOn ? 'filled' : 'outlined'}
            aria-pressed={isOn}
            onClick={() => onChange(toggleRange(filters, range))}
          >
            {range.label}
          </Button>
        )
      })}
    </div>
  )
}
