import type { Call } from '@callboard/contract/calls'
import { redactionLabels } from '@callboard/contract/call-words'
import { DurationText } from '#web/ui/values/DurationText.tsx'

/** `1:28 Redacted`; of several how long they are together, and how many there are. */
export function RecordingsText({ recordings }: { recordings: Call['recordings'] }) {
  const [only, another] = recordings
  const durations = recordings.flatMap(({ duration }) => duration ?? [])
  const total = durations.length === 0 ? null : durations.reduce((sum, one) => sum + one, 0)
  if (only === undefined) return undefined
  return (
    <>
      {total !== null && (
        <>
          <DurationText seconds={total} />{' '}
        </>
      )}
      {another === undefined ? redactionLabels[only.redactionStatus] : `in ${recordings.length} recordings`}
    </>
  )
}
