import { formatTimeZone } from '@callboard/contract/format-time-zone'
import type { Delivery } from '@callboard/contract/subscriptions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  deliveryColumns,
  type Listed,
  wholeDelivery,
} from '#web/features/subscriptions/deliveries/delivery-columns.tsx'
import { DeliveredMailDrawer } from '#web/features/subscriptions/deliveries/DeliveredMailDrawer.tsx'
import { historyQuery, HistorySearch } from '#web/features/subscriptions/queries.ts'
import { statusNames } from '#web/features/subscriptions/subscription-words.ts'
import { useIsViewingAs, useTimeZone } from '#web/lib/session/current-user.ts'
import { listPageSizes } from '#web/lib/urls/list-url.ts'
import { useUrlState } from '#web/lib/urls/url-state.ts'
import { ChoiceFilter } from '#web/ui/fields/ChoiceFilter.tsx'
import { FitTable } from '#web/ui/tables/FitTable.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { UnreadableAddress } from '#web/ui/page/UnreadableAddress.tsx'

interface DeliveryHistoryProps {
  savedReportId: string
  /** Of this subscription alone. */
  subscriptionId?: string
  /** The subscriptions that the user may change, and whose deliveries they may send again. */
  editableIds: ReadonlySet<string>
}

/** What was delivered of a saved report, the newest first. */
export function DeliveryHistory({ savedReportId, subscriptionId, editableIds }: DeliveryHistoryProps) {
  const timeZone = useTimeZone()
  const isViewingAs = useIsViewingAs()
  const { state, problem, write } = useUrlState(HistorySearch)
  const query = useQuery({
    ...historyQuery({ page: 1, size: 25, ...state, savedReportId, subscriptionId }),
    placeholderData: keepPreviousData,
    enabled: problem === undefined,
  })
  if (problem !== undefined) return <UnreadableAddress problem={problem} />
  const shown = query.data?.items.find(({ id }) => id === state.mail)
  const listed: Listed = {
    isOfOne: subscriptionId !== undefined,
    mayResend: ({ subscriptionId: of }) => !isViewingAs && editableIds.has(of),
    onOpenMail: ({ id }) => write({ mail: id }, 'push'),
  }
  return (
    <Panel
      flush
      title="Deliveries"
      note={`times in ${formatTimeZone(timeZone)}`}
      actions={
        <ChoiceFilter
          label="State"
          names={statusNames}
          value={state.status}
          onChange={(status) => write({ status, page: undefined }, 'push')}
        />
      }
    >
      <QueryState
        query={query}
        isEmpty={({ total }) => total === 0}
        emptyReason={
          state.status === undefined ? 'Nothing has been delivered yet.' : 'No deliveries match the filter.'
        }
        errorTitle="The deliveries could not be loaded"
      >
        {({ items, total }) => (
          <FitTable<Delivery>
            rowKey="id"
            dataSource={items}
            columns={deliveryColumns(listed)}
            renderWhole={wholeDelivery(listed)}
            pagination={{
              current: state.page,
              pageSize: state.size,
              total,
              hideOnSinglePage: true,
              showSizeChanger: true,
              pageSizeOptions: [...listPageSizes],
              onChange: (page, size) => write({ page: String(page), size: String(size) }, 'push'),
            }}
          />
        )}
      </QueryState>
      {shown !== undefined && (
        <DeliveredMailDrawer delivery={shown} onClose={() => write({ mail: undefined }, 'push')} />
      )}
    </Panel>
  )
}
