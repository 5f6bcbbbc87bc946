import { type ComponentProps, useState } from 'react'
import { readDay, writeDay } from '#web/lib/typed-day.ts'
import { PlainInput } from '#web/ui/fields/PlainInput.tsx'

interface DayTextProps extends Omit<ComponentProps<'input'>, 'className' | 'value' | 'onChange' | 'type'> {
  /** `2026-11-27`, what was typed instead of it, or empty. */
  value: string
  today: string
  onChange: (day: string) => void
}

/** A day as text: while it is typed as it is typed, before and after as the portal writes days. */
export function DayText({ value, today, onChange, onBlur, ...input }: DayTextProps) {
  const [typed, setTyped] = useState<{ text: string; value: string }>()
  const isTyping = typed !== undefined && typed.value === value
  return (
    <PlainInput
      {...input}
      type="text"
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      placeholder="Month day, year"
      maxLength={60}
      value={isTyping ? typed.text : writeDay(value)}
      onChange={({ target: { value: text } }) => {
        const read = readDay(text, today)
        const day = text.trim() === '' ? '' : 'value' in read ? read.value : text
        setTyped({ text, value: day })
        onChange(day)
      }}
      onBlur={(event) => {
        setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}
