import type { comparisons } from '@callboard/contract/comparison'
import { PlainSelect } from '#web/ui/PlainSelect.tsx'

type Choice = (typeof comparisons)[number] | 'none'

interface CompareSelectProps {
  value: Choice
  onChange: (value: Choice) => void
}

const options: readonly { value: Choice; label: string }[] = [
  { value: 'previousPeriod', label: 'Compare: previous period' },
  { value: 'previousYear', label: 'Compare: previous year' },
  { value: 'none', label: 'Compare: nothing' },
]

export function CompareSelect({ value, onChange }: CompareSelectProps) {
  return <PlainSelect label="Compare with" value={value} options={options} onChange={onChange} />
}
