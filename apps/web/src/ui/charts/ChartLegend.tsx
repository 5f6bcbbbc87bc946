import type { Drawing, LegendEntry } from '@callboard/contract/charts/drawing'
import classes from '#web/ui/charts/ChartLegend.module.css'
import type { HiddenSeries } from '#web/ui/charts/hidden-series.ts'
import { Row } from '#web/ui/layout.tsx'
import { usePalette } from '#web/ui/charts/palette.ts'

interface ChartLegendProps {
  drawing: Drawing
  hidden?: HiddenSeries
  /** Switches series off and on. */
  onHide?: (hidden: HiddenSeries) => void
}

/** What the colours of bars and lines mean. Where there are several series, each is switched off and on. */
export function ChartLegend({ drawing, hidden, onHide }: ChartLegendProps) {
  const palette = usePalette()
  const entries = drawing.legend?.(palette) ?? []
  if (entries.length === 0) return null
  const isSwitched = drawing.canHide === true && onHide !== undefined && entries.length > 1
  const shown = entries.filter(({ name }) => hidden?.has(name) !== true)
  function toggle(name: string) {
    const toggled = new Set(hidden)
    if (!toggled.delete(name)) toggled.add(name)
    // Without any series there would be no chart: the last one brings back all.
    onHide?.(entries.every((one) => toggled.has(one.name)) ? new Set() : toggled)
  }
  return (
    <Row as="ul" gap="4px 16px" wrap tone="quiet" fontSize={13}>
      {entries.map((entry) => (
        <Row as="li" align="center" breaks="nowrap" key={entry.name}>
          {isSwitched ? (
            <button
              type="button"
              className={classes.switch}
              aria-pressed={shown.includes(entry)}
              title={shown.includes(entry) ? 'Hide in the chart' : 'Show in the chart'}
              onClick={() => toggle(entry.name)}
            >
              <Mark {...entry} />
            </button>
          ) : (
            <span className={classes.entry}>
              <Mark {...entry} />
            </span>
          )}
        </Row>
      ))}
      {isSwitched && shown.length < entries.length && (
        <Row as="li" align="center">
          <button type="button" className={classes.all} onClick={() => onHide(new Set())}>
            Show all
          </button>
        </Row>
      )}
    </Row>
  )
}

function Mark({ name, color, isDashed }: LegendEntry) {
  return (
    <>
      {isDashed ? (
        <span className={classes.dashes} />
      ) : (
        <span className={classes.mark} style={{ background: color }} />
      )}
      {name}
    </>
  )
}
