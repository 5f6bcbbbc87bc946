import { chartOptions, type Drawing, type EChartsSeries } from '@callboard/contract/charts/drawing'
import type { Palette } from '@callboard/contract/charts/palette'
import { BarChart, HeatmapChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import { GridComponent, TooltipComponent, VisualMapContinuousComponent } from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import type { ChartPicture } from './chart-picture.ts'

const seriesCharts = {
  bar: BarChart,
  heatmap: HeatmapChart,
  line: LineChart,
  pie: PieChart,
  scatter: ScatterChart,
} satisfies Record<EChartsSeries, unknown>

register([
  ...Object.values(seriesCharts),
  GridComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
  SVGRenderer,
])

/** A chart as the page of its report draws it. */
export function drawChart(
  drawing: Drawing,
  { palette, width, height }: { palette: Palette; width: number; height: number },
): ChartPicture {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption(chartOptions(drawing, { palette, isMotionReduced: true }))
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
