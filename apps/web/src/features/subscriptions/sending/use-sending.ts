import type { Body } from '@callboard/contract/endpoint'
import { scheduleWords } from '@callboard/contract/schedule'
import { type CheckedRecipient, type ReportToSend, sendReport } from '@callboard/contract/sending'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { subscriptionSubjects } from '#web/features/subscriptions/queries.ts'
import { recipientToSend } from '#web/features/subscriptions/recipient-choice.ts'
import {
  type GroupToShareWith,
  isSamePlan,
  planSending,
  type SendPlan,
  withGroup,
} from '#web/features/subscriptions/sending/send-plan.ts'
import { activeRecipients } from '#web/features/subscriptions/subscription-words.ts'
import { checkQuery } from '#web/features/subscriptions/use-check.ts'
import { send } from '#web/lib/api/api.ts'
import { newId } from '#web/lib/new-id.ts'
import { recipientWords } from '#web/lib/recipient-words.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import type { Choice } from '#web/records/choices/record-choice.ts'
import type { FormDraft } from '#web/records/forms/form-draft.ts'
import { useInvalidate } from '#web/records/invalidate.ts'
import { useMailedMessage } from '#web/records/mailed-message.ts'

interface Asked extends Omit<Body<typeof sendReport>, 'id' | 'recipients'> {
  recipients: readonly Choice[]
  /** As it was checked, whose name does not matter. */
  checkedReport: ReportToSend
  mayShare: boolean
  /** What the button said. */
  promised: SendPlan
}

interface SendingOptions {
  draft: FormDraft
  onDone: () => void
  /** The group that the report has to be shared with, and with which somebody still gets nothing. */
  onShare: (share: GroupToShareWith) => void
}

/** An answer that is this old says nothing of now. */
const checkStaleMs = 60_000

/**
 * Does what the button said, and nothing where that is not what would happen: the recipients were chosen a moment ago, or lack
 * more than the group. The form shows it then.
 */
export function useSending({ draft, onDone, onShare }: SendingOptions) {
  const me = useCurrentUser()
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const navigate = useNavigate()
  const sayMailed = useMailedMessage()
  // A request that is repeated, after its answer was lost, sends nothing again.
  const [id] = useState(newId)

  async function check(report: ReportToSend, { recipients, mayShare }: Asked) {
    const query = checkQuery(report, recipients)
    const answer = await client.query({ ...query, staleTime: checkStaleMs })
    const { recipients: checked, hasMailServer } = answer
    return { checked, plan: planSending(checked, mayShare), hasMailServer }
  }

  async function sendAsPromised(asked: Asked) {
    const { recipients, report, checkedReport, mayShare: _mayShare, promised, ...sent } = asked
    const { checked, plan, hasMailServer } = await check(checkedReport, asked)
    if (!isSamePlan(plan, promised)) return undefined
    if (plan.reachesNobody) return 'nobody' as const
    const { share } = plan
    if (share !== undefined) {
      const after = await check(withGroup(checkedReport, share), asked)
      if (!isSamePlan(after.plan, { ...plan, share: undefined })) {
        onShare(share)
        return undefined
      }
    }
    const body = {
      ...sent,
      id,
      report: withGroup(report, share),
      recipients: plan.leftOut.length === 0 ? recipients.map(recipientToSend) : reached(checked, plan),
    }
    const sentNow = await draft.send(async () => await send(sendReport, { body }))
    return { ...sentNow, hasMailServer }
  }

  return useMutation({
    mutationFn: sendAsPromised,
    onSuccess: async (answer, { report }) => {
      if (answer === undefined || answer === 'nobody') return
      await invalidate(...subscriptionSubjects, 'savedReport')
      onDone()
      const { savedReportId, savedReportName: name, schedule } = answer.subscription
      if (!('savedReportId' in report)) await navigate(paths.savedReport(savedReportId))
      const who = recipientWords(activeRecipients(answer.subscription), me.id)
      const isOnce = schedule.frequency === 'once'
      const { hasMailServer } = answer
      sayMailed(
        isOnce
          ? `${name} ${hasMailServer ? 'is on its way to' : 'waits in the outbox for'} ${who}.`
          : `${name} goes to ${who}: ${scheduleWords(schedule)}.`,
        hasMailServer,
      )
    },
  })
}

function reached(checked: readonly CheckedRecipient[], { leftOut }: SendPlan) {
  return checked
    .filter((one) => !leftOut.includes(one))
    .map(({ userId, email }) => (userId === null ? { email: email ?? '' } : { userId }))
}
