import type { Setting } from '@callboard/contract/settings'
import { Button, Form } from 'antd'
import classes from '#web/features/settings/settings.module.css'

interface RestoreDefaultProps {
  setting: Setting
}

/** The field of the form that says whether a secret, whose value is never shown, is put back to its default. */
export function restoredField(key: string): string {
  return `${key}.isRestored`
}

/** Enters the default of a setting that was changed. Like everything that is entered, it counts once it is saved. */
export function RestoreDefault({ setting }: RestoreDefaultProps) {
  const { key, isSecret, isDefault } = setting
  if (isDefault) return null
  return (
    <Form.Item name={isSecret ? restoredField(key) : key} noStyle>
      {isSecret ? <RestoredSecret label={setting.label} /> : <DefaultValue setting={setting} />}
    </Form.Item>
  )
}

interface FieldProps<T> {
  /** Given by the form. */
  value?: T
  onChange?: (value: T) => void
}

function DefaultValue({
  setting: { label, default: standard },
  value = null,
  onChange,
}: RestoreDefaultProps & FieldProps<Setting['value']>) {
  if ((value ?? '') === (standard ?? '')) return null
  return (
    <LinkButton label={`Restore default of ${label}`} onClick={() => onChange?.(standard ?? '')}>
      Restore default
    </LinkButton>
  )
}

function RestoredSecret({ label, value = false, onChange }: { label: string } & FieldProps<boolean>) {
  if (!value) {
    return (
      <LinkButton label={`Restore default of ${label}`} onClick={() => onChange?.(true)}>
        Restore default
      </LinkButton>
    )
  }
  return (
    <span>
      The saved value is removed when you save.{' '}
      <LinkButton label={`Keep ${label}`} onClick={() => onChange?.(false)}>
        Keep it
      </LinkButton>
    </span>
  )
}

function LinkButton({ label, onClick, children }: { label: string; onClick: () => void; children: string }) {
  return (
    <Button type="link" className={classes.restore ?? ''} aria-label={label} onClick={onClick}>
      {children}
    </Button>
  )
}
