import { CloseOutlined } from '@ant-design/icons'
import type { Filter } from '@callboard/contract/calls'
import { Button } from 'antd'
import classes from '#web/features/calls/filters/FilterChip.module.css'
import { FilterPopover } from '#web/features/calls/filters/FilterPopover.tsx'
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
  const [words = ''] = useFilterWords([filter], timeZone)
  return (
    <Row as="span" inline align="center" maxWidth="100%" className={classes.chip}>
      <FilterPopover type="text" size="small" className={classes.words} filter={filter} onApply={onChange}>
        {words}
      </FilterPopover>
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
