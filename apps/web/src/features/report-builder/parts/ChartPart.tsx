import { columnWords } from '@callboard/contract/measure-words'
import { isDrawn } from '@callboard/contract/charts/chart-kind'
import { chartProblem } from '@callboard/contract/charts/report-chart'
import { chartTypes } from '@callboard/contract/charts/chart-types'
import { type ReportDefinition, defaultAnswerSeconds } from '@callboard/contract/reports'
import { Select } from 'antd'
import { useId } from 'react'
import { BuilderPart } from '#web/features/report-builder/parts/BuilderPart.tsx'
import { chartLabel, ChartPicture } from '#web/features/report-builder/ChartPicture.tsx'
import classes from '#web/features/report-builder/parts/ChartPart.module.css'
import { Grid, Stack } from '#web/ui/layout.tsx'

interface ChartPartProps {
  definition: ReportDefinition
  onChange: (chart: ReportDefinition['chart']) => void
}

/** The chart of a report, chosen by its picture. Those that do not suit cannot be chosen, and say why. */
export function ChartPart({ definition, onChange }: ChartPartProps) {
  const name = useId()
  const offered = chartTypes.map((type) => ({ type, problem: chartProblem(type, definition) }))
  const drawable = definition.chart.type === 'none' ? [] : definition.measures.filter(isDrawn)
  const unsuited = offered.filter(({ problem }) => problem !== undefined)
  return (
    <BuilderPart title="Chart">
      <Grid columns="repeat(auto-fill, minmax(88px, 1fr))" gap={6} role="radiogroup" aria-label="Chart">
        {offered.map(({ type, problem }) => (
          <label key={type} className={classes.chart} title={problem}>
            <input
              type="radio"
              className={classes.radio}
              name={name}
              checked={definition.chart.type === type}
              disabled={problem !== undefined}
              onChange={() => onChange({ ...definition.chart, type })}
            />
            <ChartPicture type={type} />
            {chartLabel(type)}
          </label>
        ))}
      </Grid>
      {drawable.length > 1 && (
        <Stack gap={4}>
          <label htmlFor={`${name}-drawn`}>
            {definition.chart.type === 'scatter' ? 'Vertical axis, then horizontal axis' : 'Figures to draw'}
          </label>
          <Select
            id={`${name}-drawn`}
            mode="multiple"
            allowClear
            placeholder="All figures, starting with the first"
            value={definition.chart.measures ?? []}
            options={drawable.map((column) => ({
              value: column,
              label: columnWords(column, definition.answerWithinSeconds ?? defaultAnswerSeconds).label,
            }))}
            onChange={(chosen) =>
              onChange({ ...definition.chart, measures: chosen.length === 0 ? undefined : chosen })
            }
          />
        </Stack>
      )}
      {unsuited.length > 0 && (
        <details className={classes.reasons}>
          <summary>Why are some unavailable?</summary>
          <ul>
            {unsuited.map(({ type, problem }) => (
              <li key={type}>
                {chartLabel(type)}: {problem}
              </li>
            ))}
          </ul>
        </details>
      )}
    </BuilderPart>
  )
}
