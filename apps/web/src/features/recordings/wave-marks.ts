import type { RecordingComment } from '@callboard/contract/recording-comments'
import type { Recording } from '@callboard/contract/recordings'
import { groupKeys } from '#web/features/recordings/key-groups.ts'
import { spanKindLabels } from '#web/features/recordings/recording-words.ts'
import type { WaveMark } from '#web/features/recordings/wave-view.ts'

interface Marked {
  recording: Pick<Recording, 'spans' | 'keyTones'>
  comments?: readonly Pick<RecordingComment, 'at' | 'text'>[] | undefined
}

/** What stands over the waveform: what is not heard, keys, comments. */
export function marksOf({ recording, comments = [] }: Marked): WaveMark[] {
  const { spans, keyTones } = recording
  return [
    ...spans.map(({ start, end, kind, isLifted }) => ({
      look: isLifted ? ('lifted' as const) : ('span' as const),
      label: isLifted ? `${spanKindLabels[kind]}, heard` : spanKindLabels[kind],
      start,
      end,
    })),
    ...groupKeys(keyTones).map(({ keys, start, end }) => ({
      look: 'keys' as const,
      label: keys,
      start,
      end,
    })),
    ...comments.map(({ at, text }) => ({
      look: 'comment' as const,
      label: text,
      start: at,
      end: at,
    })),
  ]
}
