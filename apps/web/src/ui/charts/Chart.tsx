import { Suspense } from 'react'
import { lazyExport, preload } from '#web/lib/lazy-export.ts'
import type { ChartPlace, Drawing } from '@callboard/contract/charts/drawing'
import classes from '#web/ui/charts/Chart.module.css'
import { ChartTable } from '#web/ui/charts/ChartTable.tsx'

const ChartCanvas = lazyExport(() => import('#web/ui/charts/ChartCanvas.tsx'), 'ChartCanvas')

/** Loads what draws charts, while their figures are asked for. */
export const preloadCharts = () => void preload(ChartCanvas)

export type ChartView = 'chart' | 'table'

interface ChartProps {
  drawing: Drawing
  /** What the chart shows in a sentence or two, for those who do not see it. */
  summary: string
  /** Pixels; what the chart needs unless given. */
  height?: number
  /** The table holds the same figures. */
  view?: ChartView
  /** Series that are switched off. */
  hidden?: ReadonlySet<string> | undefined
  onSelect?: ((place: ChartPlace) => void) | undefined
}

/** A chart, or the table with the same figures. */
export function Chart(props: ChartProps) {
  const { drawing, summary, height = drawing.height, view = 'chart', hidden, onSelect } = props
  if (view === 'table')
    return <ChartTable drawing={drawing} summary={summary} maxHeight={height} onSelect={onSelect} />
  return (
    <div role="img" aria-label={summary} className={classes.picture} style={{ height }}>
      <Suspense fallback={<div className={classes.waiting} aria-busy="true" />}>
        <ChartCanvas drawing={drawing} hidden={hidden} onSelect={onSelect} />
      </Suspense>
    </div>
  )
}
