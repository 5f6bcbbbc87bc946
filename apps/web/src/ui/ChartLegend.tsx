import type { Drawing } from '@callboard/contract/charts/drawing'
import classes from '#web/ui/ChartLegend.module.css'
import { usePalette } from '#web/ui/palette.ts'

interface ChartLegendProps {
  drawing: Drawing
}

/** What the colours of bars and lines mean. */
export function ChartLegend({ drawing }: ChartLegendProps) {
  const palette = usePalette()
  const entries = drawing.legend?.(palette) ?? []
  if (entries.length === 0) return null
  return (
    <ul className={classes.legend}>
      {entries.map(({ name, color, isDashed }) => (
        <li key={name} className={classes.entry}>
          {isDashed ? (
            <span className={classes.dashes} />
          ) : (
            <span className={classes.mark} style={{ background: color }} />
          )}
          {name}
        </li>
      ))}
    </ul>
  )
}
