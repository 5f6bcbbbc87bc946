import type { Filter } from '@callboard/contract/calls'
import * as endpoints from '@callboard/contract/webhooks'
import { App, Checkbox } from 'antd'
import { secretDialog } from '#web/features/webhooks/secret-dialog.tsx'
import { send } from '#web/lib/api/api.ts'
import { customerChoice } from '#web/records/choices/choices.ts'
import { type FiltersEditor, FiltersField } from '#web/records/forms/FiltersField.tsx'
import { FieldItem, SwitchItem, TextItem } from '#web/records/forms/FormItems.tsx'
import { RecordForm } from '#web/records/forms/RecordForm.tsx'
import { RecordSelect } from '#web/records/RecordSelect.tsx'

interface Values {
  name: string
  customerId: string | null
  url: string
  events: endpoints.Webhook['events']
  filters: Filter[]
  isActive: boolean
}

interface WebhookFormProps {
  /** Undefined: a new one. */
  webhook: endpoints.Webhook | undefined
  Filters: FiltersEditor
}

const eventOptions = endpoints.callEvents.map((value) => ({
  value,
  label: endpoints.callEventLabels[value],
}))

/** Where calls are posted to, and which. */
export function WebhookForm({ webhook, Filters }: WebhookFormProps) {
  const { modal } = App.useApp()

  async function create(values: Values) {
    const { secret, ...created } = await send(endpoints.createWebhook, { body: bodyOf(values) })
    modal.info(secretDialog(created.name, secret))
    return created
  }

  return (
    <RecordForm<endpoints.Webhook, Values>
      record={webhook}
      initialValues={{
        name: webhook?.name ?? '',
        customerId: webhook?.customerId ?? null,
        url: webhook?.url ?? '',
        events: webhook?.events ?? [...endpoints.callEvents],
        filters: webhook?.filters ?? [],
        isActive: webhook?.isActive ?? true,
      }}
      create={create}
      update={(values, { id, revision }) =>
        send(endpoints.updateWebhook, { params: { id }, body: { ...bodyOf(values), revision } })
      }
    >
      <TextItem name="name" extra="The system that receives the calls." />
      <TextItem
        name="url"
        extra="Each call is posted there as JSON, signed with the secret of the webhook. Private addresses are refused."
        input={{ type: 'url', placeholder: 'https://…' }}
      />
      <FieldItem name="customerId" extra="Leave empty to send the calls of all customers.">
        <RecordSelect choice={customerChoice} placeholder="All customers" />
      </FieldItem>
      <FieldItem name="events" label="Send" missing="Choose at least one.">
        <Checkbox.Group options={eventOptions} />
      </FieldItem>
      <FieldItem name="filters" label="Only calls where">
        <FiltersField Filters={Filters} />
      </FieldItem>
      <SwitchItem
        name="isActive"
        extra="A paused webhook sends nothing. Calls that are new or change meanwhile are not sent later."
      />
    </RecordForm>
  )
}

function bodyOf({ customerId, ...values }: Values) {
  // An emptied field has no value.
  return { ...values, customerId: customerId ?? null }
}
