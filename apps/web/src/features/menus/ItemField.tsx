import { type ReactNode, useId } from 'react'
import { QuietText, Stack, Text } from '#web/ui/layout.tsx'

interface ItemFieldProps {
  label: string
  hint?: ReactNode
  error?: string
  children: (id: string) => ReactNode
}

/** A field of an item of a menu, with its label above and what is said of it below. */
export function ItemField({ label, hint, error, children }: ItemFieldProps) {
  const id = useId()
  return (
    <Stack gap={4}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {error !== undefined && (
        <Text tone="worse" role="alert">
          {error}
        </Text>
      )}
      {hint !== undefined && <QuietText fontSize={12}>{hint}</QuietText>}
    </Stack>
  )
}
