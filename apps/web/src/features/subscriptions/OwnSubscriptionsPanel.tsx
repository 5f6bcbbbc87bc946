import { useQuery } from '@tanstack/react-query'
import { OwnSubscriptionItems } from '#web/features/subscriptions/OwnSubscriptionItems.tsx'
import { ownSubscriptionsQuery } from '#web/features/subscriptions/queries.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'

/** All that the user gets by mail, and what they send to others. */
export function OwnSubscriptionsPanel() {
  const query = useQuery(ownSubscriptionsQuery)
  return (
    <Panel title="Subscriptions">
      <QueryState
        query={query}
        isEmpty={({ items }) => items.length === 0}
        emptyReason="“Send…” on a report sends it to you and to others by email."
        errorTitle="Your subscriptions could not be loaded"
      >
        {({ items }) => <OwnSubscriptionItems items={items} />}
      </QueryState>
    </Panel>
  )
}
