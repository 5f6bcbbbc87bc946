import {
  listTimings,
  type TimedCall,
  type Timing,
  type TimingPart,
} from '#web/features/calls/call-timings.ts'
import classes from '#web/features/calls/TimingBar.module.css'
import { formatDuration, speakDuration } from '@callboard/contract/format'
import { DurationText } from '#web/ui/DurationText.tsx'
import { usePalette } from '#web/ui/palette.ts'
import type { Palette } from '@callboard/contract/charts/palette'

/** How the call spent its time, as a bar with a legend. */
export function TimingBar({ call }: { call: TimedCall }) {
  const palette = usePalette()
  const timings = listTimings(call)
  if (timings.length === 0) return <p className={classes.none}>The source sent no times for this call.</p>
  const sum = timings.reduce((total, { seconds }) => total + seconds, 0)
  return (
    <>
      <div className={classes.bar} role="img" aria-label={spokenTimings(timings)}>
        {timings.map(({ part, label, share, seconds, onHold = 0 }) => (
          <span
            key={part}
            className={classes.part}
            title={`${label} ${formatDuration(seconds)}`}
            style={{ width: `${share * 100}%`, background: colorOf(part, palette) }}
          >
            {onHold > 0 && (
              <span
                className={classes.hold}
                title={`On hold ${formatDuration(onHold)}`}
                style={{ width: `${(onHold / seconds) * 100}%`, background: colorOf('hold', palette) }}
              />
            )}
          </span>
        ))}
      </div>
      <ul className={classes.legend}>
        {timings.map(({ part, label, seconds, onHold = 0 }) => (
          <li key={part} className={classes.entry}>
            <Mark part={part} />
            <span className={classes.label}>{label}</span>
            <DurationText seconds={seconds} />
            {onHold > 0 && (
              <>
                <span className={classes.label}>of it</span>
                <Mark part="hold" />
                <span className={classes.label}>on hold</span>
                <DurationText seconds={onHold} />
              </>
            )}
          </li>
        ))}
      </ul>
      {typeof call.duration === 'number' && sum > call.duration && (
        <p className={classes.none}>
          The parts that the source sent add up to {formatDuration(sum)}, more than the call.
        </p>
      )}
    </>
  )
}

function Mark({ part }: { part: TimingPart }) {
  return <span className={classes.mark} style={{ background: colorOf(part, usePalette()) }} />
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
  return timings
    .map(({ label, seconds, onHold }) => {
      const hold = onHold === undefined ? '' : `, of it ${speakDuration(onHold)} on hold`
      return `${label} ${speakDuration(seconds)}${hold}`
    })
    .join(', ')
}
