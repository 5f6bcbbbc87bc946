import type { ReportChart } from '@callboard/contract/charts/charted-answer'
import { answerToDraw } from '@callboard/contract/charts/report-series'
import { buildReportChart, chartTitle } from '@callboard/contract/charts/report-chart'
import { formatCounted } from '@callboard/contract/format'
import { runReport, type RunReportAnswer } from '@callboard/contract/reports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { use, useState } from 'react'
import { Link } from 'react-router'
import { type FigureHref, reportColumns } from '#web/features/report-view/figures/columns.tsx'
import { rowBatchSize } from '#web/features/report-view/queries.ts'
import { ReportChartView } from '#web/features/report-view/ReportChartView.tsx'
import {
  entityGroupsOf,
  reportParams,
  type ReportState,
  runOf,
} from '#web/features/report-view/report-url.ts'
import classes from '#web/features/report-view/ReportPart.module.css'
import { ReportTable } from '#web/features/report-view/figures/ReportTable.tsx'
import type { ShownReport } from '#web/features/report-view/shown-report.ts'
import { sortRows } from '#web/features/report-view/figures/sort-rows.ts'
import { SummaryFigures } from '#web/features/report-view/figures/SummaryFigures.tsx'
import { useHoldsClaim } from '#web/lib/session/current-user.ts'
import { buildCountedUrl } from '#web/lib/urls/figure-url.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { resultRows } from '#web/lib/reporting/report-answer.ts'
import { WeekStartContext } from '#web/lib/week-start.ts'
import { toQueryString } from '#web/lib/urls/url-state.ts'
import type { ChartView } from '#web/ui/charts/Chart.tsx'
import { ChartLegend } from '#web/ui/charts/ChartLegend.tsx'
import { useHiddenSeries } from '#web/ui/charts/hidden-series.ts'
import { TableSwitch } from '#web/ui/charts/TableSwitch.tsx'
import { useElementWidth } from '#web/ui/element-width.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Box, Text } from '#web/ui/layout.tsx'

interface ReportPartProps {
  report: ShownReport
  name: string
  state: ReportState
  timeZone: string
  /** Filters of the page that the report does not follow. */
  notes: readonly string[]
}

/** As many rows as a part of a page shows in a table. */
const rowsInPart = 8
/** Lying bars need a line each; the page of the report has them all. */
const barsInPart = 12

/** A report as a part of a page: its chart, or the first rows of its table; a switch shows the other. */
export function ReportPart({ report, name, state: chosen, timeZone, notes }: ReportPartProps) {
  const [turned, setTurned] = useState<ChartView>()
  const hasChart = report.definition.chart.type !== 'none'
  const state = { ...chosen, view: hasChart ? (turned ?? chosen.view) : ('table' as const) }
  const usesFirstRows = chosen.view === 'table' && state.view === 'table' && state.sort === undefined
  const body = {
    ...runOf(report, state),
    timeZone,
    page: { number: 1, size: usesFirstRows ? rowsInPart : rowBatchSize },
  }
  const query = useQuery({
    ...endpointQuery('dashboard', runReport, { body }),
    placeholderData: keepPreviousData,
  })
  const weekStartsOn = use(WeekStartContext)
  const isDrillable = useHoldsClaim('reporting.call.details')
  const { type, measures } = report.definition.chart
  const [frame, width] = useElementWidth<HTMLElement>()
  const [hidden, onHide] = useHiddenSeries()
  const { measure, across } = state
  const chart =
    state.view === 'table' || query.data === undefined
      ? undefined
      : buildReportChart({
          answer: query.data,
          type,
          measure,
          across,
          measures,
          maxHorizontalBars: barsInPart,
          width,
          weekStartsOn,
        })
  const page = report.saved === undefined ? paths.report(report.id) : paths.savedReport(report.saved.id)
  const href = page + toQueryString(reportParams(report, withoutView(state)))
  return (
    <Panel
      ref={frame}
      title={
        <Link className={classes.title} to={href}>
          {name}
        </Link>
      }
      note={[...(chart === undefined ? [] : chartWords(chart)), ...notes].join(' · ')}
      legend={
        chart?.hasLegend === true ? (
          <ChartLegend drawing={chart.drawing} hidden={hidden} onHide={onHide} />
        ) : undefined
      }
      actions={
        hasChart ? (
          <TableSwitch view={state.view === 'table' ? 'table' : 'chart'} onChange={setTurned} />
        ) : undefined
      }
      flush={chart === undefined}
    >
      <QueryState
        query={query}
        skeleton={<Skeleton style={{ padding: '0 16px 16px' }} title={false} paragraph={{ rows: 6 }} />}
        isEmpty={({ rows, meta }) => rows.length === 0 && meta.rowCount === 0}
        emptyReason="No calls in this period match the report."
        errorTitle="The report could not be run"
      >
        {(answer) => {
          const shown = chart === undefined ? answer : answerToDraw(answer)
          const figureHref: FigureHref = (column, row) =>
            isDrillable ? buildCountedUrl({ answer: shown, row, column }, entityGroupsOf(state)) : undefined
          return chart === undefined ? (
            <FirstRows answer={answer} state={state} href={href} figureHref={figureHref} />
          ) : (
            <ReportChartView answer={shown} chart={chart} hidden={hidden} figureHref={figureHref} />
          )
        }}
      </QueryState>
    </Panel>
  )
}

interface FirstRowsProps {
  answer: RunReportAnswer
  state: ReportState
  /** Where all rows are. */
  href: string
  figureHref: FigureHref
}

function FirstRows({ answer, state: { sort, columns: chosen }, href, figureHref }: FirstRowsProps) {
  if (answer.columns.every(({ role }) => role !== 'dimension'))
    return (
      <Box padding="0 0 8px">
        <SummaryFigures answer={answer} figureHref={figureHref} isBrief />
      </Box>
    )
  const rows = sortRows(resultRows(answer), answer, sort).slice(0, rowsInPart)
  const columns = reportColumns({ answer, rows, sort: undefined, order: 'here', figureHref })
    .filter(({ key, choice, isExtra }) => chosen?.includes(choice?.key ?? key) ?? isExtra !== true)
    // It shows the first rows of the report's own order.
    .map(({ sorter: _sorter, sortOrder: _order, ...column }) => column)
  const { rowCount } = answer.meta
  return (
    <>
      <Box padding="0 0 8px">
        <ReportTable answer={answer} rows={rows} columns={columns} isChosen={false} />
      </Box>
      {rowCount > rows.length && (
        <Text as="p" padding="4px 16px 14px" fontSize={13}>
          <Link to={href}>All {formatCounted(rowCount, 'row')}</Link>
        </Text>
      )}
    </>
  )
}

function chartWords(chart: ReportChart): string[] {
  const { note } = chart
  return [chartTitle(chart).toLowerCase(), ...(note === undefined ? [] : [note])]
}

/** The page of the report shows it as it usually does. */
function withoutView({ period, compare, matchWeekdays, values }: ReportState): Partial<ReportState> {
  return { period, compare, matchWeekdays, values }
}
