import { Alert, Input } from 'antd'
import classes from '#web/ui/buttons/SecretNote.module.css'
import { CopyButton } from '#web/ui/buttons/CopyButton.tsx'
import { Stack } from '#web/ui/layout.tsx'

interface SecretNoteProps {
  secret: string
  /** What to do when it is lost. */
  children: string
}

/** A secret that was just made, shown only this once. */
export function SecretNote({ secret, children }: SecretNoteProps) {
  return (
    <Stack gap={12} align="flex-start" padding="8px 0 0">
      <Alert type="warning" showIcon title="Copy it now: it is shown only once" description={children} />
      <Input
        className={classes.secret}
        aria-label="Secret"
        readOnly
        value={secret}
        onFocus={(e) => e.target.select()}
      />
      <CopyButton text={secret} label="Copy the secret" done="Secret copied." type="primary" />
    </Stack>
  )
}
