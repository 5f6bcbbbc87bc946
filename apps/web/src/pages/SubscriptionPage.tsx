import type { SavedReport } from '@callboard/contract/saved-reports'
import { scheduleWords } from '@callboard/contract/schedule'
import type { Subscription } from '@callboard/contract/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { useParams } from 'react-router'
import { reportOfSavedQuery, savedReportQuery } from '#web/features/report-view/queries.ts'
import { DeliveryHistory } from '#web/features/subscriptions/deliveries/DeliveryHistory.tsx'
import { subscriptionsQuery } from '#web/features/subscriptions/queries.ts'
import {
  DeleteButton,
  PauseButton,
  RunButton,
  TestButton,
} from '#web/features/subscriptions/SubscriptionActions.tsx'
import { SubscriptionForm } from '#web/features/subscriptions/SubscriptionForm.tsx'
import { useIsViewingAs } from '#web/lib/session/current-user.ts'
import { newRecordId, paths } from '#web/lib/urls/paths.ts'
import { NotFoundPage } from '#web/pages/NotFoundPage.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { ReportCrumbs } from '#web/pages/ReportCrumbs.tsx'

/** A subscription of a saved report, or a new one. */
export function SubscriptionPage() {
  const { id = '', subscriptionId = newRecordId } = useParams()
  const saved = useQuery(savedReportQuery(id))
  const subscriptions = useQuery(subscriptionsQuery(id))
  if (saved.data === undefined || subscriptions.data === undefined) {
    return (
      <PageFrame title="Subscription" breadcrumbs={<ReportCrumbs above={[]} />}>
        <QueryState query={saved} errorTitle="The saved report could not be opened">
          {() => <QueryState query={subscriptions}>{() => null}</QueryState>}
        </QueryState>
      </PageFrame>
    )
  }
  const { items, outsideDomains } = subscriptions.data
  const shared = { saved: saved.data, outsideDomains }
  if (subscriptionId === newRecordId) return <NewSubscription {...shared} />
  const subscription = items.find((one) => one.id === subscriptionId)
  if (subscription === undefined) return <NotFoundPage path={paths.subscription(id, subscriptionId)} />
  return <KnownSubscription key={subscriptionId} {...shared} subscription={subscription} />
}

interface NewSubscriptionProps {
  saved: SavedReport
  outsideDomains: readonly string[]
}

function NewSubscription({ saved, outsideDomains }: NewSubscriptionProps) {
  return (
    <PageFrame
      title="Add Subscription"
      description={`Sends ${saved.name} by email`}
      breadcrumbs={<Crumbs saved={saved} />}
    >
      <FormPanel saved={saved} subscription={undefined} outsideDomains={outsideDomains} />
    </PageFrame>
  )
}

interface KnownSubscriptionProps extends NewSubscriptionProps {
  subscription: Subscription
}

function KnownSubscription({ saved, subscription, outsideDomains }: KnownSubscriptionProps) {
  const isViewingAs = useIsViewingAs()
  const { id, name, schedule, isActive, isEditable } = subscription
  const mayChange = isEditable && !isViewingAs
  return (
    <PageFrame
      title={name}
      description={
        <>
          {scheduleWords(schedule)} {!isActive && <Tag>Paused</Tag>}
        </>
      }
      breadcrumbs={<Crumbs saved={saved} />}
      {...(mayChange && {
        actions: (
          <>
            <TestButton subscription={subscription} />
            <RunButton subscription={subscription} />
            <PauseButton subscription={subscription} />
            <DeleteButton subscription={subscription} />
          </>
        ),
      })}
    >
      <FormPanel saved={saved} subscription={subscription} outsideDomains={outsideDomains} />
      <DeliveryHistory
        savedReportId={saved.id}
        subscriptionId={id}
        editableIds={new Set(isEditable ? [id] : [])}
      />
    </PageFrame>
  )
}

function Crumbs({ saved: { id, name } }: { saved: SavedReport }) {
  return (
    <ReportCrumbs
      above={[
        { name, path: paths.savedReport(id) },
        { name: 'Subscriptions', path: paths.subscriptions(id) },
      ]}
    />
  )
}

interface FormPanelProps extends NewSubscriptionProps {
  subscription: Subscription | undefined
}

/** Waits for the report, which says what files it allows. */
function FormPanel({ saved, ...shared }: FormPanelProps) {
  const report = useQuery({ ...reportOfSavedQuery(saved.id), enabled: saved.isRunnable })
  return (
    <Panel label="Subscription">
      {saved.isRunnable ? (
        <QueryState query={report} errorTitle="Its report could not be opened">
          {(loaded) => <SubscriptionForm savedReport={saved} report={loaded} {...shared} />}
        </QueryState>
      ) : (
        <SubscriptionForm savedReport={saved} report={undefined} {...shared} />
      )}
    </Panel>
  )
}
