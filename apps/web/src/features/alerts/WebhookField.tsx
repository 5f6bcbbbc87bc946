import { textLimits } from '@callboard/contract/limits'
import { Button, Input } from 'antd'
import classes from '#web/features/alerts/alerts.module.css'

/** The host of a stored address, which is not told, or an address that is typed. */
export type EnteredWebhook = { host: string } | { url: string } | null

interface WebhookFieldProps {
  /** Given by the form, as are value and onChange. */
  id?: string
  value?: EnteredWebhook
  onChange?: (webhook: EnteredWebhook) => void
}

/** Where an alert is posted to. */
export function WebhookField({ id, value = null, onChange }: WebhookFieldProps) {
  if (value !== null && 'host' in value) {
    return (
      <div className={classes.line}>
        <span>
          Posted to <strong>{value.host}</strong>
        </span>
        <Button {...(id !== undefined && { id })} onClick={() => onChange?.(null)}>
          Remove, or give another
        </Button>
      </div>
    )
  }
  return (
    <Input
      {...(id !== undefined && { id })}
      type="url"
      maxLength={textLimits.menuUrl}
      placeholder="https://…"
      value={value?.url ?? ''}
      onChange={({ target }) => onChange?.(target.value === '' ? null : { url: target.value })}
    />
  )
}
