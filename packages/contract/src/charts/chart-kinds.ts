import type { ChartKind } from './chart-kind.ts'
import type { ChartType } from './charted-answer.ts'
import { heatMap } from './heat-map.ts'
import { map } from './map-chart.ts'
import { pie } from './pie-chart.ts'
import { scatter } from './scatter-chart.ts'
import { area, bar, horizontalBar, line, stackedBar } from './series-chart.ts'

export const chartKinds: Readonly<Record<Exclude<ChartType, 'none'>, ChartKind>> = {
  line,
  area,
  bar,
  stackedBar,
  horizontalBar,
  heatMap,
  pie,
  map,
  scatter,
}
