import { CloseOutlined } from '@ant-design/icons'
import type { Filter } from '@callboard/contract/calls'
import type { ParameterName } from '@callboard/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { type FilterField, filterFieldOf } from '@callboard/contract/filter-fields'
import { describeFilter } from '@callboard/contract/filter-words'
import classes from '#web/features/calls/FilterChip.module.css'
import { FilterEditor } from '#web/features/calls/FilterEditor.tsx'
import { PopoverButton } from '#web/ui/PopoverButton.tsx'
import { parameterValuesQuery } from '#web/lib/parameter-values-query.ts'

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
  const words = describeFilter(filter, { labels: useValueLabels(filterFieldOf(filter.field)), timeZone })
  return (
    <span className={classes.chip}>
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
    </span>
  )
}

/** Names of ids and codes. */
function useValueLabels({ input }: FilterField): ReadonlyMap<string, string> {
  const parameter: ParameterName | undefined = input.kind === 'suggested' ? input.parameter : undefined
  const { data } = useQuery({
    ...parameterValuesQuery(parameter ?? 'customer'),
    enabled: parameter !== undefined,
  })
  if (parameter === undefined || data === undefined) return noLabels
  return new Map(data.items.flatMap(({ value, label }) => (value === null ? [] : [[value, label] as const])))
}

const noLabels: ReadonlyMap<string, string> = new Map()
