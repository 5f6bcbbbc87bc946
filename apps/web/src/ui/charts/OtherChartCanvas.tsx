import 'echarts/lib/chart/heatmap'
import 'echarts/lib/chart/pie'
import 'echarts/lib/chart/scatter'
import 'echarts/lib/component/visualMapContinuous'
import { ChartCanvas, type ChartCanvasProps } from '#web/ui/charts/ChartCanvas.tsx'

/** A drawn chart that is more than bars and lines. */
export function OtherChartCanvas(props: ChartCanvasProps) {
  return <ChartCanvas {...props} />
}
