import { formatTimeZone } from '@callboard/contract/format-time-zone'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { useNow } from '#web/lib/now.ts'
import { formatDate, formatDateTime, formatRecent, formatTime } from '@callboard/contract/format-time'
import classes from '#web/ui/values/TimeText.module.css'
import { NoValue } from '#web/ui/values/NoValue.tsx'

interface TimeTextProps {
  /** Instant in UTC; null where it is not known. */
  at: string | null | undefined
  /** `recent`: only the time for today, the day as well for others. */
  show?: 'dateTime' | 'date' | 'time' | 'recent'
  /** The user's own unless given. */
  timeZone?: string
}

/** An instant in the user's zone; the page names the zone once, and so does the tooltip. */
export function TimeText({ at, show = 'dateTime', timeZone }: TimeTextProps) {
  const ownZone = useTimeZone()
  const now = useNow()
  if (at === null || at === undefined) return <NoValue />
  const zone = timeZone ?? ownZone
  return (
    <time
      dateTime={at}
      title={`${formatDateTime(at, zone)} ${formatTimeZone(zone)}`}
      className={classes.time}
    >
      {write(at, show, { zone, now })}
    </time>
  )
}

interface TimeContext {
  zone: string
  now: Temporal.Instant
}

function write(at: string, show: NonNullable<TimeTextProps['show']>, { zone, now }: TimeContext): string {
  if (show === 'time') return formatTime(at, zone)
  if (show === 'date') return formatDate(at, zone)
  if (show === 'recent') return formatRecent(at, zone, now)
  return formatDateTime(at, zone)
}
