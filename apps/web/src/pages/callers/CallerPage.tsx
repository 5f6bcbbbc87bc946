import { callerPeriod, type OneCaller } from '@callboard/contract/callers'
import { drawHeatMap } from '@callboard/contract/charts/heat-map'
import { formatPhone } from '@callboard/contract/format-phone'
import { formatTimeZone } from '@callboard/contract/format-time-zone'
import type { RunReportAnswer } from '@callboard/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { use, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  allCallsFilters,
  callerQuery,
  CallerSearch,
  type CallerState,
} from '#web/features/calls/caller/caller-queries.ts'
import { CallerFacts } from '#web/features/calls/caller/CallerFacts.tsx'
import { LinkedNumbers } from '#web/features/calls/caller/LinkedNumbers.tsx'
import { CallsOfCaller } from '#web/features/calls/caller/CallsOfCaller.tsx'
import { ReportFigures } from '#web/features/report-view/figures/ReportFigures.tsx'
import type { ReportSort } from '#web/features/report-view/report-url.ts'
import { WeekStartContext } from '#web/lib/week-start.ts'
import { findHour, hoursChart, summarizeHours, weekdaysFrom } from '#web/lib/reporting/calls-by-hour.ts'
import { numberOf, resultRows } from '#web/lib/reporting/report-answer.ts'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { buildCallListUrl } from '#web/lib/urls/call-list-url.ts'
import { buildCountedUrl } from '#web/lib/urls/figure-url.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { useUrlState } from '#web/lib/urls/url-state.ts'
import { ReportCrumbs } from '#web/pages/ReportCrumbs.tsx'
import { CopyLinkButton } from '#web/ui/buttons/CopyLinkButton.tsx'
import { ChartPanel } from '#web/ui/charts/ChartPanel.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { UnreadablePage } from '#web/ui/page/UnreadableAddress.tsx'
import { Grid, Stack } from '#web/ui/layout.tsx'

/** All that is known of one caller. */
export function CallerPage() {
  const { state, problem } = useUrlState(CallerSearch)
  if (problem !== undefined)
    return <UnreadablePage title="Caller" breadcrumbs={<Crumbs />} problem={problem} />
  return <Caller state={state} />
}

function Crumbs() {
  return <ReportCrumbs above={[{ name: 'Callers', path: paths.callers }]} />
}

function Caller({ state }: { state: CallerState }) {
  const timeZone = useTimeZone()
  const query = useQuery(callerQuery(state))
  const { name, linked = [] } = query.data ?? {}
  const person = { numbers: [state.number, ...linked], customer: state.customer }
  const title = formatPhone(state.number)
  return (
    <PageFrame
      title={name === null || name === undefined ? title : `${name}, ${title}`}
      description={`times in ${formatTimeZone(timeZone)}`}
      breadcrumbs={<Crumbs />}
      actions={
        <>
          <CopyLinkButton />
          <Link
            to={buildCallListUrl({
              period: callerPeriod(Temporal.Now.plainDateISO(timeZone)),
              filters: allCallsFilters(person),
            })}
          >
            <Button tabIndex={-1}>Open in Call Details</Button>
          </Link>
        </>
      }
    >
      <QueryState
        query={query}
        skeleton={
          <Panel label={title}>
            <Skeleton isActive rows={12} />
          </Panel>
        }
        isEmpty={hasNoCalls}
        emptyReason="You may see no calls from or to this number."
        errorTitle="The caller could not be loaded"
      >
        {(caller) => (
          <Stack gap={12} minWidth={0}>
            <Grid columns="repeat(auto-fit, minmax(min(420px, 100%), 1fr))" gap={12}>
              <CallerFacts caller={caller} timeZone={timeZone} />
              <WhenTheyCall state={state} />
            </Grid>
            {caller.customerId !== null && (
              <LinkedNumbers number={state.number} customerId={caller.customerId} linked={linked} />
            )}
            <Figures title="What brought them" answer={caller.sources} id="callerSources" />
            <Figures title="Numbers they called" answer={caller.numbers} id="callerNumbers" />
            <CallsOfCaller person={person} timeZone={timeZone} />
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  )
}

function hasNoCalls({ figures, placed }: OneCaller): boolean {
  return [figures, placed].every((answer) => {
    const [row] = resultRows(answer)
    return row === undefined || (numberOf(row, 'calls') ?? 0) === 0
  })
}

function WhenTheyCall({ state }: { state: CallerState }) {
  const query = useQuery({ ...callerQuery(state), select: ({ times }) => times })
  const weekStartsOn = use(WeekStartContext)
  const navigate = useNavigate()
  const days = weekdaysFrom(weekStartsOn)
  return (
    <ChartPanel
      title="When they call"
      note="calls per hour"
      query={query}
      height={282}
      isEmpty={({ rows }) => rows.length === 0}
      emptyReason="They have not called."
      toChart={(answer) => drawHeatMap(hoursChart(answer, days))}
      summarize={summarizeHours}
      onSelect={({ index, row = 0 }, answer) => {
        const cells = findHour(answer, days[row], index)
        const [column] = answer.columns.filter(({ name }) => name === 'calls')
        const href = cells && column && buildCountedUrl({ answer, row: cells, column }, [])
        if (href !== undefined) void navigate(href)
      }}
    />
  )
}

function Figures({ title, answer, id }: { title: string; answer: RunReportAnswer; id: string }) {
  const [sort, setSort] = useState<ReportSort>()
  const [page, setPage] = useState(1)
  if (answer.rows.length === 0) return null
  return (
    <ReportFigures
      title={title}
      answer={answer}
      reportId={id}
      order="here"
      sort={sort}
      page={page}
      figureHref={(column, row) => buildCountedUrl({ answer, row, column }, [])}
      onSort={setSort}
      onPage={setPage}
    />
  )
}
