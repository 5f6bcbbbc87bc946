import type { ApiKey } from '@callboard/contract/api-keys'
import { apiKeyRights } from '@callboard/contract/api-keys'
import { addDays, lastDayBefore, startOfDay } from '@callboard/contract/calendar'
import { Checkbox, Form, Input } from 'antd'
import { rightWords } from '#web/features/api-keys/right-names.ts'
import { useTimeZone } from '#web/lib/current-user.ts'
import { formatDateTime } from '#web/lib/time.ts'
import { customerChoice } from '#web/records/customer-choice.ts'
import { FoundSelect } from '#web/records/FoundSelect.tsx'
import { RecordForm } from '#web/records/RecordForm.tsx'
import { NameItem } from '#web/records/RecordItems.tsx'

export interface ApiKeyValues {
  name: string
  customerId: string
  rights: ApiKey['rights']
  expiresAt: string | null
}

interface Entered extends Omit<ApiKeyValues, 'customerId' | 'expiresAt'> {
  customerId: string | null
  /** A day, or empty. */
  expiresAt: string
}

const fields = ['name', 'customerId', 'rights', 'expiresAt'] as const

interface ApiKeyFormProps {
  /** Undefined: a new one. */
  apiKey: ApiKey | undefined
  save: (values: ApiKeyValues) => Promise<unknown>
  onReload?: (() => void) | undefined
}

export function ApiKeyForm({ apiKey, save, onReload }: ApiKeyFormProps) {
  const timeZone = useTimeZone()
  const isNew = apiKey === undefined
  const expiresAt = apiKey?.expiresAt ?? null
  const initialValues: Entered = {
    name: apiKey?.name ?? '',
    customerId: apiKey?.customerId ?? null,
    rights: apiKey?.rights ?? ['ingest'],
    expiresAt: expiresAt === null ? '' : lastDayBefore(expiresAt, timeZone),
  }
  return (
    <RecordForm<Entered>
      key={apiKey?.revision}
      name="apikey"
      initialValues={initialValues}
      fields={fields}
      save={async ({ customerId, expiresAt: day, ...rest }) =>
        await save({
          ...rest,
          customerId: customerId ?? '',
          expiresAt: day === '' ? null : startOfDay(addDays(day, 1), timeZone).toString(),
        })
      }
      isNew={isNew}
      isReadOnly={apiKey?.isActive === false}
      saveLabel={isNew ? 'Add API key' : 'Save'}
      {...(isNew && { onSaved: () => undefined })}
      onReload={onReload}
    >
      <NameItem extra="The program or the telephone system that has it." />
      {isNew ? (
        <Form.Item
          name="customerId"
          label="Customer"
          extra="Of whom it sends or reads calls; this cannot be changed later."
          rules={[{ required: true, message: 'Choose a customer.' }]}
        >
          <FoundSelect choice={customerChoice} placeholder="Find a customer" />
        </Form.Item>
      ) : (
        <Form.Item label="Customer" htmlFor="apikey_customer">
          <Input id="apikey_customer" value={apiKey.customerName} readOnly variant="filled" />
        </Form.Item>
      )}
      <Form.Item
        name="rights"
        label="It may"
        rules={[{ type: 'array', min: 1, message: 'Choose what it may do.' }]}
      >
        <Checkbox.Group options={apiKeyRights.map((value) => ({ value, label: rightWords[value] }))} />
      </Form.Item>
      <Form.Item
        name="expiresAt"
        label="Last day"
        extra={
          expiresAt === null
            ? 'Empty: it works until it is ended.'
            : `It works until ${formatDateTime(expiresAt, timeZone)}.`
        }
      >
        <Input type="date" />
      </Form.Item>
    </RecordForm>
  )
}
