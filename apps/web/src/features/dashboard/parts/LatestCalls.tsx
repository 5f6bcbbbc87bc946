import { builtInParts } from '@callboard/contract/dashboard'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LatestCallsTable } from '#web/features/dashboard/parts/LatestCallsTable.tsx'
import { type DashboardScope, latestCallsQuery, latestPeriod } from '#web/features/dashboard/queries.ts'
import { buildCallListUrl } from '#web/lib/urls/call-list-url.ts'
import { useLiveState } from '#web/lib/api/live-calls.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Box } from '#web/ui/layout.tsx'
import { LiveMark } from '#web/ui/page/LiveMark.tsx'
import { useInView } from '#web/ui/page/use-in-view.ts'

interface LatestCallsProps {
  scope: DashboardScope
  /** Renders a location by its code. */
  renderLocation: (code: string) => ReactNode
}

/** The newest calls, following live. */
export function LatestCalls({ scope, renderLocation }: LatestCallsProps) {
  const [ref, isInView] = useInView<HTMLElement>()
  const live = useLiveState()
  const query = useQuery({ ...latestCallsQuery(scope), enabled: isInView })
  return (
    <Panel
      ref={ref}
      title={builtInParts.latestCalls.label}
      note={<LiveMark state={live} />}
      actions={
        <Link
          to={buildCallListUrl({
            period: latestPeriod,
            filters: customerFilters(scope),
            entityGroups: scope.entityGroups,
          })}
        >
          All calls
        </Link>
      }
      flush
    >
      <Box padding="0 16px 8px">
        <QueryState
          query={query}
          isEmpty={({ items }) => items.length === 0}
          emptyReason={
            scope.customers.length + scope.entityGroups.length === 0
              ? 'No calls came in during the last 30 days.'
              : 'No calls for these customers and groups came in during the last 30 days.'
          }
        >
          {({ items }) => (
            <LatestCallsTable calls={items} timeZone={scope.timeZone} renderLocation={renderLocation} />
          )}
        </QueryState>
      </Box>
    </Panel>
  )
}

function customerFilters({ customers }: DashboardScope) {
  return customers.length === 0 ? [] : [{ field: 'customer', op: 'in' as const, values: customers }]
}
