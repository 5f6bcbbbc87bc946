import { type CallStatus, statusLabels } from '@callboard/contract/fields'
import { RunningTime } from '#web/ui/values/RunningTime.tsx'
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
  /** When the call began: of one in progress it says how long that is ago. */
  startedAt?: string | undefined
}

/** The status of a call in words, with its mark from the charts. */
export function StatusTag({ status, startedAt }: StatusTagProps) {
  return (
    <span className={classes.tag}>
      <span className={marks[status]} aria-hidden="true" />
      {statusLabels[status]}
      {status === 'in-progress' && startedAt !== undefined && <RunningTime since={startedAt} />}
    </span>
  )
}
