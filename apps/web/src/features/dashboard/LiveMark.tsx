import classes from '#web/features/dashboard/LiveMark.module.css'
import type { LiveState } from '#web/lib/live-calls.ts'

interface LiveMarkProps {
  state: LiveState
}

const words = { live: 'live', connecting: 'connecting…', off: 'not live' } as const satisfies Record<
  LiveState,
  string
>

/** Whether the page follows the calls that come in. */
export function LiveMark({ state }: LiveMarkProps) {
  return (
    <span className={classes.mark} role="status">
      <span className={state === 'live' ? classes.on : classes.off} aria-hidden="true" />
      {words[state]}
    </span>
  )
}
