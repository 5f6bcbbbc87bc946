import { type CallStatus, statusLabels } from '@callboard/contract/fields'
import classes from '#web/ui/values/StatusTag.module.css'

/** Each meaning has a shape of its own besides its colour. */
const marks = {
  answered: classes.answered,
  voicemail: classes.voicemail,
  missed: classes.missed,
  abandoned: classes.missed,
  busy: classes.missed,
  failed: classes.missed,
  'in-progress': classes.inProgress,
} as const satisfies Record<CallStatus, string | undefined>

interface StatusTagProps {
  status: CallStatus
}

/** The status of a call in words, with its mark from the charts. */
export function StatusTag({ status }: StatusTagProps) {
  return (
    <span className={classes.tag}>
      <span className={marks[status]} aria-hidden="true" />
      {statusLabels[status]}
    </span>
  )
}
