import 'echarts/lib/chart/bar'
import 'echarts/lib/chart/line'
import 'echarts/lib/component/grid'
import 'echarts/lib/component/tooltip'
import { type EChartsType, init, use as register } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useEffectEvent, useRef } from 'react'
import { chartOptions, type ChartPlace, type Drawing } from '@callboard/contract/charts/drawing'
import { usePalette } from '#web/ui/charts/palette.ts'

// What is not imported one by one is of the same piece as what other charts need.
register(CanvasRenderer)

export interface ChartCanvasProps {
  drawing: Drawing
  /** Series that are switched off. */
  hidden?: ReadonlySet<string> | undefined
  onSelect?: ((place: ChartPlace) => void) | undefined
}

/** A drawn chart of bars and lines; loaded lazily, for ECharts is large. */
export function ChartCanvas({ drawing, hidden, onSelect }: ChartCanvasProps) {
  const hostRef = useRef<HTMLDivElement>(null)
  const chartRef = useRef<EChartsType>(undefined)
  const palette = usePalette()
  const select = useEffectEvent((dataIndex: number, series: string | undefined) => {
    const place = { index: dataIndex, ...(series !== undefined && { series }) }
    onSelect?.(drawing.placeOf?.(dataIndex) ?? place)
  })

  useEffect(() => {
    const host = hostRef.current
    if (host === null) return undefined
    const chart = init(host)
    chartRef.current = chart
    chart.on('click', ({ dataIndex, seriesName }) => {
      if (typeof dataIndex === 'number') select(dataIndex, seriesName)
    })
    const observer = new ResizeObserver(() => chart.resize())
    observer.observe(host)
    return () => {
      observer.disconnect()
      chart.dispose()
      chartRef.current = undefined
    }
  }, [])

  useEffect(() => {
    const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
    const options = chartOptions(drawing, { palette, isMotionReduced, hidden })
    chartRef.current?.setOption(options, { notMerge: true })
    // What is printed is taken before the next frame.
    if (matchMedia('print').matches) chartRef.current?.getZr().flush()
  }, [drawing, palette, hidden])

  return <div ref={hostRef} style={{ width: '100%', height: '100%' }} />
}
