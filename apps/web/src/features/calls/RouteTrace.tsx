import type { Call } from '@callboard/contract/calls'
import { formatStep } from '@callboard/contract/call-words'
import classes from '#web/features/calls/RouteTrace.module.css'
import { formatDuration } from '@callboard/contract/format'
import { formatPhone } from '@callboard/contract/format-phone'
import { TimeText } from '#web/ui/TimeText.tsx'

interface RouteTraceProps {
  call: Call
  timeZone: string
}

/** What happened to the call, step by step, each with its distance from the start. */
export function RouteTrace({ call: { routeTrace, startedAt }, timeZone }: RouteTraceProps) {
  if (routeTrace.length === 0)
    return <p className={classes.none}>The source sent no routing steps for this call.</p>
  return (
    <ol className={classes.trace}>
      {routeTrace.map(({ at, step, detail }, index) => (
        <li key={index} className={classes.step}>
          <div>
            <strong>{formatStep(step)}</strong>
            {detail !== '' && <div className={classes.detail}>{withPhones(detail)}</div>}
          </div>
          <div className={classes.when}>
            <TimeText at={at} show="time" timeZone={timeZone} />
            <span className={classes.after}>
              +{formatDuration((Date.parse(at) - Date.parse(startedAt)) / 1000)}
            </span>
          </div>
        </li>
      ))}
    </ol>
  )
}

function withPhones(text: string): string {
  return text.replace(/\+\d{7,15}/g, formatPhone)
}
