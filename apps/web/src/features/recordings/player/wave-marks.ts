import type { RecordingComment } from '@callboard/contract/recording-comments'
import type { Recording } from '@callboard/contract/recordings'
import { groupKeys } from '#web/features/recordings/player/key-groups.ts'
import { spanKindLabels } from '#web/features/recordings/recording-words.ts'
import type { SpanDraft } from '#web/features/recordings/spans/span-draft.ts'
import type { WaveMark } from '#web/features/recordings/player/wave-view.ts'

interface Marked {
  recording: Pick<Recording, 'spans' | 'keyTones'>
  /** In place of the recording's ranges while they are edited. */
  draft?: SpanDraft | undefined
  comments?: readonly Pick<RecordingComment, 'id' | 'at' | 'text'>[] | undefined
}

/** What stands over the waveform: what is not heard, keys, comments. */
export function marksOf({ recording, draft, comments = [] }: Marked): WaveMark[] {
  const { spans, keyTones } = recording
  const found = draft?.found ?? spans
  return [
    ...found.map(({ id, start, end, kind, isLifted }) => ({
      key: id,
      look: isLifted ? ('lifted' as const) : ('span' as const),
      label: isLifted ? `${spanKindLabels[kind]}, heard` : spanKindLabels[kind],
      start,
      end,
    })),
    ...(draft?.byHand ?? []).map(({ key, start, end }) => ({
      key,
      look: 'hand' as const,
      label: spanKindLabels.hand,
      start,
      end,
      isMovable: true,
    })),
    ...groupKeys(keyTones).map(({ keys, start, end }) => ({
      key: `keys ${start}`,
      look: 'keys' as const,
      label: keys,
      start,
      end,
    })),
    ...comments.map(({ id, at, text }) => ({
      key: id,
      look: 'comment' as const,
      label: text,
      start: at,
      end: at,
    })),
  ]
}
