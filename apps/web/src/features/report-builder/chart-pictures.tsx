import type { ReactNode } from 'react'
import type { ChartType } from '#web/features/report-builder/chart-fit.ts'

interface ChartKind {
  label: string
  picture: ReactNode
}

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 2 } as const
const cells = [0.9, 0.3, 0.6, 0.2, 0.5, 1, 0.3, 0.7, 0.4, 0.2, 0.8, 0.5]

/** What each chart is called and looks like. */
export const chartKinds: Readonly<Record<ChartType, ChartKind>> = {
  none: {
    label: 'No chart',
    picture: <path d="M4 7h32M4 14h32M4 21h32M15 4v20" {...line} strokeWidth={1.5} />,
  },
  bar: {
    label: 'Bars',
    picture: <path d="M7 24V12M16 24V5M25 24v-9M34 24V9" {...line} strokeWidth={5} />,
  },
  line: {
    label: 'Line',
    picture: <path d="M4 20l8-8 8 4 8-11 8 6" {...line} strokeLinejoin="round" />,
  },
  area: {
    label: 'Area',
    picture: (
      <>
        <path d="M4 24v-5l8-7 8 4 8-9 8 5v12z" fill="currentColor" opacity={0.35} />
        <path d="M4 19l8-7 8 4 8-9 8 5" {...line} strokeLinejoin="round" />
      </>
    ),
  },
  horizontalBar: {
    label: 'Lying bars',
    picture: <path d="M4 6h30M4 14h20M4 22h11" {...line} strokeWidth={5} />,
  },
  scatter: {
    label: 'Scatter',
    picture: [
      [8, 21],
      [14, 16],
      [18, 19],
      [23, 11],
      [30, 13],
      [34, 5],
    ].map(([x, y]) => <circle key={x} cx={x} cy={y} r={2.4} fill="currentColor" />),
  },
  stackedBar: {
    label: 'Stacked bars',
    picture: (
      <>
        <path d="M8 24v-7M20 24V13M32 24v-8" {...line} strokeWidth={6} />
        <path d="M8 16V9M20 12V4M32 15V8" {...line} strokeWidth={6} opacity={0.45} />
      </>
    ),
  },
  heatMap: {
    label: 'Heat map',
    picture: cells.map((opacity, index) => (
      <rect
        key={index}
        x={4 + (index % 4) * 8}
        y={3 + Math.floor(index / 4) * 8}
        width={7}
        height={7}
        fill="currentColor"
        opacity={opacity}
      />
    )),
  },
  map: {
    label: 'Map',
    picture: (
      <>
        <path d="M4 8l9-3 12 2 11-2v11l-7 7-9-3-9 2-7-5z" {...line} strokeLinejoin="round" />
        <path d="M13 5l1 15M25 7l-4 13" {...line} strokeWidth={1.2} />
      </>
    ),
  },
  pie: {
    label: 'Pie',
    picture: (
      <>
        <circle cx={20} cy={14} r={10} {...line} />
        <path d="M20 14V4a10 10 0 0 1 9 14z" fill="currentColor" />
      </>
    ),
  },
}

/** A chart as a small drawing. */
export function ChartPicture({ type }: { type: ChartType }) {
  return (
    <svg viewBox="0 0 40 28" width={40} height={28} aria-hidden>
      {chartKinds[type].picture}
    </svg>
  )
}
