import { Alert, Input } from 'antd'
import classes from '#web/features/api-keys/SecretNote.module.css'
import { CopyButton } from '#web/ui/CopyButton.tsx'

/** The secret of a key that was just created, shown only this once. */
export function SecretNote({ secret }: { secret: string }) {
  return (
    <div className={classes.note}>
      <Alert
        type="warning"
        showIcon
        title="Copy it now: it is shown this once"
        description="The portal only keeps what it needs to recognise the key. If a key is lost, end it and add another one."
      />
      <Input
        className={classes.secret}
        aria-label="Secret"
        readOnly
        value={secret}
        onFocus={(e) => e.target.select()}
      />
      <CopyButton text={secret} label="Copy the secret" done="The secret is copied." type="primary" />
    </div>
  )
}
