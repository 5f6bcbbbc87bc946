import { formatTimeZone } from '@callboard/contract/format-time-zone'
import { deliverySorts } from '@callboard/contract/subscriptions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { DeliveredMailDrawer } from '#web/features/subscriptions/deliveries/DeliveredMailDrawer.tsx'
import { deliveryChart, deliverySummary } from '#web/features/subscriptions/deliveries/delivery-chart.ts'
import {
  deliveryColumns,
  type Listed,
  wholeDelivery,
} from '#web/features/subscriptions/deliveries/delivery-columns.tsx'
import {
  deliveriesQuery,
  DeliveriesSearch,
  deliveryCountsQuery,
} from '#web/features/subscriptions/queries.ts'
import { causeNames, statusNames } from '#web/features/subscriptions/subscription-words.ts'
import { useIsViewingAs, useTimeZone } from '#web/lib/session/current-user.ts'
import { useUrlState, type WriteSearch } from '#web/lib/urls/url-state.ts'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { RecordList } from '#web/records/lists/RecordList.tsx'
import { failedLatelyName } from '#web/pages/manage/failed-lately.ts'
import { ChartPanel } from '#web/ui/charts/ChartPanel.tsx'
import { ChoiceFilter } from '#web/ui/fields/ChoiceFilter.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { UnreadableAddress } from '#web/ui/page/UnreadableAddress.tsx'
import type { z } from 'zod'

const stateNames = { failedLately: failedLatelyName, ...statusNames }

/** What was sent by subscriptions of everybody, failures first. */
export function DeliveriesPage() {
  const timeZone = useTimeZone()
  const counts = useQuery(deliveryCountsQuery)
  const { state, problem, write } = useUrlState(DeliveriesSearch)
  return (
    <PageFrame
      title="Deliveries"
      description={`What subscriptions sent, failures first · times in ${formatTimeZone(timeZone)}`}
      breadcrumbs={<ManageCrumbs />}
    >
      <ChartPanel
        title="The last 30 days"
        query={counts}
        height={160}
        isEmpty={({ days }) => days.every(({ counts: of }) => Object.keys(of).length === 0)}
        emptyReason="Nothing has been delivered yet."
        toChart={deliveryChart}
        summarize={deliverySummary}
      />
      {problem === undefined ? (
        <Deliveries state={state} write={write} />
      ) : (
        <UnreadableAddress problem={problem} />
      )}
    </PageFrame>
  )
}

interface DeliveriesProps {
  state: z.output<typeof DeliveriesSearch>
  write: WriteSearch
}

function Deliveries({ state, write }: DeliveriesProps) {
  const isViewingAs = useIsViewingAs()
  const query = useQuery({ ...deliveriesQuery(state), placeholderData: keepPreviousData })
  const shown = query.data?.items.find(({ id }) => id === state.mail)
  const listed: Listed = {
    isOfAll: true,
    mayResend: () => !isViewingAs,
    onOpenMail: ({ id }) => write({ mail: id }, 'push'),
  }
  return (
    <>
      <RecordList
        noun="deliveries"
        hasInactive={false}
        query={query}
        sorts={deliverySorts}
        state={state}
        write={write}
        columns={deliveryColumns(listed)}
        renderWhole={wholeDelivery(listed)}
        isFiltered={state.status !== undefined || state.cause !== undefined}
        filters={
          <>
            <ChoiceFilter
              label="State"
              names={stateNames}
              value={state.status}
              onChange={(status) => write({ status, page: undefined }, 'push')}
            />
            <ChoiceFilter
              label="Cause"
              names={causeNames}
              value={state.cause}
              onChange={(cause) => write({ cause, page: undefined }, 'push')}
            />
          </>
        }
      />
      {shown !== undefined && (
        <DeliveredMailDrawer delivery={shown} onClose={() => write({ mail: undefined }, 'push')} />
      )}
    </>
  )
}
