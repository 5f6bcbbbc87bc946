import type { Drawing } from '@callboard/contract/charts/drawing'
import classes from '#web/ui/charts/ChartLegend.module.css'
import { Row } from '#web/ui/layout.tsx'
import { usePalette } from '#web/ui/charts/palette.ts'

interface ChartLegendProps {
  drawing: Drawing
}

/** What the colours of bars and lines mean. */
export function ChartLegend({ drawing }: ChartLegendProps) {
  const palette = usePalette()
  const entries = drawing.legend?.(palette) ?? []
  if (entries.length === 0) return null
  return (
    <Row as="ul" gap="4px 16px" wrap tone="quiet" fontSize={13}>
      {entries.map(({ name, color, isDashed }) => (
        <Row as="li" gap={6} align="center" breaks="nowrap" key={name}>
          {isDashed ? (
            <span className={classes.dashes} />
          ) : (
            <span className={classes.mark} style={{ background: color }} />
          )}
          {name}
        </Row>
      ))}
    </Row>
  )
}
