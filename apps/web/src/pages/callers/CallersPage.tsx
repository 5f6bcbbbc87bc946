import { formatTimeZone } from '@callboard/contract/format-time-zone'
import { callerSorts, listCallers } from '@callboard/contract/callers'
import { fileTypes } from '@callboard/contract/export-types'
import { formatCounted } from '@callboard/contract/format'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { RunReportAnswer } from '@callboard/contract/reports'
import { z } from 'zod'
import { CallBar } from '#web/features/calls/list/CallBar.tsx'
import { isChosen, quickRanges } from '#web/features/calls/filters/quick-ranges.ts'
import type { FigureHref } from '#web/features/report-view/figures/columns.tsx'
import { pageOfRows } from '#web/features/report-view/queries.ts'
import { ReportFigures } from '#web/features/report-view/figures/ReportFigures.tsx'
import { download } from '#web/lib/api/api.ts'
import {
  buildCallerUrl,
  callListParams,
  clearing,
  type ListedCalls,
  readSelection,
  selectionSearch,
} from '#web/lib/urls/call-list-url.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { periodParams } from '#web/lib/reporting/period.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { buildCountedUrl } from '#web/lib/urls/figure-url.ts'
import { type SearchParts, toQueryString, useUrlState, type WriteSearch } from '#web/lib/urls/url-state.ts'
import { ExportMenu } from '#web/ui/buttons/ExportMenu.tsx'
import { useFileExport } from '#web/ui/buttons/file-export.tsx'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { Hint } from '#web/ui/layout.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { CopyLinkButton } from '#web/ui/buttons/CopyLinkButton.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { UnreadablePage } from '#web/ui/page/UnreadableAddress.tsx'

const NoCalls = lazyExport(() => import('#web/records/NoCalls.tsx'), 'NoCalls')

const title = 'Callers'

interface CallersState extends ListedCalls {
  sort: (typeof callerSorts)[number]
  desc: boolean
  /** From 1. */
  page: number
}

/** The address selects calls as that of the call list does. */
const CallersSearch = z
  .object({
    ...selectionSearch,
    sort: z.enum(callerSorts).default('calls'),
    desc: z.enum(['true', 'false']).default('true'),
    page: z.coerce.number().int().min(1).default(1),
  })
  .transform(({ sort, desc, page, ...selection }, context): CallersState => ({
    ...readSelection(selection, context),
    sort,
    desc: desc === 'true',
    page,
  }))

/** The callers of some calls, as many as a report counts unique ones. */
export function CallersPage() {
  const { state, problem, write } = useUrlState(CallersSearch)
  if (problem !== undefined) return <UnreadablePage title={title} problem={problem} />
  return <Callers state={state} write={write} />
}

function Callers({ state, write }: { state: CallersState; write: WriteSearch }) {
  const ownZone = useTimeZone()
  const { page, timeZone = ownZone, ...asked } = state
  const body = { ...asked, timeZone }
  const query = useQuery({
    ...endpointQuery('call', listCallers, {
      body: { ...body, page: pageOfRows(page) },
    }),
    placeholderData: keepPreviousData,
  })
  const file = useFileExport()
  const rowCount = query.data?.meta.rowCount
  const { filters, entityGroups } = state
  const clear = clearing(state)
  function select(changes: Partial<ListedCalls>, history: 'push' | 'replace' = 'push') {
    write({ ...selectionParams({ ...state, ...changes }), page: undefined }, history)
  }
  return (
    <PageFrame
      title={title}
      description={
        <span role="status">
          {countInWords(query)} · times in {formatTimeZone(timeZone)}
        </span>
      }
      actions={
        <>
          <CopyLinkButton />
          <ExportMenu
            types={fileTypes}
            rowCount={rowCount}
            columns={query.data?.columns.map(({ name }) => name) ?? []}
            isRunning={file.isRunning}
            onExport={({ name, contentType }) =>
              void file.start({
                what: `${rowCount === undefined ? title : formatCounted(rowCount, 'caller')} as ${name}`,
                save: (signal) => download(listCallers, { body }, contentType, signal),
              })
            }
          />
        </>
      }
    >
      <CallBar
        state={state}
        timeZone={timeZone}
        isOwnZone={timeZone === ownZone}
        search={{ label: 'Search in callers', placeholder: 'Number' }}
        onChange={select}
      />
      {areMissed(filters) && (
        <Hint>
          Everyone with a missed call is listed, also those who were reached since. Who still waits is in{' '}
          <TextLink to={paths.callBack + toQueryString(periodParams(state.period))}>Call Back</TextLink>.
        </Hint>
      )}
      <QueryState
        query={query}
        skeleton={
          <Panel label={title}>
            <Skeleton isActive rows={14} />
          </Panel>
        }
        isEmpty={({ meta }) => meta.rowCount === 0}
        emptyReason={
          clear !== undefined ? (
            `No callers in this period match the ${clear.what}.`
          ) : (
            <>
              Nobody called during this period.
              <Suspense fallback={null}>
                <NoCalls timeZone={timeZone} />
              </Suspense>
            </>
          )
        }
        onCreate={clear && (() => select(clear.cleared))}
        createLabel={clear && `Clear the ${clear.what}`}
        errorTitle="Callers could not be loaded"
      >
        {(answer) => {
          const figureHref: FigureHref = (column, row) =>
            buildCountedUrl({ answer, row, column }, entityGroups)
          return (
            <ReportFigures
              title={title}
              answer={answer}
              reportId="callers"
              order="engine"
              sort={{ column: state.sort, desc: state.desc }}
              page={page}
              figureHref={figureHref}
              rowHref={([number]) => (typeof number === 'string' ? buildCallerUrl({ number }) : undefined)}
              rowName={([number]) => (typeof number === 'string' ? answer.names[number] : undefined)}
              onSort={(sort) =>
                write(
                  { sort: sort?.column, desc: sort?.desc === false ? 'false' : undefined, page: undefined },
                  'push',
                )
              }
              onPage={(number) => write({ page: number === 1 ? undefined : String(number) }, 'push')}
            />
          )
        }}
      </QueryState>
    </PageFrame>
  )
}

function areMissed(filters: ListedCalls['filters']): boolean {
  const ranges = quickRanges.filter(({ key }) => key === 'missed' || key === 'notReturned')
  return ranges.some((range) => isChosen(filters, range))
}

function countInWords({ data, isError }: UseQueryResult<RunReportAnswer>): string {
  if (data !== undefined) return formatCounted(data.meta.rowCount, 'caller')
  return isError ? 'Callers could not be counted' : 'Counting the callers'
}

/** Without the order, which is not that of the call list. */
function selectionParams(calls: ListedCalls): SearchParts {
  const { sort: _, desc: __, call: ___, ...params } = callListParams(calls)
  return params
}
