import * as endpoints from '@callboard/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import type { ReactNode } from 'react'
import { RecalculationProgress } from '#web/features/settings/RecalculationProgress.tsx'
import { RestoreDefault, restoredField } from '#web/features/settings/RestoreDefault.tsx'
import { sectionId } from '#web/features/settings/section-in-view.ts'
import { settingWords } from '@callboard/contract/setting-words'
import { SettingInput } from '#web/features/settings/SettingInput.tsx'
import { SpeechTrialPanel } from '#web/features/settings/SpeechTrialPanel.tsx'
import classes from '#web/features/settings/settings.module.css'
import { send } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { EditForm } from '#web/records/forms/EditForm.tsx'
import { rangeHint, rangeRules } from '#web/records/forms/range-rule.ts'
import { useInvalidate } from '#web/records/invalidate.ts'
import { overviewQuery } from '#web/records/overview-query.ts'
import { Row, Text } from '#web/ui/layout.tsx'

type Values = Record<string, endpoints.Setting['value']>

interface SettingsFormProps {
  settings: readonly endpoints.Setting[]
  /** The keys of those that are shown; the others keep what was entered. */
  shown: ReadonlySet<string>
}

/** All settings in their groups, in one form. */
export function SettingsForm({ settings, shown }: SettingsFormProps) {
  const invalidate = useInvalidate()
  const recalculation = useQuery(overviewQuery).data?.recalculation ?? null
  const initialValues: Values = Object.fromEntries([
    ...settings.map(({ key, value }) => [key, value ?? ''] as const),
    ...settings
      .filter(({ isSecret, isDefault }) => isSecret && !isDefault)
      .map(({ key }) => [restoredField(key), false] as const),
  ])
  return (
    <EditForm<Values>
      key={settings.map(({ revision }) => revision).join()}
      name="settings"
      initialValues={initialValues}
      secretFields={settings.filter(({ type }) => type === 'secret').map(({ key }) => key)}
      save={async (values) => {
        await saveChanged(settings, values)
        await invalidate('setting')
      }}
      onReload={() => void invalidate('setting')}
    >
      {endpoints.settingGroups.map((group) => {
        const own = settings.filter((setting) => setting.group === group)
        return (
          <section
            key={group}
            id={sectionId(group)}
            className={classes.section}
            aria-label={group}
            hidden={own.every(({ key }) => !shown.has(key))}
          >
            <Text as="h2" margin="0 0 12px" fontSize={15}>
              {group}
            </Text>
            {own.map((setting) => (
              <SettingItem key={setting.key} setting={setting} isShown={shown.has(setting.key)}>
                {setting.key === 'returnedWithinHours' && (
                  <RecalculationProgress recalculation={recalculation} />
                )}
              </SettingItem>
            ))}
            {group === 'Recordings' && <SpeechTrialPanel settings={settings} />}
          </section>
        )
      })}
    </EditForm>
  )
}

interface SettingItemProps {
  setting: endpoints.Setting
  isShown: boolean
  /** Below what it does. */
  children: ReactNode
}

/** Not shown while another setting makes it useless. */
function SettingItem({ setting, isShown, children }: SettingItemProps) {
  const form = Form.useFormInstance<Values>()
  const { key, label, only } = setting
  const deciding = Form.useWatch(only?.key ?? key, { form, preserve: true })
  return (
    <Form.Item
      name={key}
      label={label}
      rules={rangeRules(setting)}
      hidden={!isShown || (only !== undefined && !only.values.includes(String(deciding)))}
      extra={
        <>
          <Extra setting={setting} />
          {children}
        </>
      }
    >
      <SettingInput setting={setting} />
    </Form.Item>
  )
}

/** Saves the settings that were changed, all of them or none; errors in their values are shown under their fields. */
async function saveChanged(settings: readonly endpoints.Setting[], values: Values): Promise<void> {
  const changed = settings.filter((setting) => isChanged(setting, values))
  if (changed.length === 0) return
  const items = changed.map((setting) => {
    const { id, key, revision } = setting
    if (isRestored(setting, values)) return { id, isDefault: true as const, revision }
    return { id, value: values[key] ?? null, revision }
  })
  try {
    await send(endpoints.updateSettings, { body: { items } })
  } catch (error) {
    throw underFields(
      error,
      changed.map(({ key }) => key),
    )
  }
}

function isChanged(setting: endpoints.Setting, values: Values): boolean {
  const entered = values[setting.key] ?? ''
  return setting.isSecret ? entered !== '' || isRestored(setting, values) : entered !== (setting.value ?? '')
}

/** Whether it is to have its default: a secret that is replaced is not. */
function isRestored({ key, isSecret, default: standard }: endpoints.Setting, values: Values): boolean {
  const entered = values[key] ?? ''
  return isSecret ? entered === '' && values[restoredField(key)] === true : entered === (standard ?? '')
}

/** Errors name the place of a setting among those that were sent; its field is named as its key. */
function underFields(error: unknown, keys: readonly string[]): unknown {
  if (!(error instanceof ApiError)) return error
  const { status, message, requestId, cause } = error
  const items = error.items.map((item) => {
    const [, index] = /^items\.(\d+)\./.exec(item.field ?? '') ?? []
    const key = keys[Number(index)]
    return key === undefined ? item : { ...item, field: key }
  })
  return new ApiError({ status, message, requestId, cause, items })
}

function Extra({ setting }: { setting: endpoints.Setting }) {
  const { key } = setting
  // The secrets that the environment may name, too.
  const standard =
    key === 'smtpUrl' || key === 'bounceMailboxUrl'
      ? 'set by the environment'
      : settingWords(setting, setting.default)
  const range = rangeHint(setting)
  return (
    <Row gap="0 12px" align="baseline" wrap breaks="anywhere">
      <span>
        {setting.description} {range !== '' && `Allowed: ${range} `}Default: {standard}.
      </span>
      <RestoreDefault setting={setting} />
    </Row>
  )
}
