import { answerToDraw } from '@callboard/contract/charts/report-series'
import { buildReportChart, chartTitle } from '@callboard/contract/charts/report-chart'
import type { ReportColumn, ReportDefinition, RunReportAnswer } from '@callboard/contract/reports'
import { use } from 'react'
import { Select } from 'antd'
import type { FigureHref } from '#web/features/report-view/figures/columns.tsx'
import { ReportChartView } from '#web/features/report-view/ReportChartView.tsx'
import { WeekStartContext } from '#web/lib/week-start.ts'
import { ChartLegend } from '#web/ui/charts/ChartLegend.tsx'
import { useHiddenSeries } from '#web/ui/charts/hidden-series.ts'
import { useElementWidth } from '#web/ui/element-width.ts'
import { Panel } from '#web/ui/page/Panel.tsx'

import { QuietText } from '#web/ui/layout.tsx'
interface ReportChartPanelProps {
  answer: RunReportAnswer
  chart: ReportDefinition['chart']
  measure: string | undefined
  across: string | undefined
  /** The addresses of the calls behind the figures of an answer. */
  hrefOf: (answer: RunReportAnswer) => FigureHref
  onChange: (choice: { measure: string } | { across: string }) => void
}

/** The chart of a report, with a choice of what it shows. */
export function ReportChartPanel(props: ReportChartPanelProps) {
  const { answer, measure, across, hrefOf, onChange } = props
  const { type, measures } = props.chart
  const weekStartsOn = use(WeekStartContext)
  const [frame, width] = useElementWidth<HTMLElement>()
  const [hidden, onHide] = useHiddenSeries()
  // The sentence below the chart has them.
  const asked = { type, measure, across, measures, width, weekStartsOn, isPartSaid: true }
  const chart = buildReportChart({ answer, ...asked })
  if (chart === undefined) return null
  const drawn = answerToDraw(answer)
  const { drawing, choices, chosen, hasLegend, note } = chart
  return (
    <Panel
      ref={frame}
      title={chartTitle(chart)}
      note={note}
      legend={
        hasLegend === true ? <ChartLegend drawing={drawing} hidden={hidden} onHide={onHide} /> : undefined
      }
      actions={
        choices.length > 1 ? (
          <>
            <FigureSelect
              label="Figure of the chart"
              choices={choices}
              chosen={chosen}
              onChange={(name) => onChange({ measure: name })}
            />
            {chart.across !== undefined && choices.length > 2 && (
              <>
                <QuietText>against</QuietText>
                <FigureSelect
                  label="Figure across"
                  choices={choices.filter((column) => column !== chosen)}
                  chosen={chart.across}
                  onChange={(name) => onChange({ across: name })}
                />
              </>
            )}
          </>
        ) : undefined
      }
    >
      <ReportChartView answer={drawn} chart={chart} hidden={hidden} figureHref={hrefOf(drawn)} />
    </Panel>
  )
}

interface FigureSelectProps {
  label: string
  choices: readonly ReportColumn[]
  chosen: ReportColumn | undefined
  onChange: (name: string) => void
}

function FigureSelect({ label, choices, chosen, onChange }: FigureSelectProps) {
  return (
    <Select
      size="small"
      aria-label={label}
      popupMatchSelectWidth={false}
      value={chosen?.name}
      options={choices.map((column) => ({ value: column.name, label: column.label }))}
      onChange={onChange}
    />
  )
}
