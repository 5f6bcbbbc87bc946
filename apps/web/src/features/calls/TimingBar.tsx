import type { Call } from '@callboard/contract/calls'
import { listTimings, type Timing, timingLabel, type TimingPart } from '#web/features/calls/call-timings.ts'
import classes from '#web/features/calls/TimingBar.module.css'
import { formatDuration, speakDuration } from '#web/lib/format.ts'
import { DurationText } from '#web/ui/DurationText.tsx'
import { type Palette, usePalette } from '#web/ui/palette.ts'

/** How the call spent its time, as a bar with a legend. */
export function TimingBar({ call }: { call: Call }) {
  const palette = usePalette()
  const timings = listTimings(call)
  if (timings.length === 0) return <p className={classes.none}>The source sent no times for this call.</p>
  return (
    <>
      <div className={classes.bar} role="img" aria-label={spokenTimings(timings)}>
        {timings.map(({ part, share, seconds }) => (
          <span
            key={part}
            className={classes.part}
            title={`${timingLabel(part)} ${formatDuration(seconds)}`}
            style={{ width: `${share * 100}%`, background: colorOf(part, palette) }}
          />
        ))}
      </div>
      <ul className={classes.legend}>
        {timings.map(({ part, seconds }) => (
          <li key={part} className={classes.entry}>
            <span className={classes.mark} style={{ background: colorOf(part, palette) }} />
            <span className={classes.label}>{timingLabel(part)}</span>
            <DurationText seconds={seconds} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Talk has the colour of answered calls; other parts have their own colours. */
function colorOf(part: TimingPart, palette: Palette): string {
  const [, menu, queue, , , ring, hold] = palette.series
  const colors: Record<TimingPart, string | undefined> = {
    ivr: menu,
    queue,
    ring,
    hold,
    talk: palette.answered,
    other: palette.voicemail,
  }
  return colors[part] ?? palette.voicemail
}

function spokenTimings(timings: readonly Timing[]): string {
  return timings.map(({ part, seconds }) => `${timingLabel(part)} ${speakDuration(seconds)}`).join(', ')
}
