import { checkSending, type ReportToSend } from '@callboard/contract/sending'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { recipientToSend } from '#web/features/subscriptions/recipient-choice.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import type { Choice } from '#web/records/choices/record-choice.ts'

/** Who of these would get a report if it were sent now. */
export function useCheck(report: ReportToSend, recipients: readonly Choice[]) {
  const body = { report, recipients: recipients.map(recipientToSend) }
  return useQuery({
    ...endpointQuery('subscription', checkSending, { body }),
    placeholderData: keepPreviousData,
  })
}
