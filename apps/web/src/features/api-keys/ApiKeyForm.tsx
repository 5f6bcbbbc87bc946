import * as endpoints from '@callboard/contract/api-keys'
import { addDays, lastDayBefore, startOfDay } from '@callboard/contract/calendar'
import { App, Checkbox, Form, Input } from 'antd'
import { rightWords } from '#web/features/api-keys/right-names.ts'
import { SecretNote } from '#web/ui/buttons/SecretNote.tsx'
import { send } from '#web/lib/api/api.ts'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { formatDateTime } from '@callboard/contract/format-time'
import { customerChoice } from '#web/records/choices/choices.ts'
import { FieldItem, TextItem } from '#web/records/forms/FormItems.tsx'
import { RecordForm } from '#web/records/forms/RecordForm.tsx'
import { RecordSelect } from '#web/records/RecordSelect.tsx'
import { DateInput } from '#web/ui/fields/DateInput.tsx'

interface Values {
  name: string
  customerId: string | null
  rights: endpoints.ApiKey['rights']
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
  const bodyOf = ({ name, rights, expiresAt: day }: Values) => ({
    name,
    rights,
    expiresAt: day === '' ? null : startOfDay(addDays(day, 1), timeZone).toString(),
  })

  async function create(values: Values) {
    const body = { ...bodyOf(values), customerId: values.customerId ?? '' }
    const { secret, ...created } = await send(endpoints.createApiKey, { body })
    modal.info({
      title: `The secret of ${created.name}`,
      content: (
        <SecretNote secret={secret}>
          The portal only keeps what it needs to recognise the key. If a key is lost, end it and add another
          one.
        </SecretNote>
      ),
      okText: 'I have it',
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
        expiresAt: expiresAt === null ? '' : lastDayBefore(expiresAt, timeZone),
      }}
      create={create}
      update={(values, { id, revision }) =>
        send(endpoints.updateApiKey, { params: { id }, body: { ...bodyOf(values), revision } })
      }
      isReadOnly={apiKey?.isActive === false}
    >
      <TextItem name="name" extra="The program or the telephone system that has it." />
      {isNew ? (
        <FieldItem name="customerId" extra="Of whom it sends or reads calls; this cannot be changed later.">
          <RecordSelect choice={customerChoice} placeholder="Find a customer" />
        </FieldItem>
      ) : (
        <Form.Item label="Customer" htmlFor="apikey_customer">
          <Input id="apikey_customer" value={apiKey.customerName} readOnly variant="filled" />
        </Form.Item>
      )}
      <FieldItem name="rights" label="It may" missing="Choose what it may do.">
        <Checkbox.Group
          options={endpoints.apiKeyRights.map((value) => ({ value, label: rightWords[value] }))}
        />
      </FieldItem>
      <FieldItem
        name="expiresAt"
        label="Last day"
        extra={
          expiresAt === null
            ? 'Empty: it works until it is ended.'
            : `It works until ${formatDateTime(expiresAt, timeZone)}.`
        }
      >
        <DateInput />
      </FieldItem>
    </RecordForm>
  )
}
