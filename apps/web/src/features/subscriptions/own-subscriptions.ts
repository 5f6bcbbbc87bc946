import type { Recipient, Subscription } from '@callboard/contract/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { ownSubscriptionsQuery } from '#web/features/subscriptions/queries.ts'
import { useCurrentUser, useMayChange } from '#web/lib/session/current-user.ts'

/** Whether the user may subscribe to reports. */
export function useMaySubscribe(): boolean {
  return useMayChange('reporting.save')
}

/** Those of a saved report that the user owns or receives; none while they are not known. */
export function useOwnSubscriptionsOf(savedReportId: string | undefined): readonly Subscription[] {
  const maySubscribe = useMaySubscribe()
  const { data } = useQuery({
    ...ownSubscriptionsQuery,
    enabled: maySubscribe && savedReportId !== undefined,
  })
  return data?.items.filter((one) => one.savedReportId === savedReportId) ?? []
}

/** The user among the recipients. */
export function findOwnRecipient(
  { recipients }: Pick<Subscription, 'recipients'>,
  userId: string,
): Recipient | undefined {
  return recipients.find((one) => one.userId === userId)
}

/** Whether the user gets one of these by mail. */
export function useGetsOneOf(subscriptions: readonly Subscription[]): boolean {
  const { id } = useCurrentUser()
  return subscriptions.some((one) => one.isActive && findOwnRecipient(one, id)?.state === 'active')
}
