import { fileTypes } from '@callboard/contract/export-types'
import { joinWithAnd } from '@callboard/contract/format-names'
import { textLimits } from '@callboard/contract/limits'
import { parseColumn } from '@callboard/contract/report-columns'
import type { Report } from '@callboard/contract/reports'
import type { Schedule } from '@callboard/contract/schedule'
import * as endpoints from '@callboard/contract/subscriptions'
import type { Subscription, SubscriptionCondition } from '@callboard/contract/subscriptions'
import { useQueryClient } from '@tanstack/react-query'
import { Checkbox, Form } from 'antd'
import { useNavigate } from 'react-router'
import { ConditionFields } from '#web/features/subscriptions/ConditionFields.tsx'
import { subscriptionsQuery, subscriptionSubjects } from '#web/features/subscriptions/queries.ts'
import { recipientAsChoice, recipientInput } from '#web/features/subscriptions/recipient-choice.ts'
import { RecipientsField } from '#web/features/subscriptions/RecipientsField.tsx'
import { scheduleRule, defaultSchedule } from '#web/features/subscriptions/schedule-fields.ts'
import { ScheduleFields } from '#web/features/subscriptions/ScheduleFields.tsx'
import { send } from '#web/lib/api/api.ts'
import { fullName, useCurrentUser } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { templateChoice } from '#web/records/choices/choices.ts'
import { EditForm } from '#web/records/forms/EditForm.tsx'
import { useInvalidate } from '#web/records/invalidate.ts'
import type { Choice } from '#web/records/choices/record-choice.ts'
import { FieldItem, TextItem } from '#web/records/forms/FormItems.tsx'
import { RecordSelect } from '#web/records/RecordSelect.tsx'
import { useMessage } from '#web/ui/message.tsx'

interface Values {
  name: string
  schedule: Schedule
  recipients: Choice[]
  exportTypeIds: string[]
  condition: SubscriptionCondition | null
  subject: string
  emailTemplateId: string | null
}

interface SubscriptionFormProps {
  savedReport: { id: string; name: string }
  /** Undefined where it is not found any more. */
  report: Report | undefined
  /** Undefined: a new one. */
  subscription: Subscription | undefined
  /** Of addresses outside that may be recipients. */
  outsideDomains: readonly string[]
}

/** What is sent of a saved report, when, to whom and as what. */
export function SubscriptionForm(props: SubscriptionFormProps) {
  const { savedReport, report, subscription, outsideDomains } = props
  const me = useCurrentUser()
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const navigate = useNavigate()
  const message = useMessage()
  const isNew = subscription === undefined
  const files = filesOf(report, subscription)
  const self = { value: me.id, label: fullName(me) }

  async function save({ recipients, ...values }: Values) {
    const body = { ...values, recipients: recipients.map(recipientInput) }
    const params = { savedReportId: savedReport.id }
    const saved = isNew
      ? await send(endpoints.createSubscription, { params, body })
      : await send(endpoints.updateSubscription, {
          params,
          body: { ...body, id: subscription.id, revision: subscription.revision },
        })
    await invalidate(...subscriptionSubjects)
    message.success(isNew ? `${saved.name} is created.` : 'Saved.')
    if (isNew) void navigate(paths.subscription(savedReport.id, saved.id), { replace: true })
  }

  return (
    <EditForm<Values>
      // Each revision gets a form of its own: what was typed into an older one can no longer be saved.
      key={subscription?.revision}
      name="subscription"
      fields={{ type: 'subscription', body: endpoints.createSubscription.body }}
      isNew={isNew}
      initialValues={
        subscription === undefined ? newValues(savedReport.name, me.timeZone, self) : valuesOf(subscription)
      }
      isReadOnly={subscription?.isEditable === false}
      save={save}
      saveLabel={isNew ? 'Subscribe' : 'Save'}
      savedMessage={null}
      onReload={() => void client.refetchQueries(subscriptionsQuery(savedReport.id))}
    >
      <TextItem name="name" />
      <Form.Item name="schedule" label="When" rules={[scheduleRule]}>
        <ScheduleFields />
      </Form.Item>
      <FieldItem
        name="recipients"
        label="To"
        extra={`Each user gets the rows that they may see. ${outsideNote(outsideDomains)}`}
        missing="Choose at least one recipient."
      >
        <RecipientsField saved={subscription?.recipients ?? []} outsideDomains={outsideDomains} />
      </FieldItem>
      <Form.Item
        name="exportTypeIds"
        label="Files"
        extra="Without one, the email has the figures and the first rows."
      >
        <Checkbox.Group options={files.map(({ id, name }) => ({ value: id, label: name }))} />
      </Form.Item>
      <Form.Item
        name="condition"
        label="Send it"
        extra="Judged for each recipient over all of the rows that they may see."
      >
        <ConditionFields measures={measuresOf(report)} />
      </Form.Item>
      <TextItem name="subject" label="Email subject" input={{ placeholder: 'As the template has it' }} />
      {me.isAdmin && (
        <Form.Item name="emailTemplateId" label="Email template">
          <RecordSelect choice={templateChoice} placeholder="The one that comes with the portal" />
        </Form.Item>
      )}
    </EditForm>
  )
}

/** What is to be known of addresses outside before one is typed. */
function outsideNote(domains: readonly string[]): string {
  if (domains.length === 0) return 'Reports are sent to users of this portal alone.'
  return `Addresses outside may be of ${joinWithAnd(domains)}: they get the rows of whoever subscribes them.`
}

function newValues(name: string, timeZone: string, self: Choice): Values {
  return {
    name: name.slice(0, textLimits.recordName),
    schedule: defaultSchedule(timeZone),
    recipients: [self],
    exportTypeIds: [],
    condition: null,
    subject: '',
    emailTemplateId: null,
  }
}

function valuesOf({
  name,
  schedule,
  recipients,
  exportTypeIds,
  condition,
  subject,
  emailTemplateId,
}: Subscription): Values {
  return {
    name,
    schedule,
    recipients: recipients.map(recipientAsChoice),
    exportTypeIds,
    condition,
    subject,
    emailTemplateId,
  }
}

/** The files that the report allows; JSON is for programs. */
function filesOf(report: Report | undefined, subscription: Subscription | undefined) {
  const allowed = report?.exportTypes.filter(({ extension }) => extension !== 'json') ?? []
  const chosen = subscription?.exportTypeIds ?? []
  // What it does not allow any more stays to be unticked.
  const others = fileTypes.filter(({ id }) => chosen.includes(id) && allowed.every((one) => one.id !== id))
  return [...allowed, ...others]
}

function measuresOf(report: Report | undefined) {
  return [...new Set(report?.definition.measures.map((column) => parseColumn(column).measure))]
}
