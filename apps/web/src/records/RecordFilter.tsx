import type { RecordChoice } from '#web/records/choices/record-choice.ts'
import { RecordSelect } from '#web/records/RecordSelect.tsx'

interface RecordFilterProps {
  choice: RecordChoice
  /** What is chosen: `Role`. */
  label: string
  /** Undefined: any. */
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** A record by which a list is filtered, or any. */
export function RecordFilter({ label, onChange, ...select }: RecordFilterProps) {
  return (
    <RecordSelect
      {...select}
      label={label}
      placeholder={`${label}: any`}
      isFilter
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}
