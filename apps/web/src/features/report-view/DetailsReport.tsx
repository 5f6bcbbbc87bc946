import type { Filter } from '@callboard/contract/calls'
import { type SortName, sortNames } from '@callboard/contract/field-names'
import { formatCount, formatCounted } from '@callboard/contract/format'
import { periodLabels } from '@callboard/contract/period'
import type { Report } from '@callboard/contract/reports'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { reportColumnsKey } from '#web/features/report-view/figures/ReportFigures.tsx'
import classes from '#web/features/report-view/DetailsReport.module.css'
import { entityGroupsOf, type ReportState, valueParameters } from '#web/features/report-view/report-url.ts'
import { ReportMeta } from '#web/features/report-view/ReportMeta.tsx'
import { joinPages, reportRowsQuery } from '#web/features/report-view/rows/rows-query.ts'
import { RowsTable } from '#web/features/report-view/rows/RowsTable.tsx'
import type { ShownReport } from '#web/features/report-view/shown-report.ts'
import { useChosenColumns } from '#web/lib/reporting/chosen-columns.ts'
import { useCurrentUser, useHoldsClaim } from '#web/lib/session/current-user.ts'
import { buildCallListUrl } from '#web/lib/urls/call-list-url.ts'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { ColumnChooser } from '#web/ui/tables/ColumnChooser.tsx'
import { ListEnd } from '#web/ui/tables/ListEnd.tsx'

interface DetailsReportProps {
  report: ShownReport
  state: ReportState
  timeZone: string
  /** What the report itself filters by, in words. */
  conditions: readonly string[]
  onChange: (changes: Partial<ReportState>) => void
}

/** The calls of a report with a row for each; scrolling loads more of them. */
export function DetailsReport(props: DetailsReportProps) {
  const { report, state, timeZone, conditions, onChange } = props
  const pages = reportRowsQuery({ report, state, timeZone })
  const query = useInfiniteQuery(pages)
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const { choices, shown, chosen, choose } = useRowsColumns(props, query.data?.pages[0]?.columns ?? [])
  function fetchMore() {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }
  return (
    <QueryState
      query={isFetchNextPageError ? { ...query, error: null } : query}
      skeleton={
        <Panel label="Calls">
          <Skeleton isActive rows={14} />
        </Panel>
      }
      isEmpty={({ pages: [first] }) => first?.meta.rowCount === 0}
      emptyReason="No call of this period matches what the report and its parameters ask for."
      errorTitle="The report could not be run"
    >
      {(data) => {
        const answer = joinPages(data.pages)
        if (answer === undefined) return null
        const { rowCount } = answer.meta
        return (
          <Stack gap={8}>
            <ReportMeta
              answer={answer}
              periodName={'relative' in state.period ? periodLabels[state.period.relative] : undefined}
              conditions={conditions}
              isComparisonSaid={false}
            />
            <Panel
              flush
              title={formatCounted(rowCount, 'call')}
              actions={
                <Row gap={12} align="center" wrap>
                  <CallListLink report={report} state={state} timeZone={timeZone} />
                  <ColumnChooser size="small" columns={choices} shown={shown} onChange={choose} />
                </Row>
              }
            >
              <RowsTable
                answer={answer}
                sort={state.sort}
                chosen={chosen}
                listKey={JSON.stringify(pages.queryKey)}
                onSort={(sort) => onChange({ sort })}
                onNearEnd={fetchMore}
              />
              {answer.rows.length < rowCount && (
                <p className={classes.printed}>
                  The first {formatCount(answer.rows.length)} of {formatCounted(rowCount, 'call')}. A file of
                  the report has all of them.
                </p>
              )}
              <div className={classes.end}>
                <ListEnd query={query} loaded={answer.rows.length} total={rowCount} />
              </div>
            </Panel>
          </Stack>
        )
      }}
    </QueryState>
  )
}

/** The columns of the address, else those that the user chose before, else all. */
function useRowsColumns(
  { report, state, onChange }: Pick<DetailsReportProps, 'report' | 'state' | 'onChange'>,
  columns: readonly { name: string; label: string }[],
) {
  const { id: userId } = useCurrentUser()
  const choices = columns.map(({ name, label }) => ({ key: name, title: label }))
  const known = choices.map(({ key }) => key)
  const [kept, keep] = useChosenColumns(reportColumnsKey(userId, report.id), known)
  const named = known.filter((key) => state.columns?.includes(key))
  const chosen = named.length === 0 ? kept : named
  function choose(keys: string[] | undefined) {
    keep(keys)
    onChange({ columns: keys })
  }
  return { choices, shown: chosen ?? known, chosen, choose }
}

/** To the same calls where they are opened, played and edited. */
function CallListLink({
  report,
  state,
  timeZone,
}: Pick<DetailsReportProps, 'report' | 'state' | 'timeZone'>) {
  const maySeeCalls = useHoldsClaim('reporting.call.details')
  if (!maySeeCalls) return null
  const calls = buildCallListUrl({
    period: state.period,
    timeZone,
    filters: filtersOf(report, state),
    entityGroups: entityGroupsOf(state),
    ...orderOf(report, state),
  })
  return <Link to={calls}>Open in Call Details</Link>
}

/** The order of the report, as far as the call list can have it. */
function orderOf({ definition }: Report, { sort: asked }: ReportState) {
  const [first] = asked === undefined ? definition.sort : [{ field: asked.column, desc: asked.desc }]
  const sort: SortName | undefined = sortNames.find((name) => name === first?.field)
  return first === undefined || sort === undefined ? undefined : { sort, desc: first.desc }
}

/** The filters of the report and its parameters, as filters of the call list. */
function filtersOf(report: Report, { values }: ReportState): Filter[] {
  const asked = valueParameters(report).flatMap(({ name }): Filter[] => {
    const chosen = values[name] ?? []
    if (chosen.length === 0 || name === 'entityGroup') return []
    if (name === 'minimumDuration') return [{ field: 'duration', op: 'ge', values: chosen.map(Number) }]
    return [{ field: name, op: 'in', values: chosen }]
  })
  return [...report.definition.filters, ...asked]
}
