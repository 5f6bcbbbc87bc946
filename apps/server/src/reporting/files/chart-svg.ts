import type { ChartData } from '@callboard/contract/charts/chart-data'
import { chartOptions } from '@callboard/contract/charts/chart-options'
import type { Palette } from '@callboard/contract/charts/palette'
import { BarChart, HeatmapChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import { GridComponent, TooltipComponent, VisualMapContinuousComponent } from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import type { ChartPicture } from './chart-picture.ts'

register([
  BarChart,
  HeatmapChart,
  LineChart,
  PieChart,
  ScatterChart,
  GridComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
  SVGRenderer,
])

/** A chart as the page of its report draws it. */
export function drawChart(
  data: ChartData,
  { palette, width, height }: { palette: Palette; width: number; height: number },
): ChartPicture {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption(chartOptions(data, palette, true))
    return { svg: plainSvg(chart.renderToSVGString()), width, height }
  } finally {
    // Its clock would keep the process alive.
    chart.dispose()
  }
}

/** Without what ECharts adds for pointers: rules for hovering, and which datum a shape is of. */
function plainSvg(svg: string): string {
  return svg
    .replace(/<style[^]*?<\/style>/, '')
    .replace(/ (class|pointer-events|ecmeta_\w+)="[^"]*"/g, '')
    .replace(/\n/g, '')
}
