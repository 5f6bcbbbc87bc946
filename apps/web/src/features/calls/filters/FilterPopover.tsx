import { FilterOutlined } from '@ant-design/icons'
import type { Filter } from '@callboard/contract/calls'
import { type ComponentProps, useState } from 'react'
import { type CommonFilter, FilterEditor } from '#web/features/calls/filters/FilterEditor.tsx'
import { PopoverButton } from '#web/ui/buttons/PopoverButton.tsx'

interface FilterPopoverProps extends Omit<
  ComponentProps<typeof PopoverButton>,
  'panel' | 'isOpen' | 'onOpenChange'
> {
  /** Undefined: a new one. */
  filter?: Filter
  common?: readonly CommonFilter[]
  onApply: (filter: Filter) => void
}

/** A button that opens the editor of a filter. */
export function FilterPopover({ filter, common, onApply, ...button }: FilterPopoverProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <PopoverButton
      {...button}
      panel={
        <FilterEditor
          filter={filter}
          common={common}
          onCancel={() => setIsOpen(false)}
          onApply={(applied) => {
            setIsOpen(false)
            onApply(applied)
          }}
        />
      }
      isOpen={isOpen}
      onOpenChange={setIsOpen}
    />
  )
}

export function AddFilterButton(props: Pick<FilterPopoverProps, 'common' | 'onApply'>) {
  return (
    <FilterPopover icon={<FilterOutlined aria-hidden />} {...props}>
      Add filter
    </FilterPopover>
  )
}
