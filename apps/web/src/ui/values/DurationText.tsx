import { formatDuration, speakDuration } from '@callboard/contract/format'
import { NoValue } from '#web/ui/values/NoValue.tsx'

interface DurationTextProps {
  /** Null where it is not known. */
  seconds: number | null | undefined
}

/** `3:42`, `1:03:42` */
export function DurationText({ seconds }: DurationTextProps) {
  if (seconds === null || seconds === undefined) return <NoValue />
  return (
    <time dateTime={`PT${Math.round(seconds)}S`} title={speakDuration(seconds)}>
      {formatDuration(seconds)}
    </time>
  )
}
