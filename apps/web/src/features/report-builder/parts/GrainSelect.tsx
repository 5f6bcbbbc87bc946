import type { Grain } from '@callboard/contract/fields'
import { Select } from 'antd'

interface GrainSelectProps {
  value: Grain | undefined
  onChange: (grain: Grain) => void
}

const grainLabels = {
  auto: 'as suits the period',
  hour: 'by hour',
  day: 'by day',
  week: 'by week',
  month: 'by month',
  quarter: 'by quarter',
  year: 'by year',
} as const satisfies Record<Grain, string>

const options = Object.entries(grainLabels).map(([value, label]) => ({ value, label }))

/** How large the buckets of time are. */
export function GrainSelect({ value = 'auto', onChange }: GrainSelectProps) {
  return (
    <Select<Grain>
      size="small"
      aria-label="Grain of time"
      popupMatchSelectWidth={false}
      value={value}
      options={options}
      onChange={onChange}
    />
  )
}
