import type { SourceKind } from '@callboard/contract/sources'
import { Radio } from 'antd'
import classes from '#web/features/sources/KindChoice.module.css'
import { QuietText, Stack, Text } from '#web/ui/layout.tsx'

interface KindChoiceProps {
  kinds: readonly SourceKind[]
  /** Given by the form. */
  id?: string
  value?: string
  onChange?: (kind: string) => void
}

/** One of the phone systems that the portal understands, each with what it takes of it. */
export function KindChoice({ kinds, id, value, onChange }: KindChoiceProps) {
  return (
    <Radio.Group
      {...(id !== undefined && { id })}
      value={value}
      onChange={({ target }) => onChange?.(String(target.value))}
      className={classes.kinds ?? ''}
    >
      {kinds.map(({ kind, label, description }) => (
        <Radio key={kind} value={kind} className={classes.kind ?? ''}>
          <Stack gap={2}>
            <Text fontWeight={600}>{label}</Text>
            <QuietText fontSize={13}>{description}</QuietText>
          </Stack>
        </Radio>
      ))}
    </Radio.Group>
  )
}
