import { type ChartData, seriesColor } from '@callboard/contract/charts/chart-data'
import classes from '#web/ui/ChartLegend.module.css'
import { usePalette } from '#web/ui/palette.ts'

interface ChartLegendProps {
  data: ChartData
}

/** What the colours of bars and lines mean. */
export function ChartLegend({ data }: ChartLegendProps) {
  const palette = usePalette()
  if (!('series' in data)) return null
  return (
    <ul className={classes.legend}>
      {data.series.map((series) => (
        <li key={series.name} className={classes.entry}>
          <span className={classes.mark} style={{ background: seriesColor(series, data.series, palette) }} />
          {series.name}
        </li>
      ))}
      {data.previous !== undefined && (
        <li className={classes.entry}>
          <span className={classes.dashes} />
          {data.previous.name}
        </li>
      )}
    </ul>
  )
}
