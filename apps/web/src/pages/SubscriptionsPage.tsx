import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { savedReportQuery } from '#web/features/report-view/queries.ts'
import { DeliveryHistory } from '#web/features/subscriptions/deliveries/DeliveryHistory.tsx'
import { useMaySubscribe } from '#web/features/subscriptions/own-subscriptions.ts'
import { subscriptionsQuery } from '#web/features/subscriptions/queries.ts'
import { SendButton } from '#web/features/subscriptions/sending/SendButton.tsx'
import { SubscriptionList } from '#web/features/subscriptions/SubscriptionList.tsx'
import { newRecordId, paths } from '#web/lib/urls/paths.ts'
import { ReportCrumbs } from '#web/pages/ReportCrumbs.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'

/** The subscriptions of a saved report, and what was delivered of them. */
export function SubscriptionsPage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const maySubscribe = useMaySubscribe()
  const saved = useQuery(savedReportQuery(id))
  const subscriptions = useQuery(subscriptionsQuery(id))
  const addPath = paths.subscription(id, newRecordId)
  // Whoever only receives it may not find the saved report itself.
  const name = saved.data?.name ?? subscriptions.data?.items[0]?.savedReportName ?? 'Saved report'
  const editable = subscriptions.data?.items.filter(({ isEditable }) => isEditable) ?? []
  return (
    <PageFrame
      title={`Subscriptions to ${name}`}
      description="Who gets this report by email and when, with delivery status"
      breadcrumbs={
        <ReportCrumbs above={saved.data === undefined ? [] : [{ name, path: paths.savedReport(id) }]} />
      }
      actions={saved.data !== undefined && <SendButton name={name} of={{ saved: saved.data }} />}
    >
      <Panel title="Subscriptions">
        <QueryState
          query={subscriptions}
          isEmpty={({ items }) => items.length === 0}
          emptyReason="Nobody receives this report by email yet."
          errorTitle="The subscriptions could not be loaded"
          {...(maySubscribe && { onCreate: () => void navigate(addPath), createLabel: 'Add Subscription' })}
        >
          {({ items }) => <SubscriptionList items={items} />}
        </QueryState>
      </Panel>
      {subscriptions.error === null && (
        <DeliveryHistory savedReportId={id} editableIds={new Set(editable.map((one) => one.id))} />
      )}
    </PageFrame>
  )
}
