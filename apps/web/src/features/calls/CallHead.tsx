import type { PartialCall } from '@callboard/contract/calls'
import classes from '#web/features/calls/CallHead.module.css'
import { directionLabels } from '@callboard/contract/call-words'
import { formatCounted } from '@callboard/contract/format'
import { PhoneText } from '#web/ui/PhoneText.tsx'
import { StatusTag } from '#web/ui/StatusTag.tsx'
import { TimeText } from '#web/ui/TimeText.tsx'

interface CallHeadProps {
  call: PartialCall
  timeZone: string
}

/** Who called, when, and how it ended. */
export function CallHead({ call, timeZone }: CallHeadProps) {
  return (
    <div className={classes.head}>
      <div className={classes.line}>
        {call.status !== undefined && <StatusTag status={call.status} />}
        {call.direction !== undefined && <span>{directionLabels[call.direction]}</span>}
        <TimeText at={call.startedAt} timeZone={timeZone} />
      </div>
      <h2 className={classes.caller}>
        <PhoneText number={call.callerNumber} missing="Number withheld" />
        {typeof call.callerName === 'string' && <span className={classes.name}>{call.callerName}</span>}
      </h2>
      <div className={classes.line}>{historyOf(call)}</div>
    </div>
  )
}

function historyOf({ firstTime, priorCalls }: PartialCall): string | undefined {
  if (firstTime === true) return 'First call of this caller'
  return priorCalls === undefined || priorCalls === null
    ? undefined
    : `${formatCounted(priorCalls, 'call')} before this one`
}
