import * as endpoints from '@callboard/contract/customers'
import { currencyLabel } from '@callboard/contract/format-names'
import { textLimits } from '@callboard/contract/limits'
import { channelOrderLabels } from '@callboard/contract/recording-channels'
import { customerRetentionKinds, retentionLabels } from '@callboard/contract/retention'
import { customerCodeOf } from '#web/features/customers/customer-code.ts'
import { SpokenNumbersItems } from '#web/features/customers/SpokenNumbersItems.tsx'
import { send } from '#web/lib/api/api.ts'
import { useCurrentUser, useHoldsClaim } from '#web/lib/session/current-user.ts'
import { countryOptions } from '#web/ui/fields/country-options.ts'
import { TimeZoneSelect } from '#web/ui/fields/TimeZoneSelect.tsx'
import { FieldItem, NumberItem, SelectItem, SwitchItem, TextItem } from '#web/records/forms/FormItems.tsx'
import { systemSettingsQuery } from '#web/lib/api/system-settings-query.ts'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { RecordForm } from '#web/records/forms/RecordForm.tsx'
import { useQuery } from '@tanstack/react-query'
import { App, Form, Switch } from 'antd'
import { useRef } from 'react'

interface CustomerFormProps {
  /** Undefined: a new one. */
  customer: endpoints.Customer | undefined
}

export function CustomerForm({ customer }: CustomerFormProps) {
  const settings = useQuery({ ...systemSettingsQuery, enabled: customer === undefined })
  if (customer !== undefined) return <Fields customer={customer} initialValues={valuesOf(customer)} />
  return (
    <QueryState query={settings}>
      {({ defaultTimeZone }) => <Fields customer={undefined} initialValues={newCustomer(defaultTimeZone)} />}
    </QueryState>
  )
}

interface FieldsProps extends CustomerFormProps {
  initialValues: ReturnType<typeof valuesOf>
}

function Fields({ customer, initialValues }: FieldsProps) {
  const isNew = customer === undefined
  const { isAdmin } = useCurrentUser()
  const mayEdit = useHoldsClaim('client.edit')
  // Only administrators add customers, or change whether they are active.
  const isReadOnly = !mayEdit || (isNew && !isAdmin)
  return (
    <RecordForm
      record={customer}
      initialValues={initialValues}
      create={(body) => send(endpoints.createCustomer, { body })}
      update={(values, { id, revision }) =>
        send(endpoints.updateCustomer, { params: { id }, body: { ...values, revision } })
      }
      isReadOnly={isReadOnly}
    >
      <NameItem isNew={isNew} />
      <TextItem
        name="code"
        extra={
          !isAdmin
            ? 'Imports and programs refer to the customer by it. Only administrators can change it.'
            : isNew
              ? 'Imports and programs refer to the customer by it: letters, digits, dots, hyphens or underscores.'
              : 'If you change it, imports and programs must use the new code from then on.'
        }
        input={{ maxLength: textLimits.customerCode, disabled: isReadOnly || !isAdmin }}
      />
      <FieldItem name="timeZone">
        <TimeZoneSelect />
      </FieldItem>
      <SelectItem name="currency" options={currencyOptions} />
      <SelectItem name="country" extra="For phone numbers without a country code." options={countryOptions} />
      <TextItem name="legacyReportingCid" />
      {isAdmin &&
        customerRetentionKinds.map((kind) => (
          <NumberItem
            key={kind}
            name={keptFields[kind]}
            label={`${retentionLabels[kind]} kept for`}
            extra="In days. Older ones are deleted every night. 0 keeps them forever; leave empty to follow the settings."
            input={{ suffix: 'days' }}
          />
        ))}
      {isAdmin && <RecordingItems customerName={customer?.name} />}
      {isAdmin && <SpokenNumbersItems customer={customer} />}
      <SwitchItem
        name="isActive"
        extra="Making a customer inactive signs its users out and disables its API keys. Its calls stay visible."
        isDisabled={isReadOnly || !isAdmin}
      />
    </RecordForm>
  )
}

