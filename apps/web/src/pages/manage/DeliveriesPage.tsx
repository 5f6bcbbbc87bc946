import { deliveryCauses, deliveryStatuses } from '@callboard/contract/subscriptions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { DeliveredMailDrawer } from '#web/features/subscriptions/DeliveredMailDrawer.tsx'
import { deliveryChart, deliverySummary } from '#web/features/subscriptions/delivery-chart.ts'
import { deliveryColumns, type Listed, wholeDelivery } from '#web/features/subscriptions/delivery-columns.tsx'
import classes from '#web/features/subscriptions/deliveries.module.css'
import {
  deliveriesQuery,
  DeliveriesSearch,
  deliveryCountsQuery,
} from '#web/features/subscriptions/queries.ts'
import { causeNames, statusNames } from '#web/features/subscriptions/subscription-words.ts'
import { useIsViewingAs, useTimeZone } from '#web/lib/current-user.ts'
import { useUrlState, type WriteSearch } from '#web/lib/url-state.ts'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { RecordList } from '#web/records/RecordList.tsx'
import { ChartPanel } from '#web/ui/ChartPanel.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { UnreadableAddress } from '#web/ui/UnreadableAddress.tsx'
import type { z } from 'zod'

const statusOptions = deliveryStatuses.map((value) => ({ value, label: statusNames[value] }))
const causeOptions = deliveryCauses.map((value) => ({ value, label: causeNames[value] }))

/** What was sent by subscriptions of everybody, failures first. */
export function DeliveriesPage() {
  const timeZone = useTimeZone()
  const counts = useQuery(deliveryCountsQuery)
  const { state, problem, write } = useUrlState(DeliveriesSearch)
  return (
    <PageFrame
      title="Deliveries"
      description={`What subscriptions sent to whom, failures first · times in ${timeZone}`}
      breadcrumbs={<ManageCrumbs />}
    >
      <ChartPanel
        title="The last 30 days"
        query={counts}
        height={160}
        isEmpty={({ days }) => days.every(({ counts: of }) => Object.keys(of).length === 0)}
        emptyReason="Nothing was delivered yet."
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
        state={state}
        write={write}
        columns={deliveryColumns(listed)}
        renderWhole={wholeDelivery(listed)}
        isFiltered={state.status !== undefined || state.cause !== undefined}
        filters={
          <>
            <Select
              aria-label="State"
              className={classes.filter}
              allowClear
              placeholder="State: any"
              value={state.status ?? null}
              options={statusOptions}
              onChange={(one?: string | null) => write({ status: one ?? undefined, page: undefined }, 'push')}
            />
            <Select
              aria-label="Cause"
              className={classes.filter}
              allowClear
              placeholder="Cause: any"
              value={state.cause ?? null}
              options={causeOptions}
              onChange={(one?: string | null) => write({ cause: one ?? undefined, page: undefined }, 'push')}
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
