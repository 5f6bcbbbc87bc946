import type { RunReportAnswer } from '@callboard/contract/reports'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import type { FigureHref } from '#web/features/report-view/figures/columns.tsx'
import { ReportChartPanel } from '#web/features/report-view/ReportChartPanel.tsx'
import { ReportMeta } from '#web/features/report-view/ReportMeta.tsx'
import classes from '#web/features/report-view/ReportResult.module.css'
import { useReportRun } from '#web/features/report-view/report-run.ts'
import { ReportFigures } from '#web/features/report-view/figures/ReportFigures.tsx'
import { entityGroupsOf, type ReportState } from '#web/features/report-view/report-url.ts'
import type { ShownReport } from '#web/features/report-view/shown-report.ts'
import { StepTrail } from '#web/features/report-view/StepTrail.tsx'
import { SummaryFigures } from '#web/features/report-view/figures/SummaryFigures.tsx'
import { useHoldsClaim } from '#web/lib/session/current-user.ts'
import { buildCountedUrl } from '#web/lib/urls/figure-url.ts'
import { describeParts } from '@callboard/contract/partial-buckets'
import { periodLabels } from '@callboard/contract/period'
import { Notice } from '#web/ui/page/Notice.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { Stack } from '#web/ui/layout.tsx'

interface ReportResultProps {
  report: ShownReport
  state: ReportState
  timeZone: string
  /** What the report itself filters by, in words. */
  conditions: readonly string[]
  /** Runs the definition as it stands here; the last answer stays when one cannot be run. */
  isDraft?: boolean
  onChange: (changes: Partial<ReportState>) => void
}

/** The figures of a summary report as chart and table. */
export function ReportResult(props: ReportResultProps) {
  const { report, state, timeZone, conditions, isDraft = false, onChange } = props
  const { query: asked, order } = useReportRun({ report, state, timeZone, isDraft })
  const isStopped =
    asked.fetchStatus === 'idle' && (asked.isPending || asked.isPlaceholderData) && !asked.isError
  const last = useLastAnswer(asked.data)
  const query = isDraft ? { ...asked, data: last } : asked
  const isDrillable = useHoldsClaim('reporting.call.details')
  const entityGroups = entityGroupsOf(state)
  const { type } = report.definition.chart
  const { bar, awaitSteps } = useShownStep(state.steps)
  const step = (steps: ReportState['steps']) => {
    awaitSteps(steps.length)
    onChange({ steps })
  }
  const view = type === 'none' ? 'table' : state.view
  return (
    <>
      <div ref={bar} className={classes.bar}>
        <StepTrail steps={state.steps} labels={query.data?.labels} onChange={step} />
      </div>
      {isStopped && <Notice kind="note">{stoppedText(query.data)}</Notice>}
      <QueryState
        query={query}
        skeleton={
          <Panel label="Figures">
            <Skeleton isActive={!isStopped} rows={12} />
          </Panel>
        }
        isEmpty={isEmpty}
        emptyReason="No calls in this period match the report and its parameters."
        errorTitle="The report could not be run"
      >
        {(answer) => {
          const hrefOf =
            (of: RunReportAnswer): FigureHref =>
            (column, row) =>
              isDrillable ? buildCountedUrl({ answer: of, row, column }, entityGroups) : undefined
          const figureHref = hrefOf(answer)
          return (
            <Stack gap={8}>
              {view !== 'table' && (
                <ReportChartPanel
                  answer={answer}
                  chart={report.definition.chart}
                  measure={state.measure}
                  across={state.across}
                  hrefOf={hrefOf}
                  onChange={onChange}
                />
              )}
              <ReportMeta
                answer={answer}
                periodName={
                  'relative' in state.period && state.steps.every(({ field }) => field !== 'time')
                    ? periodLabels[state.period.relative]
                    : undefined
                }
                conditions={conditions}
                parts={describeParts(answer)}
                isComparisonSaid={report.parameters.some((parameter) => parameter.type === 'comparison')}
              />
              {view !== 'chart' && (
                <Figures
                  title={report.kind === 'details' ? 'Calls' : 'Figures'}
                  answer={answer}
                  reportId={report.id}
                  order={order}
                  sort={state.sort}
                  page={state.page}
                  columns={state.columns}
                  figureHref={figureHref}
                  isDraft={isDraft}
                  onStep={(into) => step([...state.steps, into])}
                  onSort={(sort) => onChange({ sort })}
                  onPage={(page) => onChange({ page })}
                  onColumns={(columns) => onChange({ columns })}
                />
              )}
            </Stack>
          )
        }}
      </QueryState>
    </>
  )
}

function Figures(props: ComponentProps<typeof ReportFigures>) {
  const { answer, figureHref } = props
  if (answer.columns.some(({ role }) => role === 'dimension')) return <ReportFigures {...props} />
  return (
    <Panel flush label="Figures">
      <SummaryFigures answer={answer} figureHref={figureHref} />
    </Panel>
  )
}

/** After a step one sees where it led; the way back through the browser restores what was seen before. */
function useShownStep(steps: ReportState['steps']) {
  const bar = useRef<HTMLDivElement>(null)
  const awaited = useRef<number>(undefined)
  useEffect(() => {
    if (awaited.current !== steps.length) return
    awaited.current = undefined
    bar.current?.scrollIntoView({ block: 'nearest' })
    bar.current?.querySelector<HTMLElement>('[aria-current=step]')?.focus({ preventScroll: true })
  }, [steps])
  const awaitSteps = (count: number) => {
    awaited.current = count
  }
  return { bar, awaitSteps }
}

function isEmpty({ rows, meta }: RunReportAnswer): boolean {
  return rows.length === 0 && meta.rowCount === 0
}

function stoppedText(answer: RunReportAnswer | undefined): string {
  const what = answer === undefined ? 'There are no figures yet' : 'The figures below are from the run before'
  return `The report was stopped. ${what}. Refresh to run it again.`
}

function useLastAnswer(answer: RunReportAnswer | undefined): RunReportAnswer | undefined {
  const [last, setLast] = useState(answer)
  if (answer !== undefined && answer !== last) setLast(answer)
  return answer ?? last
}
