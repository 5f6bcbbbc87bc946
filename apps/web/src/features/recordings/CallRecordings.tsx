import type { Call } from '@callboard/contract/calls'
import { redactionLabels } from '@callboard/contract/call-words'
import { formatCounted, formatDuration } from '@callboard/contract/format'
import { speakerLabel } from '@callboard/contract/recording-channels'
import { type Recording, type RecordingFetch, retryRecordingFetch } from '@callboard/contract/recordings'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import classes from '#web/features/recordings/CallRecordings.module.css'
import { DownloadButton } from '#web/features/recordings/DownloadButton.tsx'
import { usePlayer } from '#web/features/recordings/player/player.ts'
import { PlayerPanel } from '#web/features/recordings/player/PlayerPanel.tsx'
import { callRecordingsQuery, recordingQuery } from '#web/features/recordings/queries.ts'
import { RecordingState } from '#web/features/recordings/RecordingState.tsx'
import { Transcript } from '#web/features/recordings/transcript/Transcript.tsx'
import { marksOf } from '#web/features/recordings/player/wave-marks.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { QuietText, Row, Stack } from '#web/ui/layout.tsx'
import { send } from '#web/lib/api/api.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'

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
        <Stack gap={24}>
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
    <QueryState query={query}>
      {(recording) => (
        <Stack gap={10}>
          <CompactPlayer recording={recording} title={title} href={href} />
          <Row gap="4px 16px" wrap tone="quiet">
            <span>{redactionLabels[recording.redactionStatus]}</span>
            <Link to={paths.callRecordingRedacted(id)}>Open the recording</Link>
            {recording.isAudible && <DownloadButton recording={recording} isLink />}
          </Row>
        </Stack>
      )}
    </QueryState>
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
          <summary>
            Transcript
            <QuietText className={classes.beginning} fontSize={13} breaks="anywhere">
              {beginningOf(recording)}
            </QuietText>
          </summary>
          <Transcript recording={recording} player={player} />
        </details>
      )}
    </>
  )
}

/** As many turns as two lines may show. */
const turnsOfBeginning = 6

/** What was said first, so that one sees what the call is about. */
function beginningOf({ transcript, parties }: Recording): string {
  return transcript
    .slice(0, turnsOfBeginning)
    .map(({ speaker, text }) => (speaker === '' ? text : `${speakerLabel(speaker, parties)}: ${text}`))
    .join(' ')
}

/** A recording that has not come from where it is, and what an administrator can do about it. */
function FetchNote({ fetch }: { fetch: RecordingFetch }) {
  const { id, host, state, error, at } = fetch
  const { isAdmin } = useCurrentUser()
  return (
    <Row gap="4px 16px" wrap tone="quiet">
      <span>{wordsOf(fetch)}</span>
      {error !== null && (
        <span>
          Last tried <TimeText at={at} />
        </span>
      )}
      {state === 'failed' && isAdmin && (
        <ActionButton
          size="small"
          aria-label={`Try again to fetch the recording${host === '' ? '' : ` from ${host}`}`}
          action={async () => await send(retryRecordingFetch, { params: { id } })}
          changes={['recording', 'change']}
        >
          Try again
        </ActionButton>
      )}
    </Row>
  )
}

/** Errors are sentences, which name the host where it matters. */
function wordsOf({ host, state, error }: RecordingFetch): string {
  if (state === 'failed') return `A recording could not be fetched: ${error ?? host}`
  if (error !== null) return `A recording has not come yet: ${error} It is tried again.`
  return `A recording is being fetched from ${host}.`
}
