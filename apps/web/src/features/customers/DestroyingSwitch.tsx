import { App, Switch } from 'antd'

interface DestroyingSwitchProps {
  /** Undefined for a new one. */
  customerName: string | undefined
  /** Given by the form. */
  id?: string
  checked?: boolean
  onChange?: (checked: boolean) => void
}

/** Whether originals of recordings are destroyed; asked again before it is switched on, as nothing brings them back. */
export function DestroyingSwitch({ customerName, id, checked = false, onChange }: DestroyingSwitchProps) {
  const { modal } = App.useApp()
  const change = (isOn: boolean) => {
    if (!isOn) return onChange?.(false)
    modal.confirm({
      title: `Destroy the originals of ${customerName === undefined ? 'this customer’s recordings' : `all recordings of ${customerName}`}?`,
      content: (
        <>
          <p>
            Once you save, the next night destroys those that are there already, and each new one goes as soon
            as it is redacted: the sound as it was, its outline, the keys that were pressed and what was said,
            also in spans that somebody lifted.
          </p>
          <p>
            Only the redacted versions are left. Nobody can undo it. Calls under legal hold keep their
            originals until the hold ends.
          </p>
        </>
      ),
      okText: 'Destroy originals',
      okButtonProps: { danger: true },
      onOk: () => onChange?.(true),
    })
  }
  return <Switch {...(id !== undefined && { id })} checked={checked} onChange={change} />
}
