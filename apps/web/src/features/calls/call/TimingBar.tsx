import {
  listTimings,
  type TimedCall,
  type Timing,
  type TimingPart,
} from '#web/features/calls/call/call-timings.ts'
import classes from '#web/features/calls/call/TimingBar.module.css'
import { formatDuration, speakDuration } from '@callboard/contract/format'
import { DurationText } from '#web/ui/values/DurationText.tsx'
import { Hint, QuietText, Row } from '#web/ui/layout.tsx'
import { usePalette } from '#web/ui/charts/palette.ts'
import type { Palette } from '@callboard/contract/charts/palette'

/** How the call spent its time, as a bar with a legend. */
export function TimingBar({ call }: { call: TimedCall }) {
  const palette = usePalette()
  const timings = listTimings(call)
  if (timings.length === 0) return <Hint>The source sent no times for this call.</Hint>
  const sum = timings.reduce((total, { seconds }) => total + seconds, 0)
  return (
    <>
      <div className={classes.bar} role="img" aria-label={spokenTimings(timings)}>
        {timings.map(({ part, label, share, seconds, onHold = 0 }) => (
          <Row
            as="span"
            align="flex-end"
            minWidth={3}
            key={part}

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
          </Row>
        ))}
      </div>
      <Row as="ul" gap="4px 20px" wrap margin="10px 0 0">
        {timings.map(({ part, label, seconds, onHold = 0 }) => (
          <Row as="li" gap={6} align="center" key={part}>
            <Mark part={part} />
            <QuietText>{label}</QuietText>
            <DurationText seconds={seconds} />
            {onHold > 0 && (
              <>
                <QuietText>of it</QuietText>
                <Mark part="hold" />
                <QuietText>on hold</QuietText>
                <DurationText seconds={onHold} />
              </>
            )}
          </Row>
        ))}
      </Row>
      {typeof call.duration === 'number' && sum > call.duration && (
        <Hint>
          The times that the source sent add up to {formatDuration(sum)}, which is longer than the call.
        </Hint>
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
      const hold = onHold === undefined ? '' : `, including ${speakDuration(onHold)} on hold`
      return `${label} ${speakDuration(seconds)}${hold}`
    })
    .join(', ')
}
