import type { Customer } from '@callboard/contract/customers'
import { Country } from '@callboard/contract/scalars'
import { Form, Input, Select } from 'antd'
import { namedTimeZones } from '#web/lib/time-zones.ts'
import { RecordForm } from '#web/records/RecordForm.tsx'
import { ActiveItem, NameItem } from '#web/records/RecordItems.tsx'

export interface CustomerValues {
  name: string
  code: string
  legacyReportingCid: string
  timeZone: string
  currency: string
  country: string
  isActive: boolean
}

const fields = ['name', 'code', 'legacyReportingCid', 'timeZone', 'currency', 'country', 'isActive'] as const

interface CustomerFormProps {
  /** Undefined: a new one. */
  customer: Customer | undefined
  save: (values: CustomerValues) => Promise<unknown>
  onReload?: (() => void) | undefined
  isReadOnly: boolean
  /** Only administrators make a customer active or inactive. */
  maySwitch: boolean
}

export function CustomerForm({ customer, save, onReload, isReadOnly, maySwitch }: CustomerFormProps) {
  const isNew = customer === undefined
  return (
    <RecordForm<CustomerValues>
      key={customer?.revision}
      name="customer"
      initialValues={valuesOf(customer)}
      fields={fields}
      save={save}
      isNew={isNew}
      isReadOnly={isReadOnly}
      saveLabel={isNew ? 'Add Customer' : 'Save'}
      onReload={onReload}
    >
      <NameItem maxLength={200} />
      <Form.Item
        name="code"
        label="Code"
        rules={[{ required: true, whitespace: true, message: 'Give it a code.' }]}
        extra={
          isNew
            ? 'What imports and programs call it: letters, digits, dots and dashes.'
            : 'Imports and programs that use this code have to use a new one as soon as it is changed.'
        }
      >
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item
        name="timeZone"
        label="Time zone"
        rules={[{ required: true, message: 'Choose a time zone.' }]}
      >
        <Select
          options={namedTimeZones(customer?.timeZone ?? null)}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Form.Item>
      <Form.Item name="currency" label="Currency">
        <Select options={currencyOptions} showSearch={{ optionFilterProp: 'label' }} />
      </Form.Item>
      <Form.Item name="country" label="Country" extra="Of telephone numbers without a country code.">
        <Select options={countryOptions} showSearch={{ optionFilterProp: 'label' }} />
      </Form.Item>
      <Form.Item name="legacyReportingCid" label="Legacy reporting id">
        <Input maxLength={64} />
      </Form.Item>
      <ActiveItem
        extra="The calls of a customer that is not active stay, and can be seen."
        isDisabled={isReadOnly || !maySwitch}
      />
    </RecordForm>
  )
}

function valuesOf(customer: Customer | undefined): CustomerValues {
  if (customer === undefined) {
    return {
      name: '',
      code: '',
      legacyReportingCid: '',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      currency: 'USD',
      country: 'US',
      isActive: true,
    }
  }
  const { id: _id, revision: _revision, legacyReportingCid, ...rest } = customer
  return { ...rest, legacyReportingCid: legacyReportingCid ?? '' }
}

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' })
const currencyOptions = Intl.supportedValuesOf('currency').map((code) => ({
  value: code,
  label: `${code} · ${currencyNames.of(code) ?? code}`,
}))

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
const regionNames = new Intl.DisplayNames('en', { type: 'region' })
const countryOptions = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter((code) => Country.safeParse(code).success)
  .map((code) => ({ value: code, label: `${regionNames.of(code) ?? code} (${code})` }))
  .toSorted((one, other) => one.label.localeCompare(other.label))
