import * as endpoints from '@callboard/contract/alerts'
import type { Alert } from '@callboard/contract/alerts'
import { useQueryClient } from '@tanstack/react-query'
import { App, Form } from 'antd'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { AlertMailNote, ConditionNow, previewQuery } from '#web/features/alerts/ConditionNow.tsx'
import { ConditionItems } from '#web/features/alerts/ConditionItems.tsx'
import type { FiltersEditor } from '#web/records/forms/FiltersField.tsx'
import {
  type AlertValues,
  conditionOf,
  newAlertValues,
  NewAlertSearch,
} from '#web/features/alerts/new-alert.ts'
import { alertQuery } from '#web/features/alerts/queries.ts'
import { WebhookField } from '#web/features/alerts/WebhookField.tsx'
import { send } from '#web/lib/api/api.ts'
import { fullName, useCurrentUser, useTimeZone } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { EditForm } from '#web/records/forms/EditForm.tsx'
import { useInvalidate } from '#web/records/invalidate.ts'
import { usersAndSelf } from '#web/records/choices/portal-user-choice.ts'
import { useMailedMessage } from '#web/records/mailed-message.ts'
import { NoAddressNote } from '#web/records/NoAddressNote.tsx'
import type { Choice } from '#web/records/choices/record-choice.ts'
import { FieldItem, TextItem } from '#web/records/forms/FormItems.tsx'
import { RecordMultiSelect } from '#web/records/RecordSelect.tsx'
import { SecretNote } from '#web/ui/buttons/SecretNote.tsx'

interface AlertFormProps {
  /** Undefined: a new one. */
  alert: Alert | undefined
  /** What a new one is on. */
  asked?: z.output<typeof NewAlertSearch>
  Filters: FiltersEditor
  isReadOnly: boolean
}

const nothingAsked = NewAlertSearch.parse({})

/** What an alert looks for, and whom it notifies. */
export function AlertForm({ alert, asked = nothingAsked, Filters, isReadOnly }: AlertFormProps) {
  const me = useCurrentUser()
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const navigate = useNavigate()
  const { modal } = App.useApp()
  const sayMailed = useMailedMessage()
  const self = { value: me.id, label: fullName(me) }
  const timeZone = useTimeZone()

  async function save(values: AlertValues) {
    const body = bodyOf(values)
    const saved =
      alert === undefined
        ? await send(endpoints.createAlert, { body })
        : await send(endpoints.updateAlert, {
            params: { id: alert.id },
            body: { ...body, revision: alert.revision },
          })
    await invalidate('alert')
    sayMailed(alert === undefined ? `${saved.name} is created.` : 'Saved.', await hasMailServer(saved))
    if (alert === undefined) void navigate(paths.alert(saved.id), { replace: true })
    // Chat systems do not look at signatures.
    if (saved.webhookSecret !== undefined && saved.webhook?.form === 'json') {
      modal.info({
        title: `Webhook secret of ${saved.name}`,
        content: (
          <SecretNote secret={saved.webhookSecret}>
            Webhook requests are signed with it. If you lose it, enter the address again to get a new one.
          </SecretNote>
        ),
        okText: 'I have saved it',
        okButtonProps: { type: 'default' },
        icon: null,
        width: 560,
        keyboard: false,
      })
    }
  }

  /** As the form knows it already, where the condition could be looked at. */
  async function hasMailServer({ condition }: Alert) {
    const query = { ...previewQuery(JSON.stringify(condition)), staleTime: Infinity }
    return (await client.query(query).catch(() => undefined))?.hasMailServer !== false
  }

  return (
    <EditForm<AlertValues>
      // Each revision gets a form of its own: what was typed into an older one can no longer be saved.
      key={alert?.revision}
      name="alert"
      fields={{ type: 'alert', body: endpoints.createAlert.body }}
      isNew={alert === undefined}
      initialValues={alert === undefined ? newAlertValues(asked, { self, timeZone }) : valuesOf(alert)}
      isReadOnly={isReadOnly}
      // Whoever knows the address of a chat may post to it.
      secretFields={['webhook']}
      save={save}
      saveLabel={alert === undefined ? 'Add Alert' : 'Save'}
      savedMessage={null}
      {...(alert !== undefined && { onReload: () => void client.refetchQueries(alertQuery(alert.id)) })}
    >
      {!isReadOnly && <AlertMailNote />}
      <TextItem name="name" />
      <ConditionItems Filters={Filters} />
      {!isReadOnly && <ConditionNow />}
      <FieldItem
        name="recipients"
        label="Notify"
        extra="By email when the alert is triggered and when it ends, based on the calls that each recipient can see."
        missing="Choose at least one recipient."
      >
        <RecipientsField self={self} />
      </FieldItem>
      <FieldItem
        name="webhook"
        label="Webhook"
        extra="Signed requests are sent there, based on your own calls. Administrators choose the allowed hosts."
      >
        <WebhookField />
      </FieldItem>
    </EditForm>
  )
}

interface RecipientsFieldProps {
  self: Choice
  /** Given by the form, as are value and onChange. */
  id?: string
  value?: readonly Choice[]
  onChange?: (chosen: Choice[]) => void
}

function RecipientsField({ self, id, value = [], onChange }: RecipientsFieldProps) {
  const form = Form.useFormInstance()
  return (
    <>
      <RecordMultiSelect
        {...(id !== undefined && { id })}
        label="Recipients"
        choice={usersAndSelf(self)}
        placeholder="Find users by name"
        value={value}
        onChange={(chosen) => onChange?.(chosen.map(({ value: one, label }) => ({ value: one, label })))}
      />
      {value.some((one) => one.value === self.value) && (
        <NoAddressNote
          title="To be notified, you need an email address"
          onSaved={() => form.setFields([{ name: 'recipients', errors: [] }])}
        />
      )}
    </>
  )
}

function bodyOf({ name, recipients, webhook, ...condition }: AlertValues) {
  return {
    name,
    condition: conditionOf(condition),
    recipients: recipients.map(({ value }) => value),
    // The stored address stays unless another one is typed.
    ...((webhook === null || 'url' in webhook) && { webhook }),
  }
}

function valuesOf({ name, condition: { op, value, ...condition }, recipients, webhook }: Alert): AlertValues {
  return {
    name,
    ...condition,
    threshold: { op, value },
    recipients: recipients.map(({ userId, name: label }) => ({ value: userId, label })),
    webhook,
  }
}
