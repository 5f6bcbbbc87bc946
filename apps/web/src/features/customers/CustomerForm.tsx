import * as endpoints from '@callboard/contract/customers'
import { compareTexts, findRegionName, formatCurrencyName } from '@callboard/contract/format-names'
import { textLimits } from '@callboard/contract/limits'
import { customerRetentionKinds, maxKeptDays, retentionLabels } from '@callboard/contract/retention'
import { Country } from '@callboard/contract/scalars'
import { Form, Input, InputNumber, Select, Switch } from 'antd'
import { DestroyingSwitch } from '#web/features/customers/DestroyingSwitch.tsx'
import { customerKind } from '#web/features/customers/queries.ts'
import { SpokenNumbersItems } from '#web/features/customers/SpokenNumbersItems.tsx'
import { send } from '#web/lib/api.ts'
import { useCurrentUser, useHoldsClaim } from '#web/lib/current-user.ts'
import { namedTimeZones } from '#web/lib/time-zones.ts'
import { RecordForm } from '#web/records/RecordForm.tsx'
import { ActiveItem, NameItem } from '#web/records/RecordItems.tsx'

interface CustomerFormProps {
  /** Undefined: a new one. */
  customer: endpoints.Customer | undefined
}

export function CustomerForm({ customer }: CustomerFormProps) {
  const isNew = customer === undefined
  const { isAdmin } = useCurrentUser()
  const mayEdit = useHoldsClaim('client.edit')
  // Only administrators add customers, or change whether they are active.
  const isReadOnly = !mayEdit || (isNew && !isAdmin)
  return (
    <RecordForm
      kind={customerKind}
      record={customer}
      name="customer"
      initialValues={valuesOf(customer)}
      create={(body) => send(endpoints.createCustomer, { body })}
      update={(values, { id, revision }) =>
        send(endpoints.updateCustomer, { params: { id }, body: { ...values, revision } })
      }
      isReadOnly={isReadOnly}
    >
      <NameItem maxLength={textLimits.customerName} />
      <Form.Item
        name="code"
        label="Code"
        rules={[{ required: true, whitespace: true, message: 'Give it a code.' }]}
        extra={
          !isAdmin
            ? 'What imports and programs call it. Administrators alone change it.'
            : isNew
              ? 'What imports and programs call it: letters, digits, dots and dashes.'
              : 'Imports and programs that use this code have to use a new one as soon as it is changed.'
        }
      >
        <Input maxLength={textLimits.customerCode} disabled={isReadOnly || !isAdmin} />
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
        <Input maxLength={textLimits.customerLegacyReportingCid} />
      </Form.Item>
      {isAdmin &&
        customerRetentionKinds.map((kind) => (
          <Form.Item
            key={kind}
            name={keptFields[kind]}
            label={`${retentionLabels[kind]} kept for`}
            extra="Older ones are deleted every night; 0 keeps them forever. Empty: as the settings say."
          >
            <InputNumber<number> min={0} max={maxKeptDays} precision={0} suffix="days" />
          </Form.Item>
        ))}
      {isAdmin &&
        recordingSwitches.map(({ name, label, extra }) => (
          <Form.Item key={name} name={name} label={label} valuePropName="checked" extra={extra}>
            {name === 'redactsForGood' ? <DestroyingSwitch customerName={customer?.name} /> : <Switch />}
          </Form.Item>
        ))}
      {isAdmin && <SpokenNumbersItems customer={customer} />}
      <ActiveItem
        extra="When a customer is not active, its users are signed out and its API keys do not work. Its calls stay, and can be seen."
        isDisabled={isReadOnly || !isAdmin}
      />
    </RecordForm>
  )
}

const recordingSwitches = [
  {
    name: 'requiresSpeechCheck',
    label: 'Recordings wait for their transcript',
    extra:
      'Numbers that are spoken are found in a transcript. Until a recording has one, only those who may hear originals listen to it.',
  },
  {
    name: 'redactsForGood',
    label: 'Originals of recordings are destroyed',
    extra:
      'As soon as a recording is redacted by its transcript, or a day later when none came, only its redacted version is left, for everybody. This cannot be undone. Calls under legal hold keep their originals.',
  },
  {
    name: 'usesSpeechToText',
    label: 'Transcripts by speech to text',
    extra:
      'Originals of recordings that come without a transcript are sent to the engine that the settings name, if they name one.',
  },
] as const

const keptFields = {
  calls: 'keepCallsDays',
  recordings: 'keepRecordingsDays',
  logs: 'keepLogsDays',
} as const

function valuesOf(customer: endpoints.Customer | undefined) {
  if (customer === undefined) {
    return {
      name: '',
      code: '',
      legacyReportingCid: '',
      timeZone: Temporal.Now.timeZoneId(),
      currency: 'USD',
      country: 'US',
      isActive: true,
      keepCallsDays: null,
      keepRecordingsDays: null,
      keepLogsDays: null,
      requiresSpeechCheck: false,
      redactsForGood: false,
      usesSpeechToText: true,
      redactedNumbers: 'sensitive' as const,
      redactsBirthDates: false,
      redactsLicences: false,
    }
  }
  const { id: _id, revision: _revision, legacyReportingCid, ...rest } = customer
  return { ...rest, legacyReportingCid: legacyReportingCid ?? '' }
}

const currencyOptions = Intl.supportedValuesOf('currency').map((code) => ({
  value: code,
  label: `${code} · ${formatCurrencyName(code)}`,
}))

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
const countryOptions = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter((code) => Country.safeParse(code).success)
  .map((code) => ({ value: code, label: `${findRegionName(code) ?? code} (${code})` }))
  .toSorted((one, other) => compareTexts(one.label, other.label))
