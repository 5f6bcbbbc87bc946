import { BarChart, HeatmapChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import { GridComponent, TooltipComponent, VisualMapContinuousComponent } from 'echarts/components'
import { type EChartsType, init, use as register } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { ChartData, ChartPlace } from '@callboard/contract/charts/chart-data'
import { chartOptions, heatMapPlace } from '@callboard/contract/charts/chart-options'
import { usePalette } from '#web/ui/palette.ts'

register([
  BarChart,
  HeatmapChart,
  LineChart,
  PieChart,
  ScatterChart,
  GridComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
  CanvasRenderer,
])

interface ChartCanvasProps {
  data: ChartData
  onSelect?: ((place: ChartPlace) => void) | undefined
}

/** The drawn chart; loaded lazily, for ECharts is large. */
export function ChartCanvas({ data, onSelect }: ChartCanvasProps) {
  const hostRef = useRef<HTMLDivElement>(null)
  const chartRef = useRef<EChartsType>(undefined)
  const palette = usePalette()
  const select = useEffectEvent((dataIndex: number, series: string | undefined) => {
    if (onSelect === undefined) return
    if (data.type === 'heatMap') onSelect(heatMapPlace(dataIndex, data))
    else onSelect({ index: dataIndex, ...(series === undefined ? {} : { series }) })
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
    chartRef.current?.setOption(chartOptions(data, palette, isMotionReduced), { notMerge: true })
  }, [data, palette])

  return <div ref={hostRef} style={{ width: '100%', height: '100%' }} />
}
