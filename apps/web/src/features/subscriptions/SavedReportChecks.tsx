import { type SavedReport, updateSavedReport } from '@callboard/contract/saved-reports'
import type { Recipient } from '@callboard/contract/subscriptions'
import { useMutation } from '@tanstack/react-query'
import { Form } from 'antd'
import { subscriptionSubjects } from '#web/features/subscriptions/queries.ts'
import { recipientAsChoice } from '#web/features/subscriptions/recipient-choice.ts'
import { RecipientChecks } from '#web/features/subscriptions/RecipientChecks.tsx'
import type { SendValues } from '#web/features/subscriptions/SendFields.tsx'
import { useCheck } from '#web/features/subscriptions/use-check.ts'
import { send } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/api-error.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { useInvalidate } from '#web/records/invalidate.ts'
import { useMessage } from '#web/ui/message.tsx'

interface SavedReportChecksProps {
  saved: SavedReport
  /** They get nothing, whatever they may see. */
  unsubscribed: readonly Recipient[]
}

/** What each of the recipients that stand in the form gets of a saved report, which can be shared at once. */
export function SavedReportChecks({ saved, unsubscribed }: SavedReportChecksProps) {
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
      onShare={mayShare ? (groupId) => share.mutate(groupId) : undefined}
      sharedWith={undefined}
    />
  )
}
