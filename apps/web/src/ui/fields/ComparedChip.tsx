import type { CompareChoice } from '#web/lib/reporting/comparison.ts'
import { Chip } from '#web/ui/buttons/Chip.tsx'
import { type Compared, ComparedDays } from '#web/ui/fields/ComparedDays.tsx'

interface ComparedChipProps extends Compared {
  onOpen: () => void
  onChange: (changes: { compare: CompareChoice }) => void
}

/** What a period is compared with, until somebody removes it. */
export function ComparedChip({ onOpen, onChange, ...compared }: ComparedChipProps) {
  return (
    <div role="group" aria-label="Comparison" style={{ minWidth: 0, display: 'flex' }}>
      <Chip removes="the comparison" onOpen={onOpen} onRemove={() => onChange({ compare: 'none' })}>
        <ComparedDays {...compared} />
      </Chip>
    </div>
  )
}
