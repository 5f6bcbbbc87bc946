import { joinWithAnd } from '@callboard/contract/format-names'
import type { Report } from '@callboard/contract/reports'
import type { Schedule } from '@callboard/contract/schedule'
import type { Recipient, SubscriptionCondition } from '@callboard/contract/subscriptions'
import { Checkbox, Form } from 'antd'
import type { ReactNode } from 'react'
import { ConditionFields } from '#web/features/subscriptions/ConditionFields.tsx'
import { type FileType, measuresOf } from '#web/features/subscriptions/file-choice.ts'
import { RecipientsField } from '#web/features/subscriptions/RecipientsField.tsx'
import { scheduleRule } from '#web/features/subscriptions/schedule-fields.ts'
import { ScheduleFields } from '#web/features/subscriptions/ScheduleFields.tsx'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { templateChoice } from '#web/records/choices/choices.ts'
import type { Choice } from '#web/records/choices/record-choice.ts'
import { FieldItem, TextItem } from '#web/records/forms/FormItems.tsx'
import { RecordSelect } from '#web/records/RecordSelect.tsx'
import { thresholdRule } from '#web/ui/fields/ThresholdFields.tsx'

export interface SendValues {
  recipients: Choice[]
  schedule: Schedule
  exportTypeIds: string[]
  condition: SubscriptionCondition | null
  subject: string
  emailTemplateId: string | null
}

interface SendFieldsProps {
  /** Undefined where it is not found any more. */
  report: Report | undefined
  files: readonly FileType[]
  /** On the list as it is saved. */
  recipients?: readonly Recipient[]
  /** Of addresses outside that may be recipients. */
  outsideDomains: readonly string[]
  /** Whether it may be sent once, and to groups. */
  hasOnce?: boolean
  /** Who would get it, under the list. */
  checks?: ReactNode
}

/** To whom a report goes, when, as which files, and only when what. */
export function SendFields(props: SendFieldsProps) {
  const { report, files, recipients = [], outsideDomains, hasOnce = false, checks } = props
  const { isAdmin } = useCurrentUser()
  return (
    <>
      <FieldItem
        name="recipients"
        label="To"
        extra={`Each user gets the rows that they may see. ${outsideNote(outsideDomains)}`}
        missing="Choose at least one recipient."
      >
        <RecipientsField
          saved={recipients}
          outsideDomains={outsideDomains}
          hasGroups={hasOnce}
          checks={checks}
        />
      </FieldItem>
      <Form.Item name="schedule" label="When" rules={[scheduleRule]}>
        <ScheduleFields hasOnce={hasOnce} />
      </Form.Item>
      <Form.Item
        name="exportTypeIds"
        label="Files"
        extra="The email itself has the figures, the chart and the first rows."
      >
        <Checkbox.Group options={files.map(({ id, name }) => ({ value: id, label: name }))} />
      </Form.Item>
      <Form.Item
        name="condition"
        label="Send only if"
        extra="Checked for each recipient, over the rows that they can see."
        rules={[thresholdRule()]}
      >
        <ConditionFields measures={measuresOf(report)} />
      </Form.Item>
      <TextItem name="subject" label="Email subject" input={{ placeholder: 'As the template has it' }} />
      {isAdmin && (
        <Form.Item name="emailTemplateId" label="Email template">
          <RecordSelect choice={templateChoice} placeholder="The one that comes with the portal" />
        </Form.Item>
      )}
    </>
  )
}

/** What is to be known of addresses outside before one is typed. */
function outsideNote(domains: readonly string[]): string {
  if (domains.length === 0) return 'Reports can be sent to users of this portal only.'
  return `Addresses outside may be of ${joinWithAnd(domains)}: they get the rows of whoever sends them.`
}
