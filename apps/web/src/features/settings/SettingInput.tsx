import { amountUnits, type Setting } from '@callboard/contract/settings'
import { Input, InputNumber, Select } from 'antd'
import { MediaChoice } from '#web/features/settings/MediaChoice.tsx'
import { weekdayNames } from '@callboard/contract/format-time'
import { TimeZoneSelect } from '#web/ui/fields/TimeZoneSelect.tsx'

type Value = Setting['value']

interface SettingInputProps {
  setting: Setting
  id?: string
  /** Given by the form. */
  value?: Value
  onChange?: (value: Value) => void
}

/** The input that fits the type of the setting. */
export function SettingInput({ setting, id, value = null, onChange }: SettingInputProps) {
  const emitChange = (entered: Value) => onChange?.(entered)
  const field = id === undefined ? {} : { id }
  switch (setting.type) {
    case 'text':
      return <Input {...field} value={text(value)} onChange={({ target }) => emitChange(target.value)} />
    case 'secret':
      return (
        <Input
          {...field}
          type="password"
          autoComplete="new-password"
          placeholder={setting.isDefault ? 'Not set here' : 'Set. Type a new value to replace it'}
          value={text(value)}
          onChange={({ target }) => emitChange(target.value)}
        />
      )
    case 'timeZone':
      return <TimeZoneSelect {...field} value={text(value)} onChange={emitChange} />
    case 'weekDay':
      return <Select {...field} value={value} onChange={emitChange} options={weekDays} />
    case 'choice':
      return <Select {...field} value={value} onChange={emitChange} options={setting.choices ?? []} />
    case 'image':
      return <MediaChoice {...field} value={text(value)} onChange={emitChange} />
    default:
      return (
        <InputNumber<number>
          {...field}
          value={typeof value === 'number' ? value : null}
          onChange={emitChange}
          suffix={amountUnits[setting.type]}
          style={{ width: 180 }}
        />
      )
  }
}

function text(value: Value): string {
  return value === null ? '' : String(value)
}

const weekDays = weekdayNames.map((label, at) => ({ value: at + 1, label }))
