import { dayOf } from '@callboard/contract/calendar'
import { formatBucketInFull, formatTime } from '@callboard/contract/format-time'
import { nextRuns, type Schedule, scheduleWords } from '@callboard/contract/schedule'
import classes from '#web/features/subscriptions/NextRuns.module.css'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { useNow } from '#web/lib/now.ts'
import { Grid, QuietText } from '#web/ui/layout.tsx'

const shownRuns = 3

interface NextRunsProps {
  /** A valid one. */
  schedule: Schedule
  /** Nothing runs by itself. */
  isPaused?: boolean
  /** Why the portal paused it. */
  pausedReason?: string | null
}

/** A schedule in words, and the next times it is due: in its zone, and for the user where they read another one. */
export function NextRuns({ schedule, isPaused = false, pausedReason = null }: NextRunsProps) {
  const ownZone = useTimeZone()
  const now = useNow()
  const { timeZone } = schedule
  const runs = isPaused ? [] : nextRuns(schedule, now.toString(), shownRuns)
  return (
    <Grid gap={2} breaks="anywhere">
      <span>{scheduleWords(schedule)}</span>
      {isPaused ? (
        <QuietText>Paused: {pausedReason ?? 'nothing is sent until it is resumed'}</QuietText>
      ) : (
        <ol className={classes.times} aria-label="Next runs">
          {runs.map((at) => (
            <li key={at}>
              <time dateTime={at}>
                {dayWords(at, timeZone)}, {minuteOf(at, timeZone)}
              </time>
              {minuteOf(at, ownZone) !== minuteOf(at, timeZone) &&
                ` (${ownWords(at, { timeZone, ownZone })})`}
            </li>
          ))}
        </ol>
      )}
    </Grid>
  )
}

/** `Mon, Nov 30, 2026` */
function dayWords(at: string, timeZone: string): string {
  return formatBucketInFull(dayOf(at, timeZone), 'day')
}

/** `15:00 for you`, with the day where it is another one. */
function ownWords(at: string, { timeZone, ownZone }: { timeZone: string; ownZone: string }): string {
  const day = dayOf(at, ownZone) === dayOf(at, timeZone) ? '' : `${dayWords(at, ownZone)}, `
  return `${day}${minuteOf(at, ownZone)} for you`
}

function minuteOf(at: string, timeZone: string): string {
  return formatTime(at, timeZone).slice(0, 5)
}
