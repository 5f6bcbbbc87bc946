/** The kinds of charts of a report; a reader may also have none. */
export const chartTypes = [
  'none',
  'line',
  'area',
  'bar',
  'stackedBar',
  'horizontalBar',
  'heatMap',
  'pie',
  'map',
  'scatter',
] as const
