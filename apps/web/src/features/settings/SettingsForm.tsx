import { deleteSetting, type Setting, settingGroups, updateSetting } from '@callboard/contract/settings'
import { useMutation } from '@tanstack/react-query'
import { App, Button, Form } from 'antd'
import { useRef } from 'react'
import { SettingInput, wordsOf } from '#web/features/settings/SettingInput.tsx'
import classes from '#web/features/settings/settings.module.css'
import { ApiError, errorText, send } from '#web/lib/api.ts'
import { RecordForm } from '#web/records/RecordForm.tsx'

type Values = Record<string, Setting['value']>

interface SettingsFormProps {
  settings: readonly Setting[]
  /** Loads the settings anew, and all that follows them. */
  onChanged: () => Promise<unknown>
}

/** All settings in their groups, in one form. */
export function SettingsForm({ settings, onChanged }: SettingsFormProps) {
  // What was saved before another one was refused is not saved again.
  const saved = useRef(new Map<string, Setting>())
  const initialValues: Values = Object.fromEntries(settings.map(({ key, value }) => [key, value ?? '']))
  return (
    <RecordForm<Values>
      key={settings.map(({ revision }) => revision).join()}
      name="settings"
      initialValues={initialValues}
      fields={settings.map(({ key }) => key)}
      save={async (values) => {
        for (const setting of settings) {
          const known = saved.current.get(setting.key) ?? setting
          const after = await saveOne(known, values[setting.key] ?? null)
          if (after !== undefined) saved.current.set(setting.key, after)
        }
        await onChanged()
      }}
      onReload={() => void onChanged()}
    >
      {settingGroups.map((group) => (
        <section key={group} aria-label={group}>
          <h2 className={classes.group}>{group}</h2>
          {settings
            .filter((setting) => setting.group === group)
            .map((setting) => (
              <Form.Item
                key={setting.key}
                name={setting.key}
                label={setting.label}
                extra={<Extra setting={setting} onChanged={onChanged} />}
              >
                <SettingInput setting={setting} />
              </Form.Item>
            ))}
        </section>
      ))}
    </RecordForm>
  )
}

/** Writes a setting that was changed; what is wrong with its value is said under its field. */
async function saveOne(
  { id, key, type, value, revision }: Setting,
  entered: Setting['value'],
): Promise<Setting | undefined> {
  const isEmpty = entered === null || entered === ''
  const isSame = type === 'secret' ? isEmpty : entered === value || (isEmpty && value === null)
  if (isSame) return undefined
  const body = { value: entered === '' && type === 'image' ? null : entered, revision }
  try {
    return await send(updateSetting, { params: { id }, body })
  } catch (error) {
    throw underField(error, key)
  }
}

function underField(error: unknown, key: string): unknown {
  if (!(error instanceof ApiError)) return error
  const { status, message, requestId, cause } = error
  const items = error.items.map((item) =>
    item.field === 'value' && status === 400 ? { ...item, field: key } : item,
  )
  return new ApiError({ status, message, requestId, cause, items })
}

function Extra({ setting, onChanged }: { setting: Setting; onChanged: () => Promise<unknown> }) {
  const { message } = App.useApp()
  const { id, isDefault, isSecret, label } = setting
  const restore = useMutation({
    mutationFn: () => send(deleteSetting, { params: { id } }),
    onSuccess: async () => {
      await onChanged()
      message.success(`${label}: back to the default.`)
    },
    onError: (error) => message.error(errorText(error)),
  })
  const standard = isSecret ? 'what the environment says' : wordsOf(setting, setting.default)
  return (
    <div className={classes.extra}>
      <span>
        {setting.description} Default: {standard}.
      </span>
      {!isDefault && (
        <Button
          type="link"
          className={classes.restore ?? ''}
          loading={restore.isPending}
          onClick={() => restore.mutate()}
          aria-label={`Restore default of ${label}`}
        >
          Restore default
        </Button>
      )}
    </div>
  )
}
