import { missingSettingProblem, sourceSettingProblem } from '@callboard/contract/source-setting-problem'
import { type SourceSetting, SourceSettingValue } from '@callboard/contract/sources'
import { Form, Input, InputNumber, Select, Switch } from 'antd'
import type { Rule } from 'antd/es/form'
import type { ReactNode } from 'react'
import { rangeRules } from '#web/records/forms/range-rule.ts'
import { DateInput } from '#web/ui/fields/DateInput.tsx'

type Value = SourceSettingValue | null

interface SourceSettingsProps {
  settings: readonly SourceSetting[]
  /** Names of the secrets that are set. */
  secretsSet?: readonly string[]
}

/** The place of a setting in the values of the form. */
export function settingPath({ name, type }: Pick<SourceSetting, 'name' | 'type'>): string[] {
  return [type === 'secret' ? 'secrets' : 'settings', name]
}

/** What sources of a kind are asked for. What is left empty is not sent, and has its default. */
export function SourceSettings({ settings, secretsSet = [] }: SourceSettingsProps) {
  return (
    <>
      {settings.map((setting) => {
        const other = settings.find(({ name }) => name === setting.requiredWith)
        return (
          <Form.Item
            key={setting.name}
            name={settingPath(setting)}
            label={setting.label}
            extra={setting.description}
            rules={rulesOf(setting, settings, secretsSet)}
            validateFirst
            validateTrigger={['onBlur', 'onSubmit']}
            normalize={(entered: Value) => (isEmpty(entered) ? undefined : entered)}
            {...(other !== undefined && { dependencies: [settingPath(other)] })}
          >
            <SettingInput setting={setting} isSet={secretsSet.includes(setting.name)} />
          </Form.Item>
        )
      })}
    </>
  )
}

/** What the server would refuse is said under its field. */
function rulesOf(
  setting: SourceSetting,
  settings: readonly SourceSetting[],
  secretsSet: readonly string[],
): Rule[] {
  const other = settings.find(({ name }) => name === setting.requiredWith)
  return [
    ...rangeRules(setting),
    ({ getFieldValue }) => ({
      validator: async (_, entered: unknown) => {
        await Promise.resolve()
        const value = SourceSettingValue.safeParse(entered).data
        const isMissing = value === undefined && !secretsSet.includes(setting.name)
        if (isMissing && other !== undefined && getFieldValue(settingPath(other)) !== undefined)
          throw new Error(missingSettingProblem(setting, settings))
        const problem = value === undefined ? undefined : sourceSettingProblem(setting, value)
        if (problem !== undefined) throw new Error(problem)
      },
    }),
  ]
}

function isEmpty(value: Value): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

interface SettingInputProps {
  setting: SourceSetting
  isSet: boolean
  /** Given by the form. */
  id?: string
  value?: Value
  onChange?: (value: Value) => void
  onBlur?: () => void
}

function SettingInput({ setting, isSet, value = null, onChange, ...given }: SettingInputProps): ReactNode {
  const { type, choices = [], default: initial, placeholder = placeholderOf(setting) } = setting
  const emitChange = (entered: Value) => onChange?.(entered)
  const field = { ...given, placeholder }
  switch (type) {
    case 'text':
    case 'host':
      return <Input {...field} value={textOf(value)} onChange={({ target }) => emitChange(target.value)} />
    case 'day':
      return <DateInput {...given} value={textOf(value)} onChange={emitChange} />
    case 'longText':
      return (
        <Input.TextArea
          {...field}
          autoSize={{ minRows: 2, maxRows: 8 }}
          value={textOf(value)}
          onChange={({ target }) => emitChange(target.value)}
        />
      )
    case 'number':
      return (
        <InputNumber<number>
          {...field}
          value={typeof value === 'number' ? value : null}
          onChange={emitChange}
        />
      )
    case 'switch':
      return <Switch {...given} checked={(value ?? initial) === true} onChange={emitChange} />
    case 'choice':
      return <Select {...field} value={value ?? initial} options={choices} onChange={emitChange} />
    case 'words':
      return (
        <Select
          {...field}
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[',', '\n']}
          value={Array.isArray(value) ? value : []}
          onChange={emitChange}
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
          onChange={({ target }) => emitChange(target.value)}
        />
      )
  }
}

function textOf(value: Value): string {
  return value === null ? '' : String(value)
}

function placeholderOf({ default: initial }: SourceSetting): string | undefined {
  if (initial === undefined || typeof initial === 'boolean') return undefined
  return Array.isArray(initial) ? initial.join(', ') : String(initial)
}
