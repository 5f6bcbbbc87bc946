import type { ChartTone } from '@callboard/contract/charts/drawing'
import classes from '#web/ui/charts/ShareBar.module.css'

type BarTone = Exclude<ChartTone, 'previous' | 'others'>

interface ShareBarProps {
  parts: readonly { tone: BarTone; value: number }[]
  /** The figure of a bar of full length. */
  max: number
}

const tones = {
  answered: classes.answered,
  voicemail: classes.voicemail,
  missed: classes.missed,
} as const satisfies Record<BarTone, string | undefined>

/** A bar in a cell of a table, beside the figures that it draws; hidden from screen readers. */
export function ShareBar({ parts, max }: ShareBarProps) {
  return (
    <div className={classes.track} aria-hidden="true">
      {parts.map(({ tone, value }) => (
        <span
          key={tone}
          className={tones[tone]}
          style={{ width: `${max === 0 ? 0 : (value / max) * 100}%` }}
        />
      ))}
    </div>
  )
}
