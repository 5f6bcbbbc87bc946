import { formatTimeZone } from '@callboard/contract/format-time-zone'
import { Tag } from 'antd'
import { FilterChips } from '#web/features/calls/filters/FilterChips.tsx'
import { FilterChoices } from '#web/features/calls/filters/FilterChoices.tsx'
import { KeywordInput } from '#web/ui/fields/KeywordInput.tsx'
import type { ListedCalls } from '#web/lib/urls/call-list-url.ts'
import { useMediaQuery } from '#web/lib/media-query.ts'
import { PeriodPicker } from '#web/ui/fields/PeriodPicker.tsx'
import { Box, Row } from '#web/ui/layout.tsx'

interface CallBarProps {
  state: ListedCalls
  /** Zone in which the list reads times. */
  timeZone: string
  isOwnZone: boolean
  search?: { label: string; placeholder: string }
  onChange: (changes: Partial<ListedCalls>, history?: 'push' | 'replace') => void
}

/** What selects the calls: period, keyword, quick ranges, filters. */
export function CallBar({
  state: { period, keyword, filters, entityGroups },
  timeZone,
  isOwnZone,
  search = { label: 'Search in calls', placeholder: 'Number, name, source, agent, tag…' },
  onChange,
}: CallBarProps) {
  // Where they are one line that is pushed sideways, the chosen one may be out of sight.
  const areRangesSeen = useMediaQuery('(width >= 700px)')
  const changeFilters = (changed: ListedCalls['filters']) => onChange({ filters: changed })
  return (
    <>
      <Row gap={8} align="center" wrap>
        <PeriodPicker
          value={period}
          timeZone={timeZone}
          onChange={(changed) => onChange({ period: changed })}
        />
        <Box flex="1 1 220px" maxWidth={320}>
          <KeywordInput
            {...search}
            keyword={keyword}
            onChange={(changed) => onChange({ keyword: changed }, 'replace')}
          />
        </Box>
        {!isOwnZone && (
          <Tag
            closable={{ 'aria-label': 'Show times in your own time zone' }}
            onClose={() => onChange({ timeZone: undefined })}
          >
            Times in {formatTimeZone(timeZone)}
          </Tag>
        )}
      </Row>
      {/* A row of its own, which neither the words of a period nor what is chosen moves. */}
      <Row gap={8} align="center" wrap>
        <FilterChoices filters={filters} onChange={changeFilters} />
        <FilterChips
          filters={filters}
          entityGroups={entityGroups}
          timeZone={timeZone}
          isBesideRanges={areRangesSeen}
          onChange={(changed) => onChange(changed)}
        />
      </Row>
    </>
  )
}
