import { Alert, Input } from 'antd'
import classes from '#web/features/api-keys/SecretNote.module.css'
import { CopyButton } from '#web/ui/CopyButton.tsx'

/** The secret of a key that was just made: never to be seen again. */
export function SecretNote({ secret }: { secret: string }) {
  return (
    <div className={classes.note}>
      <Alert
        type="warning"
        showIcon
        title="Copy it now: it is shown this once"
        description="The portal keeps only what it needs to know the key again. A key that was lost is ended, and another one made."
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