/** Of a new customer the code follows the name until somebody enters another one. */
function NameItem({ isNew }: { isNew: boolean }) {
  const form = Form.useFormInstance()
  const suggested = useRef('')
  const suggestCode = (name: string) => {
    const code: unknown = form.getFieldValue('code')
    if (!isNew || (code !== '' && code !== suggested.current)) return
    suggested.current = customerCodeOf(name)
    form.setFieldValue('code', suggested.current)
  }
  return <TextItem name="name" input={{ onChange: ({ target }) => suggestCode(target.value) }} />
}

function RecordingItems({ customerName }: { customerName: string | undefined }) {
  return (
    <>
      <SwitchItem
        name="requiresSpeechCheck"
        extra="Spoken numbers are found in the transcript. Until a recording has one, only people who may hear originals can play it."
      />
      <FieldItem
        name="redactsForGood"
        extra="Originals are destroyed once a recording is redacted by its transcript, or after a day if no transcript arrives. Only the redacted version is left. This cannot be undone. Calls under legal hold keep their originals."
        valuePropName="checked"
      >
        <DestroyingSwitch customerName={customerName} />
      </FieldItem>
      <SelectItem
        name="channelOrder"
        extra="Players and transcripts call channels Agent and Caller by it, unless whoever sends a recording says which is which."
        options={channelOrderOptions}
      />
      <SwitchItem
        name="usesSpeechToText"
        extra="Originals of recordings without a transcript are sent to the speech-to-text engine in the settings, if there is one."
      />
    </>
  )
}

const channelOrderOptions = Object.entries(channelOrderLabels).map(([value, label]) => ({ value, label }))

const keptFields = {
  calls: 'keepCallsDays',
  recordings: 'keepRecordingsDays',
  logs: 'keepLogsDays',
} as const

function newCustomer(timeZone: string): ReturnType<typeof valuesOf> {
  return {
    name: '',
    code: '',
    legacyReportingCid: '',
    timeZone,
    currency: 'USD',
    country: 'US',
    isActive: true,
    keepCallsDays: null,
    keepRecordingsDays: null,
    keepLogsDays: null,
    requiresSpeechCheck: false,
    redactsForGood: false,
    usesSpeechToText: true,
    channelOrder: 'unknown',
    redactedNumbers: 'sensitive',
    redactsBirthDates: false,
    redactsLicences: false,
  }
}

function valuesOf(customer: endpoints.Customer) {
  const { id: _id, revision: _revision, legacyReportingCid, ...rest } = customer
  return { ...rest, legacyReportingCid: legacyReportingCid ?? '' }
}

const currencyOptions = Intl.supportedValuesOf('currency').map((code) => ({
  value: code,
  label: currencyLabel(code),
}))

interface DestroyingSwitchProps {
  /** Undefined for a new one. */
  customerName: string | undefined
  /** Given by the form. */
  id?: string
  checked?: boolean
  onChange?: (checked: boolean) => void
}

/** Whether originals of recordings are destroyed; asked again before it is switched on, as nothing brings them back. */
function DestroyingSwitch({ customerName, id, checked = false, onChange }: DestroyingSwitchProps) {
  const { modal } = App.useApp()
  const change = (isOn: boolean) => {
    if (!isOn) return onChange?.(false)
    modal.confirm({
      title: `Destroy the originals of ${customerName === undefined ? 'this customer’s recordings' : `all recordings of ${customerName}`}?`,
      content: (
        <>
          <p>
            After you save, existing originals are destroyed the next night, and new ones as soon as they are
            redacted. This includes the original sound, its waveform, key presses and transcript, even in
            spans that somebody lifted.
          </p>
          <p>
            Only the redacted versions are left, and nobody can undo this. Calls under legal hold keep their
            originals until the hold ends.
          </p>
        </>
      ),
      okText: 'Destroy originals',
      okButtonProps: { danger: true },
      onOk: () => onChange?.(true),
    })
  }
  return <Switch {...(id !== undefined && { id })} checked={checked} onChange={change} />
}
