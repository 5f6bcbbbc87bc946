import * as endpoints from '@callboard/contract/api-keys'
import { addDays, lastDayBefore, startOfDay } from '@callboard/contract/calendar'
import { App, Checkbox, Form, Input } from 'antd'
import { rightWords } from '#web/features/api-keys/right-names.ts'
import { SecretNote } from '#web/ui/buttons/SecretNote.tsx'
import { send } from '#web/lib/api/api.ts'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { formatDateTime } from '@callboard/contract/format-time'
import { customerChoice } from '#web/records/choices/choices.ts'
import { sourceChoice } from '#web/records/choices/source-choice.ts'
import { DateItem } from '#web/records/forms/DateItem.tsx'
import { FieldItem, TextItem } from '#web/records/forms/FormItems.tsx'
import { RecordForm } from '#web/records/forms/RecordForm.tsx'
import { RecordSelect } from '#web/records/RecordSelect.tsx'

interface Values {
  name: string
  customerId: string | null
  rights: endpoints.ApiKey['rights']
  sourceId: string | null
  /** A day, or empty. */
  expiresAt: string
}

interface ApiKeyFormProps {
  /** Undefined: a new one. */
  apiKey: endpoints.ApiKey | undefined
}

export function ApiKeyForm({ apiKey }: ApiKeyFormProps) {
  const timeZone = useTimeZone()
  const { modal } = App.useApp()
  const isNew = apiKey === undefined
  const expiresAt = apiKey?.expiresAt ?? null
  const bodyOf = ({ name, rights, sourceId, expiresAt: day }: Values) => ({
    name,
    rights,
    sourceId,
    expiresAt: day === '' ? null : startOfDay(addDays(day, 1), timeZone).toString(),
  })

  async function create(values: Values) {
    const body = { ...bodyOf(values), customerId: values.customerId ?? '' }
    const { secret, ...created } = await send(endpoints.createApiKey, { body })
    modal.info({
      title: `The secret of ${created.name}`,
      content: (
        <SecretNote secret={secret}>
          The portal stores only a hash of it. If you lose the key, revoke it and add a new one.
        </SecretNote>
      ),
      okText: 'I have saved it',
      icon: null,
      width: 560,
      keyboard: false,
    })
    return created
  }

  return (
    <RecordForm<endpoints.ApiKey, Values>
      record={apiKey}
      initialValues={{
        name: apiKey?.name ?? '',
        customerId: apiKey?.customerId ?? null,
        rights: apiKey?.rights ?? ['ingest'],
        sourceId: apiKey?.sourceId ?? null,
        expiresAt: expiresAt === null ? '' : lastDayBefore(expiresAt, timeZone),
      }}
      create={create}
      update={(values, { id, revision }) =>
        send(endpoints.updateApiKey, { params: { id }, body: { ...bodyOf(values), revision } })
      }
      isReadOnly={apiKey?.isActive === false}
    >
      <TextItem name="name" extra="The program or telephone system that uses it." />
      {isNew ? (
        <FieldItem
          name="customerId"
          extra="The customer whose calls it sends or reads. You cannot change this later."
        >
          <RecordSelect choice={customerChoice} placeholder="Find a customer" />
        </FieldItem>
      ) : (
        <Form.Item label="Customer" htmlFor="apikey_customer">
          <Input id="apikey_customer" value={apiKey.customerName} readOnly variant="filled" />
        </Form.Item>
      )}
      <FieldItem name="rights" label="Rights" missing="Choose at least one right.">
        <Checkbox.Group
          options={endpoints.apiKeyRights.map((value) => ({ value, label: rightWords[value] }))}
        />
      </FieldItem>
      <SourceItem customerId={apiKey?.customerId} />
      <DateItem
        name="expiresAt"
        label="Last day"
        extra={
          expiresAt === null
            ? 'Leave empty to keep the key valid until you revoke it.'
            : `Valid until ${formatDateTime(expiresAt, timeZone)}.`
        }
      />
    </RecordForm>
  )
}

/** Of the customer of the key. */
function SourceItem({ customerId }: { customerId: string | undefined }) {
  const form = Form.useFormInstance<Values>()
  const chosen = Form.useWatch('customerId', form)
  const of = customerId ?? chosen ?? undefined
  return (
    <Form.Item
      name="sourceId"
      label="Source"
      extra="Calls that the key sends are counted there. Leave empty for a program without a source."
    >
      <RecordSelect choice={sourceChoice(of)} placeholder="No source" />
    </Form.Item>
  )
}
