import { formatCount } from '@callboard/contract/format'
import { formatPhone } from '@callboard/contract/format-phone'
import { formatTimeZone } from '@callboard/contract/format-time-zone'
import type { NumberTimeline } from '@callboard/contract/numbers'
import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { useParams } from 'react-router'
import { callCountQuery } from '#web/features/calls/queries.ts'
import { NumberChanges } from '#web/features/numbers/NumberChanges.tsx'
import { numberQuery, pendingMs } from '#web/features/numbers/queries.ts'
import { Timeline } from '#web/features/numbers/Timeline.tsx'
import { useHoldsClaim, useTimeZone } from '#web/lib/session/current-user.ts'
import { buildCallListUrl } from '#web/lib/urls/call-list-url.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Stack } from '#web/ui/layout.tsx'

/** What a tracking number stood for and stands for. */
export function NumberPage() {
  const { id = '' } = useParams()
  const query = useQuery({
    ...numberQuery(id),
    refetchInterval: ({ state }) => state.data?.isPending === true && pendingMs,
  })
  const seesCalls = useHoldsClaim('reporting.call.details')
  const number = query.data
  return (
    <PageFrame
      title={number === undefined ? 'Number' : formatPhone(number.number)}
      {...(number !== undefined && {
        description: (
          <>
            {number.name !== number.number && `${number.name} · `}
            {number.customerName} · days in {formatTimeZone(number.timeZone)}{' '}
            {number.isPending && <Tag color="processing">Calls are being attributed</Tag>}
          </>
        ),
      })}
      breadcrumbs={<ManageCrumbs above={[{ name: 'Numbers', path: paths.numbers }]} />}
    >
      <QueryState query={query} wayOn={{ label: 'Go to Numbers', path: paths.numbers }}>
        {(loaded) => (
          <Stack gap={16}>
            {seesCalls && <LatestCalls number={loaded} />}
            <Timeline number={loaded} />
            <NumberChanges numberId={loaded.id} />
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  )
}

/** How many calls there were lately, which leads to them. */
function LatestCalls({ number: { number, customerId } }: { number: NumberTimeline }) {
  const timeZone = useTimeZone()
  const calls = {
    period: { relative: 'last30Days' as const },
    filters: [
      { field: 'customer', op: 'eq' as const, values: [customerId] },
      { field: 'trackingNumber', op: 'eq' as const, values: [number] },
    ],
  }
  const { data: count } = useQuery(
    callCountQuery({ ...calls, timeZone, entityGroups: [], keyword: undefined }),
  )
  const words = 'Calls in the last 30 days'
  return (
    <span>
      <TextLink to={buildCallListUrl(calls)}>
        {typeof count === 'number' ? `${words}: ${formatCount(count)}` : words}
      </TextLink>
    </span>
  )
}
