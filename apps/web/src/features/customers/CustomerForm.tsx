import * as endpoints from '@callboard/contract/customers'
import { compareTexts, findRegionName, formatCurrencyName } from '@callboard/contract/format-names'
import { textLimits } from '@callboard/contract/limits'
import { customerRetentionKinds, retentionLabels } from '@callboard/contract/retention'
import { Country } from '@callboard/contract/scalars'
import { SpokenNumbersItems } from '#web/features/customers/SpokenNumbersItems.tsx'
import { send } from '#web/lib/api/api.ts'
import { useCurrentUser, useHoldsClaim } from '#web/lib/session/current-user.ts'
import { namedTimeZones } from '#web/lib/time-zones.ts'
import { FieldItem, NumberItem, SelectItem, SwitchItem, TextItem } from '#web/records/forms/FormItems.tsx'
import { RecordForm } from '#web/records/forms/RecordForm.tsx'
import { App, Switch } from 'antd'

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
      record={customer}
      initialValues={valuesOf(customer)}
      create={(body) => send(endpoints.createCustomer, { body })}
      update={(values, { id, revision }) =>
        send(endpoints.updateCustomer, { params: { id }, body: { ...values, revision } })
      }
      isReadOnly={isReadOnly}
    >
      <TextItem name="name" />
      <TextItem
        name="code"
        extra={
          !isAdmin
            ? 'What imports and programs call it. Administrators alone change it.'
            : isNew
              ? 'What imports and programs call it: letters, digits, dots and dashes.'
              : 'Imports and programs that use this code have to use a new one as soon as it is changed.'
        }
        input={{ maxLength: textLimits.customerCode, disabled: isReadOnly || !isAdmin }}
      />
      <SelectItem name="timeZone" options={namedTimeZones(customer?.timeZone ?? null)} />
      <SelectItem name="currency" options={currencyOptions} />
      <SelectItem
        name="country"
        extra="Of telephone numbers without a country code."
        options={countryOptions}
      />
      <TextItem name="legacyReportingCid" />
      {isAdmin &&
        customerRetentionKinds.map((kind) => (
          <NumberItem
            key={kind}
            name={keptFields[kind]}
            label={`${retentionLabels[kind]} kept for`}
            extra="Older ones are deleted every night; 0 keeps them forever. Empty: as the settings say."
            input={{ suffix: 'days' }}
          />
        ))}
      {isAdmin && <RecordingItems customerName={customer?.name} />}
      {isAdmin && <SpokenNumbersItems customer={customer} />}
      <SwitchItem
        name="isActive"
        extra="When a customer is not active, its users are signed out and its API keys do not work. Its calls stay, and can be seen."
        isDisabled={isReadOnly || !isAdmin}
      />
    </RecordForm>
  )
}

function RecordingItems({ customerName }: { customerName: string | undefined }) {
  return (
    <>
      <SwitchItem
        name="requiresSpeechCheck"
        extra="Numbers that are spoken are found in a transcript. Until a recording has one, only those who may hear originals listen to it."
      />
      <FieldItem
        name="redactsForGood"
        extra="As soon as a recording is redacted by its transcript, or a day later when none came, only its redacted version is left, for everybody. This cannot be undone. Calls under legal hold keep their originals."
        valuePropName="checked"
      >
        <DestroyingSwitch customerName={customerName} />
      </FieldItem>
      <SwitchItem
        name="usesSpeechToText"
        extra="Originals of recordings that come without a transcript are sent to the engine that the settings name, if they name one."
      />
    </>
  )
}

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
            Once you save, the next night destroys those that are there already, and each new one goes as soon
            as it is redacted: the sound as it was, its outline, the keys that were pressed and what was said,
            also in spans that somebody lifted.
          </p>
          <p>
            Only the redacted versions are left. Nobody can undo it. Calls under legal hold keep their
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
