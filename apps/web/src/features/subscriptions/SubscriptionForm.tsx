import { textLimits } from '@callboard/contract/limits'
import type { Report } from '@callboard/contract/reports'
import { type SavedReport, updateSavedReport } from '@callboard/contract/saved-reports'
import * as endpoints from '@callboard/contract/subscriptions'
import type { Recipient, Subscription } from '@callboard/contract/subscriptions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Form } from 'antd'
import { useNavigate } from 'react-router'
import { filesOf, firstFiles, rememberFiles } from '#web/features/subscriptions/file-choice.ts'
import { subscriptionsQuery, subscriptionSubjects } from '#web/features/subscriptions/queries.ts'
import { recipientAsChoice, recipientInput } from '#web/features/subscriptions/recipient-choice.ts'
import { RecipientChecks } from '#web/features/subscriptions/RecipientChecks.tsx'
import { defaultSchedule } from '#web/features/subscriptions/schedule-fields.ts'
import { SendFields, type SendValues } from '#web/features/subscriptions/SendFields.tsx'
import { useCheck } from '#web/features/subscriptions/use-check.ts'
import { send } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/api-error.ts'
import { fullName, useCurrentUser } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { EditForm } from '#web/records/forms/EditForm.tsx'
import { NoMailServerNote } from '#web/records/NoMailServerNote.tsx'
import { useInvalidate } from '#web/records/invalidate.ts'
import type { Choice } from '#web/records/choices/record-choice.ts'
import { TextItem } from '#web/records/forms/FormItems.tsx'
import { useMessage } from '#web/ui/message.tsx'

interface Values extends SendValues {
  name: string
}

interface SubscriptionFormProps {
  savedReport: SavedReport
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
  const onList = subscription?.recipients ?? []
  const unsubscribed = onList.filter(({ state }) => state === 'unsubscribed')
  const isChecked = report !== undefined && subscription?.isEditable !== false

  async function save({ recipients, ...values }: Values) {
    const body = { ...values, recipients: recipients.map(recipientInput) }
    const params = { savedReportId: savedReport.id }
    const saved = isNew
      ? await send(endpoints.createSubscription, { params, body })
      : await send(endpoints.updateSubscription, {
          params,
          body: { ...body, id: subscription.id, revision: subscription.revision },
        })
    rememberFiles(files, values.exportTypeIds)
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
        subscription === undefined
          ? newValues(savedReport.name, { timeZone: me.timeZone, self, files })
          : valuesOf(subscription)
      }
      isReadOnly={subscription?.isEditable === false}
      save={save}
      saveLabel={isNew ? 'Subscribe' : 'Save'}
      savedMessage={null}
      onReload={() => void client.refetchQueries(subscriptionsQuery(savedReport.id))}
    >
      {isChecked && <MailNote savedReportId={savedReport.id} />}
      <TextItem name="name" />
      <SendFields
        report={report}
        files={files}
        recipients={isChecked ? unsubscribed : onList}
        outsideDomains={outsideDomains}
        checks={isChecked && <SavedReportChecks saved={savedReport} unsubscribed={unsubscribed} />}
      />
    </EditForm>
  )
}

/** That the emails of a subscription will wait. */
function MailNote({ savedReportId }: { savedReportId: string }) {
  return useCheck({ savedReportId }, []).data?.hasMailServer === false && <NoMailServerNote />
}

interface NewSubscription {
  timeZone: string
  self: Choice
  files: ReturnType<typeof filesOf>
}

function newValues(name: string, { timeZone, self, files }: NewSubscription): Values {
  return {
    name: name.slice(0, textLimits.recordName),
    schedule: defaultSchedule(timeZone),
    recipients: [self],
    exportTypeIds: firstFiles(files),
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

interface SavedReportChecksProps {
  saved: SavedReport
  /** They get nothing, whatever they may see. */
  unsubscribed: readonly Recipient[]
}

/** What each of the recipients that stand in the form gets of a saved report, which can be shared at once. */
function SavedReportChecks({ saved, unsubscribed }: SavedReportChecksProps) {
  const { id, userId, revision } = saved
  const me = useCurrentUser()
  const message = useMessage()
  const invalidate = useInvalidate()
  const form = Form.useFormInstance<SendValues>()
  const recipients = Form.useWatch('recipients', form) ?? []
  const subject = Form.useWatch('subject', form) ?? ''
  const left = new Set(unsubscribed.map((one) => recipientAsChoice(one).value))
  const report = { savedReportId: id }
  const check = useCheck(
    report,
    recipients.filter(({ value }) => !left.has(value)),
  )
  const share = useMutation({
    mutationFn: async (groupId: string) =>
      await send(updateSavedReport, {
        params: { savedReportId: id },
        body: { sharedWithGroupId: groupId, revision },
      }),
    onSuccess: async ({ name, sharedWithGroupName }) => {
      await invalidate(...subscriptionSubjects, 'savedReport')
      message.success(`${name} is shared with ${sharedWithGroupName}.`)
    },
    onError: (error) => message.error(errorText(error)),
  })
  const mayShare = me.isAdmin || userId === me.id
  return (
    <RecipientChecks
      check={check}
      report={report}
      subject={subject}
      onShare={mayShare ? ({ groupId }) => share.mutate(groupId) : undefined}
    />
  )
}
