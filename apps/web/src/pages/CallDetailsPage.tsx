import { formatTimeZone } from '@callboard/contract/format-time-zone'
import { periodLabels } from '@callboard/contract/period'
import { useInfiniteQuery, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, Suspense, useEffect } from 'react'
import { CallBar } from '#web/features/calls/list/CallBar.tsx'
import { isMarked } from '#web/features/calls/list/CallMarks.tsx'
import type { CallStep } from '#web/features/calls/list/call-keys.ts'
import { CallList } from '#web/features/calls/list/CallList.tsx'
import {
  columnsOf,
  rowFieldsOf,
  defaultColumnKeys,
  withAttributes,
} from '#web/features/calls/list/columns.tsx'
import { withFoundIn } from '#web/features/calls/list/found-in.tsx'
import { CallsExport } from '#web/features/calls/list/CallsExport.tsx'
import { DrawerSection } from '#web/features/calls/call/DrawerSection.tsx'
import { useLiveList } from '#web/features/calls/list/live-list.ts'
import { titleOfCall } from '#web/features/calls/call-title.ts'
import { callCountQuery, callPagesQuery } from '#web/features/calls/queries.ts'
import {
  buildCallListUrl,
  callListDefaults,
  callListParams,
  CallListSearch,
  type CallListState,
  clearing,
} from '#web/lib/urls/call-list-url.ts'
import { useCallAttributes } from '#web/lib/reporting/call-attributes.ts'
import { useChosenColumns } from '#web/lib/reporting/chosen-columns.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { formatCounted } from '@callboard/contract/format'
import { lazyExport, preload } from '#web/lib/lazy-export.ts'
import { narrowList, useMediaQuery } from '#web/lib/media-query.ts'
import { parameterValuesQuery } from '#web/lib/api/parameter-values-query.ts'
import { useUrlState, type WriteSearch } from '#web/lib/urls/url-state.ts'
import { ColumnChooser } from '#web/ui/tables/ColumnChooser.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { UnreadablePage } from '#web/ui/page/UnreadableAddress.tsx'

const CallDrawer = lazyExport(() => import('#web/features/calls/call/CallDrawer.tsx'), 'CallDrawer')
const NoCalls = lazyExport(() => import('#web/records/NoCalls.tsx'), 'NoCalls')
const CallRecordings = lazyExport(
  () => import('#web/features/recordings/CallRecordings.tsx'),
  'CallRecordings',
)

const title = 'Call Details'

export function CallDetailsPage() {
  const { state, problem, write } = useUrlState(CallListSearch)
  if (problem !== undefined) return <UnreadablePage title={title} problem={problem} />
  return <Calls state={state} write={write} />
}

function Calls({ state, write }: { state: CallListState; write: WriteSearch }) {
  const user = useCurrentUser()
  const timeZone = state.timeZone ?? user.timeZone
  const { period, filters, entityGroups, keyword, sort, desc } = state
  useDrawerBeforehand()
  const selection = { period, timeZone, filters, entityGroups, keyword }
  const order = { sort, desc }

  const customers = useQuery(parameterValuesQuery('customer'))
  const all = withAttributes(useCallAttributes())
  const [chosen, choose] = useChosenColumns(
    `callColumns:${user.id}`,
    all.map(({ key }) => key),
  )
  const hasSeveralCustomers = (customers.data?.total ?? 0) > 1
  const keysFor = (hasMarks: boolean) => chosen ?? defaultColumnKeys({ hasSeveralCustomers, hasMarks })

  const columnsFor = (keys: readonly string[]) => withFoundIn(columnsOf(keys, all), keyword)
  const pages = useInfiniteQuery(callPagesQuery(selection, order, rowFieldsOf(columnsFor(keysFor(true)))))
  const count = useQuery(callCountQuery(selection))
  const total = count.data
  const live = useLiveList({ canChange: 'relative' in period, isDeep: (pages.data?.pages.length ?? 0) > 1 })
  const isNarrow = useMediaQuery(narrowList)

  const calls = pages.data?.pages.flatMap(({ items }) => items) ?? []
  const keys = keysFor(calls.some(isMarked))
  const columns = columnsFor(keys)
  const ids = calls.map(({ id }) => id)
  const neighbourOf = (id: string, step: CallStep) =>
    ids.includes(id) ? ids[ids.indexOf(id) + step] : undefined
  const clear = clearing(state)
  const callHref = (call: string) => buildCallListUrl({ ...state, call })
  function change(changes: Partial<CallListState>, history: 'push' | 'replace' = 'push') {
    write(callListParams({ ...state, ...changes }), history)
  }

  return (
    <PageFrame
      title={title}
      description={
        <ListWords
          count={count}
          keyword={keyword}
          period={period}
          timeZone={timeZone}
          onPeriod={(wider) => change({ period: wider })}
        />
      }
      actions={
        <>
          {live.waiting > 0 && (
            <Button type="link" onClick={live.refresh}>
              Show {formatCounted(live.waiting, 'new or changed call')}
            </Button>
          )}
          {!isNarrow && <ColumnChooser columns={all} shown={keys} onChange={choose} />}
          <CallsExport selection={selection} order={order} total={total} shownColumns={keys} />
        </>
      }
    >
      <CallBar state={state} timeZone={timeZone} isOwnZone={timeZone === user.timeZone} onChange={change} />
      <CallList
        query={pages}
        columns={columns}
        isChosen={chosen !== undefined}
        listKey={JSON.stringify([selection, order])}
        total={total}
        keyword={keyword}
        timeZone={timeZone}
        order={order}
        openCallId={state.call}
        emptyReason={
          clear !== undefined ? (
            <NothingFound state={state} onPeriod={(wider) => change({ period: wider })} />
          ) : (
            <>
              No calls came in during this period.
              <Suspense fallback={null}>
                <NoCalls timeZone={timeZone} />
              </Suspense>
            </>
          )
        }
        onClear={clear && (() => change(clear.cleared))}
        clearLabel={clear && `Clear the ${clear.what}`}
        callHref={callHref}
        onOpen={(call) => change({ call })}
        onOrder={change}
      />
      {state.call !== undefined && (
        <Suspense fallback={null}>
          <CallDrawer
            callId={state.call}
            known={calls.find(({ id }) => id === state.call)}
            timeZone={timeZone}
            neighbourOf={neighbourOf}
            callHref={callHref}
            onShow={(call) => change({ call }, 'replace')}
            onClose={() => change({ call: callListDefaults.call })}
            renderRecordings={(call) => (
              <Suspense fallback={null}>
                <CallRecordings
                  call={call}
                  frame={recordingsSection}
                  title={titleOfCall(call, timeZone)}
                  href={buildCallListUrl({ call: call.id })}
                />
              </Suspense>
            )}
          />
        </Suspense>
      )}
    </PageFrame>
  )
}

