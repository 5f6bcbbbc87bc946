import type { Customer } from '@callboard/contract/customers'
import type { RedactedNumbers } from '@callboard/contract/recording-numbers'
import { redactCustomerRecordings } from '@callboard/contract/recording-rules'
import { Form, Select } from 'antd'
import { send } from '#web/lib/api/api.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { FieldItem, SwitchItem } from '#web/records/forms/FormItems.tsx'

const choices = {
  cards: 'Card numbers and security codes only',
  sensitive: 'All sensitive numbers',
  all: 'All numbers of three digits and more',
} as const satisfies Record<RedactedNumbers, string>

const options = Object.entries(choices).map(([value, label]) => ({ value, label }))

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
        extra="Sensitive are cards with their codes, expiry dates and PINs, social security and tax numbers, bank accounts, passports and identity cards. Prices, times and dates are never silenced."
      >
        <Select options={options} />
      </FieldItem>
      <SwitchItem name="redactsBirthDates" label="Silence dates of birth" />
      <SwitchItem
        name="redactsLicences"
        label="Silence driving licence numbers"
        extra="Recordings that are examined from now on follow what is saved here."
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
          ? 'Looked through again, they are silenced by what is chosen above. Until then they are heard as they are now.'
          : 'Save first: older recordings are looked through by what is saved.'
      }
    >
      <ActionButton
        disabled={!isSaved}
        action={async () => await send(redactCustomerRecordings, { params: { id: customer.id } })}
        changes={['retention', 'customer', 'change']}
        question={{
          title: `Look through the older recordings of ${customer.name} again?`,
          content:
            'It continues in the background, newest calls first, and can be stopped under “Retention”. Numbers that are not to be silenced any more can be heard afterwards. Where the original was destroyed, nothing changes.',
          okText: 'Look through again',
          okButtonProps: {},
        }}
        done="They will be looked through again: “Retention” says how many are left."
      >
        Look through again
      </ActionButton>
    </Form.Item>
  )
}
