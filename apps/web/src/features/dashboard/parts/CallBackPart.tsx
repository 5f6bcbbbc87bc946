import type { CallBacksAnswer, MissedCaller } from '@callboard/contract/call-backs'
import { builtInParts } from '@callboard/contract/dashboard'
import { formatCounted } from '@callboard/contract/format'
import { formatPhone } from '@callboard/contract/format-phone'
import { formatWait } from '@callboard/contract/format-wait'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type DashboardScope, longestWaitingQuery } from '#web/features/dashboard/queries.ts'
import classes from '#web/features/dashboard/parts/CallBackPart.module.css'
import { useAtMostEvery } from '#web/lib/at-most-every.ts'
import { useLiveCallBacks } from '#web/lib/api/live-calls.ts'
import { useNow } from '#web/lib/now.ts'
import { buildCallListUrl } from '#web/lib/urls/call-list-url.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { toQueryString } from '#web/lib/urls/url-state.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { useInView } from '#web/ui/page/use-in-view.ts'
import { invalidate } from '#web/records/invalidate.ts'
import { Box, Text } from '#web/ui/layout.tsx'

interface CallBackPartProps {
  scope: DashboardScope
  /** Renders a location by its code. */
  renderLocation: (code: string) => ReactNode
}

const refreshPauseMs = 2000

/** How many wait for a call back, how long, and who waits longest. */
export function CallBackPart({ scope, renderLocation }: CallBackPartProps) {
  const [ref, isInView] = useInView<HTMLElement>()
  const client = useQueryClient()
  const query = useQuery({ ...longestWaitingQuery(scope), enabled: isInView })
  useLiveCallBacks(
    useAtMostEvery(refreshPauseMs, () => {
      void invalidate(client, ['callBack'])
    }),
  )
  return (
    <Panel
      ref={ref}
      title={builtInParts.callBack.label}
      note={query.data === undefined ? undefined : <Waiting answer={query.data} />}
      actions={<Link to={paths.callBack + toQueryString({ customer: scope.customers })}>All callers</Link>}
    >
      <QueryState
        query={query}
        isEmpty={({ items }) => items.length === 0}
        emptyReason="Nobody who was missed during the last 7 days waits for a call back."
      >
        {({ items }) => (
          <Box as="ul">
            {items.map((caller) => (
              <Caller
                key={`${caller.customerId} ${caller.number}`}
                caller={caller}
                renderLocation={renderLocation}
              />
            ))}
          </Box>
        )}
      </QueryState>
    </Panel>
  )
}

function Waiting({ answer: { counts, items } }: { answer: CallBacksAnswer }) {
  const now = useNow()
  const [first] = items
  const callers = formatCounted(counts.waiting.callers, 'caller')
  if (first === undefined) return null
  return (
    <span>
      {callers} {counts.waiting.callers === 1 ? 'waits' : 'wait'}, the longest {waitOf(first, now)}
    </span>
  )
}

function waitOf({ firstCallAt }: MissedCaller, now: Temporal.Instant): string {
  return formatWait(Math.floor((now.epochMilliseconds - Date.parse(firstCallAt)) / 1000))
}

function Caller({
  caller,
  renderLocation,
}: { caller: MissedCaller } & Pick<CallBackPartProps, 'renderLocation'>) {
  const now = useNow()
  const { number, name, attempts, callBack, lastCall } = caller
  const taken = callBack?.taken ?? null
  const isTaken = taken !== null && Date.parse(taken.until) > now.epochMilliseconds
  return (
    <li className={classes.caller}>
      <strong>{waitOf(caller, now)}</strong>
      <Text breaks="anywhere">
        <Link
          to={buildCallListUrl({
            period: { relative: 'last90Days' },
            filters: [{ field: 'contactNumber', op: 'eq', values: [number] }],
            call: lastCall.id,
          })}
        >
          {formatPhone(number)}
        </Link>
        {name !== null && ` ${name}`}
      </Text>
      <span className={classes.quiet}>
        {attempts === 1 ? 'called once' : `called ${attempts} times`}
        {lastCall.location !== null && <> · {renderLocation(lastCall.location)}</>}
        {isTaken && ` · ${taken.by.name} has them`}
      </span>
    </li>
  )
}
