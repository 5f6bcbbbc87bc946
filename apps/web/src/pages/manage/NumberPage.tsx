import { formatPhone } from '@callboard/contract/format-phone'
import { formatTimeZone } from '@callboard/contract/format-time-zone'
import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { useParams } from 'react-router'
import { NumberChanges } from '#web/features/numbers/NumberChanges.tsx'
import { numberQuery, pendingMs } from '#web/features/numbers/queries.ts'
import { Timeline } from '#web/features/numbers/Timeline.tsx'
import { paths } from '#web/lib/urls/paths.ts'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
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
            <Timeline number={loaded} />
            <NumberChanges numberId={loaded.id} />
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  )
}
