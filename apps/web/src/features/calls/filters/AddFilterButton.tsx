import { FilterOutlined } from '@ant-design/icons'
import type { Filter } from '@callboard/contract/calls'
import { useState } from 'react'
import { type CommonFilter, FilterEditor } from '#web/features/calls/filters/FilterEditor.tsx'
import { PopoverButton } from '#web/ui/buttons/PopoverButton.tsx'

interface AddFilterButtonProps {
  common?: readonly CommonFilter[]
  onAdd: (filter: Filter) => void
}

export function AddFilterButton({ common, onAdd }: AddFilterButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <PopoverButton
      icon={<FilterOutlined aria-hidden />}
      panel={
        <FilterEditor
          common={common}
          onCancel={() => setIsOpen(false)}
          onApply={(filter) => {
            setIsOpen(false)
            onAdd(filter)
          }}
        />
      }
      isOpen={isOpen}
      onOpenChange={setIsOpen}
    >
      Add filter
    </PopoverButton>
  )
}
