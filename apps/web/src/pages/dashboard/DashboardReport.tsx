import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { openSearch } from '#web/features/change-explanation/open-explanation.ts'
import type { DashboardState } from '#web/features/dashboard/dashboard-search.ts'
import type { ReportPart as Chosen } from '#web/features/dashboard/DashboardParts.tsx'
import { partName } from '#web/features/dashboard/editing/part-name.ts'
import { reportOfSavedQuery, reportQuery, savedReportQuery } from '#web/features/report-view/queries.ts'
import { ReportPart } from '#web/features/report-view/ReportPart.tsx'
import { entityGroupsOf, runOf } from '#web/features/report-view/report-url.ts'
import { type ShownReport, withSavedValues } from '#web/features/report-view/shown-report.ts'
import { partNotes, partState } from '#web/pages/dashboard/part-state.ts'
import { ExplainedChanges } from '#web/pages/ExplainedChanges.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { useUrlState } from '#web/lib/urls/url-state.ts'
import { Box, Grid } from '#web/ui/layout.tsx'
import { useInView } from '#web/ui/page/use-in-view.ts'

interface DashboardReportProps {
  part: Chosen
  state: DashboardState
  timeZone: string
}

/** A report on the dashboard, loaded as it comes into view. */
export function DashboardReport({ part, state, timeZone }: DashboardReportProps) {
  const [ref, isSeen] = useInView<HTMLDivElement>()
  const { state: open } = useUrlState(openSearch)
  const isInView = isSeen || open?.whyof === part.id
  return (
    <Grid minWidth={0} ref={ref}>
      {part.type === 'savedReport' ? (
        <OfSaved part={part} state={state} timeZone={timeZone} isInView={isInView} />
      ) : (
        <OfReport part={part} state={state} timeZone={timeZone} isInView={isInView} />
      )}
    </Grid>
  )
}

interface LoadedProps extends DashboardReportProps {
  isInView: boolean
}

function OfReport({ isInView, ...props }: LoadedProps) {
  const query = useQuery({ ...reportQuery(props.part.id), enabled: isInView })
  return query.data === undefined ? (
    <ToCome part={props.part} query={query} />
  ) : (
    <Shown {...props} report={query.data} />
  )
}

function OfSaved({ isInView, ...props }: LoadedProps) {
  const { id } = props.part
  const saved = useQuery({ ...savedReportQuery(id), enabled: isInView })
  const report = useQuery({ ...reportOfSavedQuery(id), enabled: isInView })
  const shown = useMemo(
    () =>
      saved.data === undefined || report.data === undefined
        ? undefined
        : withSavedValues(report.data, saved.data),
    [saved.data, report.data],
  )
  if (shown !== undefined) return <Shown {...props} report={shown} />
  return saved.data === undefined ? (
    <ToCome part={props.part} query={saved} />
  ) : (
    <ToCome part={props.part} query={report} />
  )
}

function Shown({ part, state, timeZone, report }: DashboardReportProps & { report: ShownReport }) {
  const shown = useMemo(() => partState(part, report, state), [part, report, state])
  return (
    <ExplainedChanges
      run={{ ...runOf(report, shown), timeZone }}
      of={part.id}
      entityGroups={entityGroupsOf(shown)}
    >
      <ReportPart
        report={report}
        name={partName(part)}
        state={shown}
        timeZone={timeZone}
        notes={partNotes(part, report, { shown, asked: state, timeZone })}
      />
    </ExplainedChanges>
  )
}

interface ToComeProps<T> {
  part: Chosen
  query: Parameters<typeof QueryState<T>>[0]['query']
}

function ToCome<T>({ part, query }: ToComeProps<T>) {
  return (
    <Panel title={partName(part)}>
      <Box minHeight={260}>
        <QueryState query={query} errorTitle="This report could not be opened">
          {() => null}
        </QueryState>
      </Box>
    </Panel>
  )
}
