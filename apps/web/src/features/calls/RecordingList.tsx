import type { Call } from '@callboard/contract/calls'
import classes from '#web/features/calls/RecordingList.module.css'
import { formatCounted } from '@callboard/contract/format'
import { DurationText } from '#web/ui/DurationText.tsx'

type Recording = Call['recordings'][number]

const redactionLabels = {
  none: 'not examined',
  pending: 'being examined',
  clean: 'examined, nothing to hide',
  redacted: 'redacted',
  failed: 'examination failed',
} as const satisfies Record<Recording['redactionStatus'], string>

/** The recordings there are. */
export function RecordingList({ recordings }: { recordings: readonly Recording[] }) {
  return (
    <ul className={classes.list}>
      {recordings.map(({ id, duration, channels, redactionStatus }) => (
        <li key={id} className={classes.recording}>
          <DurationText seconds={duration} />
          <span>{redactionLabels[redactionStatus]}</span>
          {channels !== null && <span>{formatCounted(channels, 'channel')}</span>}
          <code className={classes.id}>{id}</code>
        </li>
      ))}
    </ul>
  )
}
