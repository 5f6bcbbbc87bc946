import { formatCounted } from '@callboard/contract/format'
import type { ConnectionState, SourceActivity } from '@callboard/contract/sources'
import { useQuery } from '@tanstack/react-query'
import { Alert, Input } from 'antd'
import type { ReactNode } from 'react'
import { activityChart, activitySummary } from '#web/features/sources/activity-chart.ts'
import { sourceActivityQuery } from '#web/features/sources/queries.ts'
import { CopyButton } from '#web/ui/buttons/CopyButton.tsx'
import { ChartPanel } from '#web/ui/charts/ChartPanel.tsx'
import { Grid, QuietText, Row, Stack, Text } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'

/** What a source brought lately, what went wrong, and where its system has to send calls. */
export function SourceActivityPanels({ id }: { id: string }) {
  const query = useQuery(sourceActivityQuery(id))
  return (
    <Stack gap={16}>
      <QueryState query={query}>
        {(activity) => (
          <Stack gap={16}>
            <Warnings activity={activity} />
            <Facts activity={activity} />
            {activity.addresses.length > 0 && <Addresses addresses={activity.addresses} />}
          </Stack>
        )}
      </QueryState>
      <ChartPanel
        title="The last 30 days"
        query={query}
        height={200}
        isEmpty={({ days }) => days.every((day) => totalOf(day) === 0)}
        emptyReason="Nothing has come from this source in the last 30 days."
        toChart={activityChart}
        summarize={activitySummary}
      />
    </Stack>
  )
}

function totalOf({ created, updated, unchanged, rejected }: SourceActivity['days'][number]): number {
  return created + updated + unchanged + rejected
}

function Warnings({ activity: { problem, silence } }: { activity: SourceActivity }) {
  return (
    <>
      {problem !== null && (
        <Alert
          type="error"
          showIcon
          title={problem.message}
          description={
            <>
              Noted <TimeText at={problem.at} />
            </>
          }
        />
      )}
      {silence !== null && <Alert type="warning" showIcon title={silence} />}
    </>
  )
}

function Facts({ activity }: { activity: SourceActivity }) {
  const { lastReceivedAt, lastCallAt, waiting, fetching, connection } = activity
  return (
    <Panel label="State">
      <Grid columns="repeat(auto-fit, minmax(180px, 1fr))" gap={16}>
        <Fact label="Last received">{timeOr(lastReceivedAt, 'never')}</Fact>
        <Fact label="Newest call">{timeOr(lastCallAt, 'none so far')}</Fact>
        {waiting > 0 && <Fact label="Being worked on">{formatCounted(waiting, 'call')}</Fact>}
        {fetching !== null && (
          <>
            <Fact label="Last fetched">{timeOr(fetching.fetchedAt, 'not so far')}</Fact>
            <Fact label="Next fetch">{timeOr(fetching.nextAt, 'within a minute')}</Fact>
          </>
        )}
        {connection !== null && (
          <Fact label="Live connection">
            {connectionWords[connection.state]}
            {connection.since !== null && (
              <>
                {' since '}
                <TimeText at={connection.since} />
              </>
            )}
          </Fact>
        )}
      </Grid>
    </Panel>
  )
}

const connectionWords = {
  connected: 'Connected',
  connecting: 'Connecting',
  waiting: 'Not connected',
} as const satisfies Record<ConnectionState, string>

function timeOr(at: string | null, none: string): ReactNode {
  return at === null ? none : <TimeText at={at} />
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack gap={2}>
      <QuietText fontSize={13}>{label}</QuietText>
      <Text fontSize={15}>{children}</Text>
    </Stack>
  )
}

function Addresses({ addresses }: Pick<SourceActivity, 'addresses'>) {
  return (
    <Panel title="Enter at the provider">
      <Stack gap={12}>
        {addresses.map(({ label, url }) => (
          <Stack key={url} gap={4}>
            <QuietText fontSize={13}>{label}</QuietText>
            <Row gap={8} wrap>
              <Input aria-label={label} value={url} readOnly variant="filled" style={{ flex: '1 1 260px' }} />
              <CopyButton text={url} label="Copy" done="Address copied." />
            </Row>
          </Stack>
        ))}
      </Stack>
    </Panel>
  )
}
