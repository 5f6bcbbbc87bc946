import type { PartialCall } from '@callboard/contract/calls'
import classes from '#web/features/calls/list/ContactText.module.css'
import { DirectionMark } from '#web/ui/values/DirectionMark.tsx'
import { PhoneText } from '#web/ui/values/PhoneText.tsx'

interface ContactTextProps {
  call: Pick<PartialCall, 'direction' | 'contactNumber' | 'callerName' | 'firstTime'>
}

/** Number and name of who called or was called, which way the call went, and whether it is their first one. */
export function ContactText({ call: { direction, contactNumber, callerName, firstTime } }: ContactTextProps) {
  return (
    <span className={classes.contact}>
      <DirectionMark direction={direction} />
      <PhoneText number={contactNumber} />
      {firstTime === true && <span className={classes.first}>new</span>}
      {typeof callerName === 'string' && (
        <span className={classes.name} title={callerName}>
          {callerName}
        </span>
      )}
    </span>
  )
}
