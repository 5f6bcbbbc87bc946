import type { Call } from '@callboard/contract/calls'
import { formatCounted, formatDuration } from '@callboard/contract/format'
import type { Recording } from '@callboard/contract/recordings'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import classes from '#web/features/recordings/CallRecordings.module.css'
import { FetchNote } from '#web/features/recordings/FetchNote.tsx'
import { usePlayer } from '#web/features/recordings/player/player.ts'
import { PlayerPanel } from '#web/features/recordings/player/PlayerPanel.tsx'
import { callRecordingsQuery, recordingQuery } from '#web/features/recordings/queries.ts'
import { redactionLabels } from '#web/features/recordings/recording-words.ts'
import { RecordingState } from '#web/features/recordings/RecordingState.tsx'
import { Transcript } from '#web/features/recordings/transcript/Transcript.tsx'
import { marksOf } from '#web/features/recordings/player/wave-marks.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'

interface CallRecordingsProps {
  call: Pick<Call, 'id' | 'recordings'>
  /** Who called, and when. */
  title: string
  /** The page of the call. */
  href: string
  /** What is around them, where there is something to say. */
  frame: (content: ReactNode) => ReactNode
}

/** The recordings of a call, each with its player, and what of them did not come. */
export function CallRecordings({ call, title, href, frame }: CallRecordingsProps) {
  const query = useQuery(callRecordingsQuery(call.id))
  const { data, error } = query
  const isKnown = data !== undefined && data.items.length + data.fetches.length > 0
  // The call's own field may be older than its recordings.
  if (call.recordings.length === 0 && !isKnown && error === null) return null
  return frame(
    <QueryState query={query}>
      {({ items, fetches }) => (
        <Stack gap={12}>
          {items.map(({ id }) => (
            <OneRecording key={id} id={id} title={title} href={href} />
          ))}
          {call.recordings
            .filter(({ id }) => !items.some((item) => item.id === id))
            .map((recording) => (
              <Row as="p" gap="4px 16px" wrap tone="quiet" key={recording.id}>
                {wordsOfOther(recording)}
              </Row>
            ))}
          {fetches.map((fetch) => (
            <FetchNote key={fetch.id} fetch={fetch} />
          ))}
        </Stack>
      )}
    </QueryState>,
  )
}

/** The call data mention it, and nobody has sent its sound. */
function wordsOfOther({ duration, channels }: Call['recordings'][number]): string {
  const facts = [
    duration !== null && formatDuration(duration),
    channels !== null && formatCounted(channels, 'channel'),
    'its sound is not in the portal',
  ]
  return facts.filter((fact) => fact !== false).join(' · ')
}

interface OneRecordingProps {
  id: string
  title: string
  href: string
}

function OneRecording({ id, title, href }: OneRecordingProps) {
  const query = useQuery(recordingQuery(id, true))
  return (
    <Stack gap={12}>
      <QueryState query={query}>
        {(recording) => (
          <>
            <CompactPlayer recording={recording} title={title} href={href} />
            <Row gap="4px 16px" wrap tone="quiet">
              <span>{redactionLabels[recording.redactionStatus]}</span>
              <Link to={paths.callRecordingRedacted(id)}>Open the recording</Link>
            </Row>
          </>
        )}
      </QueryState>
    </Stack>
  )
}

interface CompactPlayerProps {
  recording: Recording
  title: string
  href: string
}

function CompactPlayer({ recording, title, href }: CompactPlayerProps) {
  const player = usePlayer({ recording, title, href })
  const marks = useMemo(() => marksOf({ recording }), [recording])
  return (
    <>
      <RecordingState recording={recording} />
      {recording.isAudible && recording.duration !== null && (
        <PlayerPanel recording={recording} player={player} marks={marks} isCompact />
      )}
      {recording.isAudible && recording.transcript.length > 0 && (
        <details className={classes.transcript}>
          <summary>Transcript</summary>
          <Transcript turns={recording.transcript} player={player} />
        </details>
      )}
    </>
  )
}
