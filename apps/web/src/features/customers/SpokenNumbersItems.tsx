import type { Customer } from '@callboard/contract/customers'
import { redactedNumbersLabels } from '@callboard/contract/recording-numbers'
import { redactCustomerRecordings } from '@callboard/contract/recording-rules'
import { Form, Select } from 'antd'
import { send } from '#web/lib/api/api.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { FieldItem, SwitchItem } from '#web/records/forms/FormItems.tsx'

const options = Object.entries(redactedNumbersLabels).map(([value, label]) => ({ value, label }))

interface SpokenNumbersItemsProps {
  /** As it was saved; undefined: a new one. */
  customer: Customer | undefined
}

/** Which spoken numbers are silenced in a customer's recordings. */
export function SpokenNumbersItems({ customer }: SpokenNumbersItemsProps) {
  return (
    <>
      <FieldItem
        name="redactedNumbers"
        extra="Sensitive numbers are payment cards with their codes, expiry dates and PINs, social security and tax numbers, bank accounts, passports and identity cards. Prices, times and dates are never silenced."
      >
        <Select options={options} />
      </FieldItem>
      <SwitchItem name="redactsBirthDates" label="Silence dates of birth" />
      <SwitchItem
        name="redactsLicences"
        label="Silence driver’s license numbers"
        extra="Applies to recordings that are examined after you save."
      />
      {customer !== undefined && <OlderRecordings customer={customer} />}
    </>
  )
}

const ruleFields = ['redactedNumbers', 'redactsBirthDates', 'redactsLicences'] as const

/** Those that are there are redacted again only when somebody says so: it may take days, and may let be heard what was silent. */
function OlderRecordings({ customer }: { customer: Customer }) {
  const form = Form.useFormInstance<Customer>()
  const numbers = Form.useWatch('redactedNumbers', form)
  const birthDates = Form.useWatch('redactsBirthDates', form)
  const licences = Form.useWatch('redactsLicences', form)
  const isSaved = [numbers, birthDates, licences].every((value, at) => {
    const field = ruleFields[at]
    return value === undefined || (field !== undefined && value === customer[field])
  })
  return (
    <Form.Item
      label="Older recordings"
      extra={
        isSaved
          ? 'Redacts them again by the options above. Until that is done, they are played as they are now.'
          : 'Save first: older recordings are redacted by the saved options.'
      }
    >
      <ActionButton
        disabled={!isSaved}
        action={async () => await send(redactCustomerRecordings, { params: { id: customer.id } })}
        changes={['retention', 'customer', 'change']}
        question={{
          title: `Redact the older recordings of ${customer.name} again?`,
          content:
            'This runs in the background, newest calls first, and you can stop it under “Retention”. Numbers that are no longer silenced can be heard afterwards. Recordings whose original was destroyed do not change.',
          okText: 'Redact again',
          okButtonProps: {},
        }}
        done="Redacting older recordings again. “Retention” shows how many are left."
      >
        Redact again
      </ActionButton>
    </Form.Item>
  )
}
