import { type ComponentType, Suspense } from 'react'
import { lazyExport, preload } from '#web/lib/lazy-export.ts'
import type { ChartPlace, Drawing, EChartsSeries } from '@callboard/contract/charts/drawing'
import classes from '#web/ui/charts/Chart.module.css'
import type { ChartCanvasProps } from '#web/ui/charts/ChartCanvas.tsx'
import { ChartTable } from '#web/ui/charts/ChartTable.tsx'
import { usePalette } from '#web/ui/charts/palette.ts'

const ChartCanvas = lazyExport(() => import('#web/ui/charts/ChartCanvas.tsx'), 'ChartCanvas')

const OtherChartCanvas = lazyExport(() => import('#web/ui/charts/OtherChartCanvas.tsx'), 'OtherChartCanvas')

/** Most charts are bars and lines: what draws the others is loaded for these alone. */
const canvases: Record<EChartsSeries, ComponentType<ChartCanvasProps>> = {
  bar: ChartCanvas,
  line: ChartCanvas,
  heatmap: OtherChartCanvas,
  pie: OtherChartCanvas,
  scatter: OtherChartCanvas,
}

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
  const palette = usePalette()
  if (view === 'table')
    return <ChartTable drawing={drawing} summary={summary} maxHeight={height} onSelect={onSelect} />
  const [series] = drawing.options(palette).series
  const Canvas = canvases[series?.type ?? 'bar']
  return (
    <div role="img" aria-label={summary} className={classes.picture} style={{ height }}>
      <Suspense fallback={<div className={classes.waiting} aria-busy="true" />}>
        <Canvas drawing={drawing} hidden={hidden} onSelect={onSelect} />
      </Suspense>
    </div>
  )
}
