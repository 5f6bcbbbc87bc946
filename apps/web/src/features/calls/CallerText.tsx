import type { PartialCall } from '@callboard/contract/calls'
import classes from '#web/features/calls/CallerText.module.css'
import { PhoneText } from '#web/ui/PhoneText.tsx'

interface CallerTextProps {
  call: Pick<PartialCall, 'callerNumber' | 'callerName' | 'firstTime'>
}

/** Number and name of the caller, and whether it is their first call. */
export function CallerText({ call: { callerNumber, callerName, firstTime } }: CallerTextProps) {
  return (
    <>
      <PhoneText number={callerNumber} />
      {firstTime === true && <span className={classes.first}>new</span>}
      {typeof callerName === 'string' && <span className={classes.name}>{callerName}</span>}
    </>
  )
}
