import { formatTimeZone } from '@callboard/contract/format-time-zone'
import { type CallBacksAnswer, type ListedState, listedStates } from '@callboard/contract/call-backs'
import { standardReports } from '@callboard/contract/reports'
import { formatCount, formatCounted } from '@callboard/contract/format'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pagination, Segmented } from 'antd'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { CallBackBar } from '#web/features/call-backs/CallBackBar.tsx'
import { CallBackList } from '#web/features/call-backs/CallBackList.tsx'
import {
  callBackParams,
  CallBackSearch,
  callBacksQuery,
  type CallBackState,
  pageSize,
} from '#web/features/call-backs/queries.ts'
import { useLiveCallBacks } from '#web/lib/api/live-calls.ts'
import { parameterValuesQuery } from '#web/lib/api/parameter-values-query.ts'
import { narrowList, useMediaQuery } from '#web/lib/media-query.ts'
import { useHoldsClaim, useIsViewingAs, useTimeZone } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { useUrlState, type WriteSearch } from '#web/lib/urls/url-state.ts'
import { Hint, Row } from '#web/ui/layout.tsx'
import { CopyLinkButton } from '#web/ui/buttons/CopyLinkButton.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { UnreadablePage } from '#web/ui/page/UnreadableAddress.tsx'
import { invalidate } from '#web/records/invalidate.ts'

const title = 'Call Back'

/** Callers whose missed calls nobody returned, for whoever calls them back. */
export function CallBackPage() {
  const { state, problem, write } = useUrlState(CallBackSearch)
  if (problem !== undefined) return <UnreadablePage title={title} problem={problem} />
  return <CallBack state={state} write={write} />
}

function CallBack({ state, write }: { state: CallBackState; write: WriteSearch }) {
  const timeZone = useTimeZone()
  const mayEdit = useHoldsClaim('call.edit')
  const isViewingAs = useIsViewingAs()
  const maySend = useHoldsClaim('reporting.view')
  const customers = useQuery(parameterValuesQuery('customer'))
  const hasSeveralCustomers = (customers.data?.total ?? 0) > 1
  const query = useQuery(callBacksQuery(state, timeZone))
  useRefreshLive()
  const isNarrow = useMediaQuery(narrowList)
  const { data } = query
  const { show, keyword } = state
  const isEditable = mayEdit && !isViewingAs
  // Above the list, as whoever comes from a figure compares it; on a phone the callers come first.
  const agreement = <Agreement answer={data} />
  const change = (changes: Partial<CallBackState>, history: 'push' | 'replace' = 'push') =>
    write(callBackParams(changes), history)
  return (
    <PageFrame
      title={title}
      description={
        <span role="status">
          {data === undefined ? 'Counting the callers' : countInWords(data)} · times in{' '}
          {formatTimeZone(timeZone)}
        </span>
      }
      actions={
        <Row gap={12} align="center">
          {maySend && <Link to={paths.report(standardReports.callBack)}>Send or download</Link>}
          <CopyLinkButton />
        </Row>
      }
    >
      <CallBackBar
        state={state}
        timeZone={timeZone}
        hasSeveralCustomers={hasSeveralCustomers}
        onChange={change}
      />
      <Row gap="8px 16px" align="center" justify="space-between" wrap>
        <Segmented<ListedState>
          aria-label="Callers"
          options={listedStates.map((value) => ({ value, label: tabLabel(value, data) }))}
          value={show}
          onChange={(value) => change({ show: value })}
        />
        {isEditable && !isNarrow && show === 'waiting' && (
          <Hint>Keys: J and K move, T take, C called back, R remind me, N not needed</Hint>
        )}
      </Row>
      {!isNarrow && agreement}
      <QueryState
        query={query}
        skeleton={
          <Panel label={title}>
            <Skeleton isActive rows={12} />
          </Panel>
        }
        isEmpty={({ items }) => items.length === 0}
        emptyReason={
          keyword === undefined ? emptyReasons[show] : `No callers in this list match “${keyword}”.`
        }
        errorTitle="Callers could not be loaded"
      >
        {({ items, total }) => (
          <Panel label={title} flush>
            <CallBackList
              callers={items}
              show={show}
              timeZone={timeZone}
              hasSeveralCustomers={hasSeveralCustomers}
              isEditable={isEditable}
            />
            {total > pageSize && (
              <Row justify="end" padding="12px 16px">
                <Pagination
                  current={state.page}
                  pageSize={pageSize}
                  total={total}
                  showSizeChanger={false}
                  onChange={(page) => change({ page })}
                />
              </Row>
            )}
          </Panel>
        )}
      </QueryState>
      {isNarrow && agreement}
    </PageFrame>
  )
}

const tabLabels = { waiting: 'Waiting', later: 'Reminders', closed: 'Closed' } as const

function tabLabel(state: ListedState, answer: CallBacksAnswer | undefined): string {
  const label = tabLabels[state]
  return answer === undefined ? label : `${label} ${formatCount(answer.counts[state].callers)}`
}

const emptyReasons = {
  waiting: 'Nobody waits for a call back in this period.',
  later: 'You will find here whom somebody wants to be reminded of.',
  closed: 'You will find here who was marked as called back or not needed.',
} as const satisfies Record<ListedState, string>

function countInWords({ counts: { waiting } }: CallBacksAnswer): string {
  const are = waiting.callers === 1 ? 'waits' : 'wait'
  const callers = formatCounted(waiting.callers, 'caller')
  // What other pages count is calls.
  const calls = waiting.calls > waiting.callers ? ` of ${formatCounted(waiting.calls, 'missed call')}` : ''
  return `${callers}${calls} ${are} for a call back`
}

/** How the list agrees with the measure; its line is there before it is known. */
function Agreement({ answer }: { answer: CallBacksAnswer | undefined }) {
  if (answer === undefined) return <Hint>&nbsp;</Hint>
  const { counts, withheldCalls, isRecalculating } = answer
  const { waiting, later, closed, reached } = counts
  const all = waiting.calls + later.calls + closed.calls + reached.calls
  const parts = [
    `${formatCount(waiting.calls)} waiting`,
    ...(later.calls > 0 ? [`${formatCount(later.calls)} under reminders`] : []),
    ...(closed.calls > 0 ? [`${formatCount(closed.calls)} closed here`] : []),
    ...(reached.calls > 0
      ? [`${formatCount(reached.calls)} spoken to since, too late to count as returned`]
      : []),
  ]
  return (
    <Hint>
      “Missed, not returned” counts {formatCounted(all, 'call')}: {parts.join(', ')}.
      {withheldCalls > 0 &&
        ` In ${formatCounted(withheldCalls, 'more missed call')} the number was withheld.`}
      {isRecalculating === true && ' Which calls were returned is being recalculated.'}
    </Hint>
  )
}

const pauseMs = 500

/** Loads the list again when calls come in or somebody says something of a caller; a series of events becomes one. */
function useRefreshLive(): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLiveCallBacks(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void invalidate(client, ['callBack'])
    }, pauseMs)
  })
}
