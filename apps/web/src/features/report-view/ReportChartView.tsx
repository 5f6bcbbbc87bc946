import type { ChartPlace } from '@callboard/contract/charts/drawing'
import type { ReportChart } from '@callboard/contract/charts/charted-answer'
import { summarizeChart } from '@callboard/contract/charts/report-chart'
import type { RunReportAnswer } from '@callboard/contract/reports'
import { useNavigate } from 'react-router'
import type { FigureHref } from '#web/features/report-view/figures/columns.tsx'
import { ReportMap } from '#web/features/report-view/ReportMap.tsx'
import { Chart } from '#web/ui/charts/Chart.tsx'

interface ReportChartViewProps {
  answer: RunReportAnswer
  chart: ReportChart
  /** Series that are switched off. */
  hidden?: ReadonlySet<string> | undefined
  figureHref: FigureHref
}

/** The chart of a report; a click on a part of it leads to the calls. */
export function ReportChartView({ answer, chart, hidden, figureHref }: ReportChartViewProps) {
  const navigate = useNavigate()
  const { drawing, chosen, figureAt } = chart
  const summary = summarizeChart(answer, chart)
  function open(place: ChartPlace) {
    const figure = figureAt(place)
    const href = figure === undefined ? undefined : figureHref(figure.column, figure.row)
    if (href !== undefined) void navigate(href)
  }
  if (chart.isMap !== true)
    return <Chart drawing={drawing} summary={summary} hidden={hidden} onSelect={open} />
  return (
    <ReportMap
      answer={answer}
      chart={chart}
      summary={summary}
      hrefOf={(row) => (chosen === undefined ? undefined : figureHref(chosen, row))}
      onSelect={open}
    />
  )
}
