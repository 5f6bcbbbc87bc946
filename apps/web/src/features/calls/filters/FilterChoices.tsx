import { FilterOutlined } from '@ant-design/icons'
import type { Filter } from '@callboard/contract/calls'
import { Button } from 'antd'
import { useState } from 'react'
import classes from '#web/features/calls/filters/FilterChoices.module.css'
import { FilterEditor } from '#web/features/calls/filters/FilterEditor.tsx'
import { PopoverButton } from '#web/ui/buttons/PopoverButton.tsx'
import { isChosen, quickRanges, toggleRange } from '#web/features/calls/filters/quick-ranges.ts'

interface FilterChoicesProps {
  filters: readonly Filter[]
  onChange: (filters: Filter[]) => void
}

/** Quick ranges, and a button to add any other filter. */
export function FilterChoices({ filters, onChange }: FilterChoicesProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={classes.choices} role="group" aria-label="Quick ranges">
      <PopoverButton
        icon={<FilterOutlined />}
        panel={
          <FilterEditor
            onCancel={() => setIsOpen(false)}
            onApply={(filter) => {
              setIsOpen(false)
              onChange([...filters, filter])
            }}
          />
        }
        isOpen={isOpen}
        onOpenChange={setIsOpen}
      >
        Add filter
      </PopoverButton>
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
