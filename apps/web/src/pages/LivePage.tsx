import { FullscreenOutlined } from '@ant-design/icons'
import { formatCounted } from '@callboard/contract/format'
import { formatTimeZone } from '@callboard/contract/format-time-zone'
import { liveGroupings, type LiveGrouping } from '@callboard/contract/live'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Select } from 'antd'
import type { ReactNode } from 'react'
import { EntityText } from '#web/features/calls/EntityText.tsx'
import { shownCalls } from '#web/features/live/live-groups.ts'
import {
  groupingLabels,
  type LiveBoardState,
  liveParams,
  LiveSearch,
} from '#web/features/live/live-search.ts'
import { LiveCallTable } from '#web/features/live/LiveCallTable.tsx'
import { LiveGroups } from '#web/features/live/LiveGroups.tsx'
import { LiveTiles } from '#web/features/live/LiveTiles.tsx'
import { enterFullScreen } from '#web/features/live/wall-screen.ts'
import { WallView } from '#web/features/live/WallView.tsx'
import { useCallsInProgress } from '#web/lib/api/calls-in-progress.ts'
import { useLiveState } from '#web/lib/api/live-calls.ts'
import { parameterValuesQuery } from '#web/lib/api/parameter-values-query.ts'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { useUrlState, type WriteSearch } from '#web/lib/urls/url-state.ts'
import { Chip } from '#web/ui/buttons/Chip.tsx'
import { CopyLinkButton } from '#web/ui/buttons/CopyLinkButton.tsx'
import { Grid, Hint, Row, Stack } from '#web/ui/layout.tsx'
import { LiveMark } from '#web/ui/page/LiveMark.tsx'
import { NoItems } from '#web/ui/page/NoItems.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { UnreadablePage } from '#web/ui/page/UnreadableAddress.tsx'
import { NoValue } from '#web/ui/values/NoValue.tsx'
import { PhoneText } from '#web/ui/values/PhoneText.tsx'

const title = 'Live'

/** Calls while they happen. */
export function LivePage() {
  const { state, problem, write } = useUrlState(LiveSearch)
  if (problem !== undefined) return <UnreadablePage title={title} problem={problem} />
  return <Live state={state} write={write} />
}

function Live({ state, write }: { state: LiveBoardState; write: WriteSearch }) {
  const timeZone = useTimeZone()
  const live = useLiveState()
  const { query, calls, total } = useCallsInProgress()
  const customers = useQuery(parameterValuesQuery('customer'))
  const hasSeveralCustomers = (customers.data?.total ?? 0) > 1
  const { by, only, customer, isWall } = state
  const change = (changes: Partial<LiveBoardState>) => write(liveParams(changes), 'push')
  const ofCustomer = shownCalls(calls, { customer, by, only: undefined })
  const shown = shownCalls(calls, { customer, by, only })
  if (isWall)
    return (
      <WallView
        calls={shown}
        state={state}
        timeZone={timeZone}
        mark={<LiveMark state={live} />}
        renderValue={renderValue}
        onClose={() => change({ isWall: false })}
      />
    )
  return (
    <PageFrame
      title={title}
      mark={<LiveMark state={live} />}
      description={`Calls in progress · today against the same time last week, in ${formatTimeZone(timeZone)}`}
      actions={
        <>
          <CopyLinkButton />
          <Button
            icon={<FullscreenOutlined aria-hidden />}
            onClick={() => {
              void enterFullScreen()
              change({ isWall: true })
            }}
          >
            Full screen
          </Button>
        </>
      }
    >
      <Row gap="8px 12px" align="center" wrap>
        <Segmented<LiveGrouping>
          aria-label="Calls by"
          options={liveGroupings.map((value) => ({ value, label: groupingLabels[value] }))}
          value={by}
          onChange={(value) => change({ by: value, only: undefined })}
        />
        {hasSeveralCustomers && (
          <Select
            aria-label="Customer"
            style={{ minWidth: 200 }}
            placeholder="Customer: any"
            allowClear
            labelRender={renderCustomer}
            showSearch={{ optionFilterProp: 'label' }}
            options={(customers.data?.items ?? []).flatMap(({ value, label }) =>
              typeof value === 'string' ? [{ value, label }] : [],
            )}
            value={customer}
            onChange={(id?: string) => change({ customer: id })}
          />
        )}
        {only !== undefined && (
          <Chip
            removes={groupingLabels[by].toLowerCase()}
            onOpen={() => change({ only: undefined })}
            onRemove={() => change({ only: undefined })}
          >
            {groupingLabels[by]}: {renderValue(by, only === '' ? null : only)}
          </Chip>
        )}
      </Row>
      <QueryState query={query} errorTitle="Calls in progress could not be loaded">
        {() => (
          <Stack gap={12}>
            <LiveTiles calls={shown} state={state} timeZone={timeZone} />
            {calls.length === 0 ? (
              <Panel label="Calls">
                <NoItems reason="No calls are in progress. You see them here within two seconds, if your phone system reports calls while they happen." />
              </Panel>
            ) : (
              <Grid columns="minmax(0, 1fr)" gap={12}>
                <Panel label={`By ${groupingLabels[by].toLowerCase()}`} flush>
                  <LiveGroups
                    calls={ofCustomer}
                    by={by}
                    only={only}
                    onOnly={(value) => change({ only: value })}
                    renderValue={renderValue}
                  />
                </Panel>
                <Panel label="Calls" flush>
                  <LiveCallTable
                    calls={shown}
                    hasSeveralCustomers={hasSeveralCustomers && customer === undefined}
                    renderValue={renderValue}
                  />
                </Panel>
              </Grid>
            )}
            {total > calls.length && (
              <Hint>
                {formatCounted(total, 'call')} in progress. These {calls.length} wait longest.
              </Hint>
            )}
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  )
}

function renderValue(by: LiveGrouping, value: string | null) {
  if (value === null) return <NoValue meaning={`no ${groupingLabels[by].toLowerCase()}`} />
  if (by === 'trackingNumber') return <PhoneText number={value} />
  return by === 'campaign' ? value : <EntityText type={by} code={value} />
}

/** No label stands above the list. */
function renderCustomer({ label }: { label?: ReactNode }) {
  return <>Customer: {label}</>
}
