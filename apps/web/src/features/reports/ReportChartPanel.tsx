import { mappedDimensions } from '@callboard/contract/charts/us-map'
import type { Cell, ReportColumn, ReportDefinition, RunReportAnswer } from '@callboard/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useNavigate } from 'react-router'
import type { FigureHref } from '#web/features/reports/columns.tsx'
import { ReportMap } from '#web/features/reports/ReportMap.tsx'
import { buildReportChart, summarizeChart } from '@callboard/contract/charts/report-chart'
import { systemSettingsQuery } from '#web/lib/system-settings-query.ts'
import { Chart } from '#web/ui/Chart.tsx'
import type { ChartPlace } from '@callboard/contract/charts/chart-data'
import { ChartLegend } from '#web/ui/ChartLegend.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import classes from '#web/features/reports/ReportChartPanel.module.css'

interface ReportChartPanelProps {
  answer: RunReportAnswer
  chart: ReportDefinition['chart']
  measure: string | undefined
  across: string | undefined
  figureHref: FigureHref
  onChange: (choice: { measure: string } | { across: string }) => void
}

/** The chart of a report; a click on a part of it leads to the calls. */
export function ReportChartPanel(props: ReportChartPanelProps) {
  const { answer, measure, across, figureHref, onChange } = props
  const { type, measures } = props.chart
  const navigate = useNavigate()
  const weekStartsOn = useQuery(systemSettingsQuery).data?.weekStartsOn ?? 1
  const chart = buildReportChart({ answer, type, measure, across, measures, weekStartsOn })
  if (chart === undefined) return null
  function open(figure: { column: ReportColumn; row: readonly Cell[] } | undefined) {
    const href = figure === undefined ? undefined : figureHref(figure.column, figure.row)
    if (href !== undefined) void navigate(href)
  }
  const { data, choices, chosen, note, figureAt } = chart
  const hasLegend = chosen === undefined || answer.comparison !== undefined || answer.pivot !== undefined
  const isMap = type === 'map' && mappedDimensions.has(answer.columns[0]?.name ?? '')
  const summary = summarizeChart(answer, chart)
  const select = (place: ChartPlace) => open(figureAt(place))
  return (
    <Panel
      title={chosen?.label ?? 'Outcome of inbound calls'}
      note={isMap ? undefined : note}
      legend={hasLegend && !isMap ? <ChartLegend data={data} /> : undefined}
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
                <span className={classes.against}>against</span>
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
      {isMap ? (
        <ReportMap
          answer={answer}
          chart={chart}
          summary={summary}
          hrefOf={(row) => (chosen === undefined ? undefined : figureHref(chosen, row))}
          onSelect={select}
        />
      ) : (
        <Chart data={data} summary={summary} onSelect={select} />
      )}
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
