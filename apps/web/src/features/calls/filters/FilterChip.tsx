import { CloseOutlined } from '@ant-design/icons'
import type { Filter } from '@callboard/contract/calls'
import { Button } from 'antd'
import { useState } from 'react'
import classes from '#web/features/calls/filters/FilterChip.module.css'
import { FilterEditor } from '#web/features/calls/filters/FilterEditor.tsx'
import { PopoverButton } from '#web/ui/buttons/PopoverButton.tsx'
import { useFilterWords } from '#web/lib/reporting/filter-words.ts'
import { Row } from '#web/ui/layout.tsx'

interface FilterChipProps {
  filter: Filter
  /** Zone in which instants are written. */
  timeZone: string
  onChange: (filter: Filter) => void
  onRemove: () => void
}

/** A filter in words; a click edits it, the cross removes it. */
export function FilterChip({ filter, timeZone, onChange, onRemove }: FilterChipProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [words = ''] = useFilterWords([filter], timeZone)
  return (
    <Row as="span" inline align="center" maxWidth="100%" className={classes.chip}>
      <PopoverButton
        type="text"
        size="small"
        className={classes.words}
        panel={
          <FilterEditor
            filter={filter}
            onCancel={() => setIsOpen(false)}
            onApply={(changed) => {
              setIsOpen(false)
              onChange(changed)
            }}
          />
        }
        isOpen={isOpen}
        onOpenChange={setIsOpen}
      >
        {words}
      </PopoverButton>
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined />}
        aria-label={`Remove the filter “${words}”`}
        onClick={onRemove}
      />
    </Row>
  )
}
