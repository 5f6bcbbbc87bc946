import type { ChartKind } from '@callboard/contract/charts/chart-kind'
import { chartKinds } from '@callboard/contract/charts/chart-kinds'
import type { ReportDefinition } from '@callboard/contract/reports'

type ChartType = ReportDefinition['chart']['type']

/** A table, for a report without a chart. */
const noPicture: ChartKind['picture'] = [{ path: 'M4 7h32M4 14h32M4 21h32M15 4v20', width: 1.5 }]

export function chartLabel(type: ChartType): string {
  return type === 'none' ? 'No chart' : chartKinds[type].label
}

/** A chart as a small drawing. */
export function ChartPicture({ type }: { type: ChartType }) {
  return (
    <svg viewBox="0 0 40 28" width={40} height={28} aria-hidden>
      {(type === 'none' ? noPicture : chartKinds[type].picture).map(({ path, width, opacity }) => (
        <path
          key={path}
          d={path}
          opacity={opacity}
          fill={width === undefined ? 'currentColor' : 'none'}
          stroke={width === undefined ? 'none' : 'currentColor'}
          strokeWidth={width}
          strokeLinejoin="round"
        />
      ))}
    </svg>
  )
}
