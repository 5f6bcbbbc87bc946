import type { ChartKind } from './chart-kind.ts'
import { buildSeries } from './series-chart.ts'
import { mappedDimensions } from './us-map.ts'

/** States or counties on a map; bars of anything else. */
export const map: ChartKind = {
  label: 'Map',
  picture: [
    { path: 'M4 8l9-3 12 2 11-2v11l-7 7-9-3-9 2-7-5z', width: 2 },
    { path: 'M13 5l1 15M25 7l-4 13', width: 1.2 },
  ],
  series: undefined,
  problem: ({ dimensions: [first] }) =>
    first !== undefined && mappedDimensions.has(first.field)
      ? undefined
      : 'Needs states or counties as the first rows.',
  build(input, of) {
    const look = { shape: 'bar', ignoresPivot: true } as const
    if (!mappedDimensions.has(input.answer.columns[0]?.name ?? '')) return buildSeries(input, of, look)
    const bars = buildSeries({ ...input, maxHorizontalBars: undefined }, of, look)
    return { ...bars, isMap: true, hasLegend: false, note: undefined }
  },
}
