import type { SourceSetting, SourceSettingValue } from '@callboard/contract/sources'
import { Form, Input, InputNumber, Select, Switch } from 'antd'
import type { ReactNode } from 'react'

type Value = SourceSettingValue | null
type Values = Readonly<Record<string, Value>>

interface SourceSettingsProps {
  settings: readonly SourceSetting[]
  /** Names of the secrets that are set. */
  secretsSet?: readonly string[]
  /** Given by the form. */
  value?: Values
  onChange?: (values: Values) => void
}

/** What sources of a kind are asked for. What is left empty is not sent, and has its default. */
export function SourceSettings({ settings, secretsSet = [], value = {}, onChange }: SourceSettingsProps) {
  function emitChange(name: string, entered: Value) {
    const { [name]: _before, ...others } = value
    onChange?.(isEmpty(entered) ? others : { ...others, [name]: entered })
  }
  return (
    <>
      {settings.map((setting) => {
        const id = `source_${setting.name}`
        return (
          <Form.Item key={setting.name} label={setting.label} htmlFor={id} extra={setting.description}>
            <SettingInput
              id={id}
              setting={setting}
              isSet={secretsSet.includes(setting.name)}
              value={value[setting.name]}
              onChange={(entered) => emitChange(setting.name, entered)}
            />
          </Form.Item>
        )
      })}
    </>
  )
}

function isEmpty(value: Value): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

interface SettingInputProps {
  id: string
  setting: SourceSetting
  isSet: boolean
  value: Value | undefined
  onChange: (value: Value) => void
}

function SettingInput({ id, setting, isSet, value, onChange }: SettingInputProps): ReactNode {
  const { type, choices = [], default: initial, placeholder = placeholderOf(setting), min, max } = setting
  const field = { id, placeholder }
  switch (type) {
    case 'text':
      return <Input {...field} value={textOf(value)} onChange={({ target }) => onChange(target.value)} />
    case 'longText':
      return (
        <Input.TextArea
          {...field}
          autoSize={{ minRows: 2, maxRows: 8 }}
          value={textOf(value)}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    case 'number':
      return (
        <InputNumber<number>
          {...field}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
          {...(min !== undefined && { min })}
          {...(max !== undefined && { max })}
        />
      )
    case 'switch':
      return <Switch id={id} checked={(value ?? initial) === true} onChange={onChange} />
    case 'choice':
      return <Select {...field} value={value ?? initial} options={choices} onChange={onChange} />
    case 'words':
      return (
        <Select
          {...field}
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[',', '\n']}
          value={Array.isArray(value) ? value : []}
          onChange={onChange}
        />
      )
    case 'secret':
      return (
        <Input
          {...field}
          type="password"
          autoComplete="new-password"
          placeholder={isSet ? 'Set. Type a new value to replace it' : 'Not set'}
          value={textOf(value)}
          onChange={({ target }) => onChange(target.value)}
        />
      )
  }
}

function textOf(value: Value | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}

function placeholderOf({ default: initial }: SourceSetting): string | undefined {
  if (initial === undefined || typeof initial === 'boolean') return undefined
  return Array.isArray(initial) ? initial.join(', ') : String(initial)
}
