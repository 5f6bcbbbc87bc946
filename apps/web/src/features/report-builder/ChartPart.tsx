import { chartTypes, type ReportDefinition } from '@callboard/contract/reports'
import { useId } from 'react'
import { BuilderPart } from '#web/features/report-builder/BuilderPart.tsx'
import { chartKinds, ChartPicture } from '#web/features/report-builder/chart-pictures.tsx'
import { chartProblem } from '#web/features/report-builder/chart-fit.ts'
import classes from '#web/features/report-builder/ChartPart.module.css'

interface ChartPartProps {
  definition: ReportDefinition
  onChange: (chart: ReportDefinition['chart']) => void
}

/** The chart of a report, chosen by its picture. Those that do not suit cannot be chosen, and say why. */
export function ChartPart({ definition, onChange }: ChartPartProps) {
  const name = useId()
  const offered = chartTypes.map((type) => ({ type, problem: chartProblem(type, definition) }))
  const unsuited = offered.filter(({ problem }) => problem !== undefined)
  return (
    <BuilderPart title="Chart">
      <div className={classes.charts} role="radiogroup" aria-label="Chart">
        {offered.map(({ type, problem }) => (
          <label key={type} className={classes.chart} title={problem}>
            <input
              type="radio"
              className={classes.radio}
              name={name}
              checked={definition.chart.type === type}
              disabled={problem !== undefined}
              onChange={() => onChange({ type })}
            />
            <ChartPicture type={type} />
            {chartKinds[type].label}
          </label>
        ))}
      </div>
      {unsuited.length > 0 && (
        <details className={classes.reasons}>
          <summary>Why not the others?</summary>
          <ul>
            {unsuited.map(({ type, problem }) => (
              <li key={type}>
                {chartKinds[type].label}: {problem}
              </li>
            ))}
          </ul>
        </details>
      )}
    </BuilderPart>
  )
}
