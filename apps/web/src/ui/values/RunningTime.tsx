import { formatDuration } from '@callboard/contract/format'
import { useSecondsSince } from '#web/lib/now.ts'
import classes from '#web/ui/values/RunningTime.module.css'

/** How long something goes on that began at an instant: `0:42`, a second later `0:43`. */
export function RunningTime({ since }: { since: string }) {
  return (
    <span role="timer" className={classes.time}>
      {formatDuration(useSecondsSince(since))}
    </span>
  )
}
