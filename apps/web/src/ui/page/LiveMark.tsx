import type { LiveState } from '#web/lib/api/live-calls.ts'
import { Row } from '#web/ui/layout.tsx'
import classes from '#web/ui/page/LiveMark.module.css'

const words = { live: 'live', connecting: 'connecting…', off: 'not live' } as const satisfies Record<
  LiveState,
  string
>

/** Whether the page follows the calls that come in. */
export function LiveMark({ state }: { state: LiveState }) {
  return (
    <Row as="span" inline gap={6} align="center" role="status">
      <span className={state === 'live' ? classes.on : classes.off} aria-hidden="true" />
      {words[state]}
    </Row>
  )
}
