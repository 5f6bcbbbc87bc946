import { checkSending, type ReportToSend } from '@callboard/contract/sending'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { recipientToSend } from '#web/features/subscriptions/recipient-choice.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import type { Choice } from '#web/records/choices/record-choice.ts'

export function checkQuery(report: ReportToSend, recipients: readonly Choice[]) {
  return endpointQuery('subscription', checkSending, {
    body: { report, recipients: recipients.map(recipientToSend) },
  })
}

/** Who of these would get a report if it were sent now. */
export function useCheck(report: ReportToSend, recipients: readonly Choice[]) {
  return useQuery({ ...checkQuery(report, recipients), placeholderData: keepPreviousData })
}
