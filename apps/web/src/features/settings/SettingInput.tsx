import { formatPrecise } from '@callboard/contract/format'
import { amountUnits, isAmount, type Setting } from '@callboard/contract/settings'
import { Input, InputNumber, Select } from 'antd'
import { MediaChoice } from '#web/features/settings/MediaChoice.tsx'
import classes from '#web/features/settings/settings.module.css'
import { weekdayNames } from '@callboard/contract/format-time'

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
          placeholder={setting.isDefault ? 'Not set here' : 'Set; type another one to replace it'}
          value={text(value)}
          onChange={({ target }) => emitChange(target.value)}
        />
      )
    case 'timeZone':
      return <Select {...field} value={value} onChange={emitChange} options={timeZones()} showSearch />
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
          {...(setting.min !== undefined && { min: setting.min })}
          {...(setting.max !== undefined && { max: setting.max })}
          className={classes.hours ?? ''}
        />
      )
  }
}

function text(value: Value): string {
  return value === null ? '' : String(value)
}

const weekDays = weekdayNames.map((label, at) => ({ value: at + 1, label }))

function timeZones() {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
  }))
}

/** A value in words, as its input shows it. */
export function wordsOf({ type, choices }: Setting, value: Value): string {
  if (value === null) return 'none'
  if (type === 'weekDay') return weekdayNames[Number(value) - 1] ?? String(value)
  if (type === 'choice') return choices?.find((one) => one.value === value)?.label ?? String(value)
  if (isAmount(type)) return `${formatPrecise(Number(value))} ${amountUnits[type]}`
  return type === 'timeZone' ? String(value).replaceAll('_', ' ') : String(value)
}
