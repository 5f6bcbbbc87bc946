import { PlainInput } from '#web/ui/fields/PlainInput.tsx'

interface DateInputProps {
  /** Given by the form. */
  id?: string
  /** `2026-11-27`; empty for none. */
  value?: string
  onChange?: (day: string) => void
  isWrong?: boolean
  'aria-describedby'?: string
}

/** A day, picked from the browser's own calendar or typed as the browser's language writes it. */
export function DateInput({ value = '', onChange, isWrong = false, ...field }: DateInputProps) {
  return (
    <PlainInput
      {...field}
      type="date"
      // Without it a year has six digits.
      max="9999-12-31"
      value={value}
      aria-invalid={isWrong}
      onChange={({ target }) => onChange?.(target.value)}
    />
  )
}
