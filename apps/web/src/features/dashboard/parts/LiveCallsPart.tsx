import { builtInParts } from '@callboard/contract/dashboard'
import { formatCount } from '@callboard/contract/format'
import type { LiveCall } from '@callboard/contract/live'
import { Link } from 'react-router'
import type { DashboardScope } from '#web/features/dashboard/queries.ts'
import classes from '#web/features/dashboard/parts/LiveCallsPart.module.css'
import { useCallsInProgress } from '#web/lib/api/calls-in-progress.ts'
import { countPhases } from '#web/lib/reporting/live-counts.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { toQueryString } from '#web/lib/urls/url-state.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { useInView } from '#web/ui/page/use-in-view.ts'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { RunningTime } from '#web/ui/values/RunningTime.tsx'

/** How many wait and talk now, and the way to the board. */
export function LiveCallsPart({ scope: { customers } }: { scope: DashboardScope }) {
  const [ref, isInView] = useInView<HTMLElement>()
  const { query, calls } = useCallsInProgress({ enabled: isInView })
  const shown = calls.filter(({ customerId }) => customers.length === 0 || customers.includes(customerId))
  return (
    <Panel
      ref={ref}
      title={builtInParts.liveCalls.label}
      actions={
        <Link
          to={paths.live + toQueryString({ customer: customers.length === 1 ? customers[0] : undefined })}
        >
          Live board
        </Link>
      }
    >
      <QueryState query={query}>
        {() => (shown.length === 0 ? 'No calls are in progress.' : <Counts calls={shown} />)}
      </QueryState>
    </Panel>
  )
}

function Counts({ calls }: { calls: readonly LiveCall[] }) {
  const { waiting, longestSince, menu, talking } = countPhases(calls)
  return (
    <dl className={classes.counts}>
      <div className={waiting > 0 ? classes.waiting : undefined}>
        <dt>Waiting</dt>
        <dd>
          {formatCount(waiting)}
          {longestSince !== undefined && (
            <span>
              longest <RunningTime since={longestSince} />
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>In menu</dt>
        <dd>{formatCount(menu)}</dd>
      </div>
      <div>
        <dt>Talking</dt>
        <dd>{formatCount(talking)}</dd>
      </div>
    </dl>
  )
}