/** Loads the drawer with the first sign of somebody, so that it is there when they open a call. */
function useDrawerBeforehand(): void {
  useEffect(() => {
    const seen = new AbortController()
    const load = () => {
      seen.abort()
      void preload(CallDrawer)
    }
    for (const sign of ['pointermove', 'pointerdown', 'keydown'])
      addEventListener(sign, load, { signal: seen.signal })
    return () => seen.abort()
  }, [])
}

function recordingsSection(content: ReactNode) {
  return <DrawerSection title="Recordings">{content}</DrawerSection>
}

interface ListWordsProps extends WiderPeriodProps {
  count: UseQueryResult<number | null>
  keyword: string | undefined
  timeZone: string
}

/** How many calls there are, in which zone their times are written, and how far back a search looked. */
function ListWords({ count, keyword, period, timeZone, onPeriod }: ListWordsProps) {
  const isFound = keyword !== undefined && typeof count.data === 'number' && count.data > 0
  return (
    <>
      <span role="status">
        {countInWords(count)}
        {keyword !== undefined && 'relative' in period && ` · ${periodLabels[period.relative]} only`} · times
        in {formatTimeZone(timeZone)}
      </span>
      {isFound && <WiderPeriod period={period} onPeriod={onPeriod} />}
    </>
  )
}

function countInWords({ data, isError }: UseQueryResult<number | null>): string {
  if (typeof data === 'number') return formatCounted(data, 'call')
  return isError ? 'Calls could not be counted' : 'Counting the calls'
}

interface NothingFoundProps {
  state: Pick<CallListState, 'keyword' | 'filters' | 'entityGroups' | 'period'>
  onPeriod: (period: CallListState['period']) => void
}

/** A number is often looked for that called long ago. */
function NothingFound({ state: { keyword, filters, entityGroups, period }, onPeriod }: NothingFoundProps) {
  if (keyword === undefined) return 'No calls in this period match the filters.'
  return (
    <>
      No calls in this period match “{keyword}”
      {filters.length + entityGroups.length > 0 && ' and the filters'}.
      <div>
        <WiderPeriod period={period} onPeriod={onPeriod} />
      </div>
    </>
  )
}

interface WiderPeriodProps {
  period: CallListState['period']
  onPeriod: (period: CallListState['period']) => void
}

/** For what is not found in the period, or not all of it. */
function WiderPeriod({ period, onPeriod }: WiderPeriodProps) {
  if ('relative' in period && period.relative === widerPeriod.relative) return null
  return (
    <Button type="link" size="small" onClick={() => onPeriod(widerPeriod)}>
      Search the last 90 days
    </Button>
  )
}

const widerPeriod = { relative: 'last90Days' } as const
