import type { Filter } from '@callboard/contract/calls'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { isSaidByRange } from '#web/features/calls/filters/quick-ranges.ts'
import { FilterChip } from '#web/features/calls/filters/FilterChip.tsx'
import type { CallListState } from '#web/lib/urls/call-list-url.ts'
import { parameterValuesQuery } from '#web/lib/api/parameter-values-query.ts'
import { Row } from '#web/ui/layout.tsx'

type Chosen = Pick<CallListState, 'filters' | 'entityGroups'>

interface FilterChipsProps extends Chosen {
  /** Zone in which instants are written. */
  timeZone: string
  /** Whether the quick ranges beside say which of the filters are theirs. */
  isBesideRanges?: boolean
  onChange: (changes: Partial<Chosen>) => void
}

/** The current filters and entity groups in words, to be edited and removed. */
export function FilterChips(props: FilterChipsProps) {
  const { filters, entityGroups, timeZone, isBesideRanges = false, onChange } = props
  const count = filters.length + entityGroups.length
  const isShown = (filter: Filter) => !isBesideRanges || !isSaidByRange(filters, filter)
  if (entityGroups.length === 0 && !filters.some(isShown)) return null
  return (
    <Row gap={8} align="center" wrap minWidth={0} role="group" aria-label="Active filters">
      {entityGroups.map((id) => (
        <GroupChip
          key={id}
          id={id}
          onRemove={() => onChange({ entityGroups: entityGroups.filter((other) => other !== id) })}
        />
      ))}
      {filters.map(
        (filter, index) =>
          isShown(filter) && (
            <FilterChip
              key={JSON.stringify(filter)}
              filter={filter}
              timeZone={timeZone}
              onChange={(changed) => onChange({ filters: filters.with(index, changed) })}
              onRemove={() => onChange({ filters: filters.toSpliced(index, 1) })}
            />
          ),
      )}
      {count > 1 && (
        <Button type="link" onClick={() => onChange({ filters: [], entityGroups: [] })}>
          Clear all
        </Button>
      )}
    </Row>
  )
}

/** Groups are chosen on dashboard and reports, and only removed here. */
function GroupChip({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { data } = useQuery(parameterValuesQuery('entityGroup'))
  const name = data?.items.find(({ value }) => value === id)?.label ?? '…'
  return (
    <Tag closable={{ 'aria-label': `Remove the entity group ${name}` }} onClose={onRemove}>
      Entity group: {name}
    </Tag>
  )
}
