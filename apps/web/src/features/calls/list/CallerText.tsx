import type { PartialCall } from '@callboard/contract/calls'
import classes from '#web/features/calls/list/CallerText.module.css'
import { DirectionMark } from '#web/ui/values/DirectionMark.tsx'
import { PhoneText } from '#web/ui/values/PhoneText.tsx'

interface CallerTextProps {
  call: Pick<PartialCall, 'direction' | 'callerNumber' | 'callerName' | 'firstTime'>
}

/** Number and name of the caller, which way the call went, and whether it is their first one. */
export function CallerText({ call: { direction, callerNumber, callerName, firstTime } }: CallerTextProps) {
  return (
    <span className={classes.caller}>
      <DirectionMark direction={direction} />
      <PhoneText number={callerNumber} />
      {firstTime === true && <span className={classes.first}>new</span>}
      {typeof callerName === 'string' && (
        <span className={classes.name} title={callerName}>
          {callerName}
        </span>
      )}
    </span>
  )
}
