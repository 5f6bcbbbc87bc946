import { AudioMutedOutlined, CaretRightFilled, LoadingOutlined, PauseOutlined } from '@ant-design/icons'
import type { PartialCall } from '@callboard/contract/calls'
import type { RecordingSound } from '@callboard/contract/recording-sounds'
import { createRecordingTicket } from '@callboard/contract/recording-tickets'
import { Button, Tooltip } from 'antd'
import { titleOfCall } from '#web/features/calls/call-title.ts'
import classes from '#web/features/calls/list/PlayCall.module.css'
import { send } from '#web/lib/api/api.ts'
import { useHoldsClaim } from '#web/lib/session/current-user.ts'
import { buildCallListUrl } from '#web/lib/urls/call-list-url.ts'
import { isCurrent, playTrack, togglePlayback, trackKey, usePlayback } from '#web/lib/playback/playback.ts'

export function hasRecording({
  recordings = [],
  audibleRecordingId = null,
  recordingSound = null,
}: PartialCall): boolean {
  return recordings.length > 0 || audibleRecordingId !== null || recordingSound !== null
}

interface PlayCallProps {
  call: PartialCall
  timeZone: string
}

/** A button that plays the call's recording, or why nobody here can hear it yet. */
export function PlayCall({ call, timeZone }: PlayCallProps) {
  const { audibleRecordingId: id, recordings = [], recordingSound } = call
  const hearsOriginals = useHoldsClaim('recording.unredacted')
  if (typeof id === 'string') return <PlayButton id={id} call={call} timeZone={timeZone} />
  const words =
    recordingSound === 'original' && hearsOriginals
      ? 'Only the original can be heard so far: open the call to listen'
      : (reasons[recordingSound ?? 'original'] ?? whyNotYet(recordings))
  return (
    <Tooltip title={words}>
      <span className={classes.silent} role="img" aria-label={words}>
        <AudioMutedOutlined aria-hidden />
      </span>
    </Tooltip>
  )
}

const reasons: Partial<Record<RecordingSound, string>> = {
  fetching: 'The recording is being fetched',
  notFetched: 'The recording could not be fetched: open the call to see why',
  deleted: 'The recording was deleted: it was kept for as long as the settings say',
  elsewhere: 'The call mentions a recording, but its sound is not in the portal',
}

/** Who may hear originals finds them in the details of the call. A source may name recordings that it has not sent. */
function whyNotYet(recordings: NonNullable<PartialCall['recordings']>): string {
  const states = new Set(recordings.map(({ redactionStatus }) => redactionStatus))
  if (states.has('pending')) return 'The recording is being examined'
  if (states.has('clean') || states.has('redacted'))
    return 'The recording waits for its transcript, or its sound has not come'
  if (states.has('failed')) return 'The recording could not be examined'
  return 'The recording has not been examined, or its sound has not come'
}

/** Plays the redacted version in the small player. */
function PlayButton({ id, call, timeZone }: PlayCallProps & { id: string }) {
  const key = trackKey({ recordingId: id, isRedacted: true })
  const status = usePlayback((playback) => (isCurrent(playback, key) ? playback.status : undefined))
  const title = titleOfCall(call, timeZone)
  const isOn = status === 'playing' || status === 'loading'
  function press() {
    if (status !== undefined) return togglePlayback()
    playTrack({
      recordingId: id,
      isRedacted: true,
      title,
      href: buildCallListUrl({ call: call.id }),
      askForUrl: async () =>
        (await send(createRecordingTicket, { params: { id }, body: { redacted: true } })).url,
    })
  }
  return (
    <Button
      size="small"
      shape="circle"
      icon={pictureOf(status)}
      aria-label={`${isOn ? 'Pause' : 'Play'} the recording: ${title}`}
      onClick={press}
    />
  )
}

function pictureOf(status: 'loading' | 'playing' | 'paused' | 'failed' | undefined) {
  if (status === 'loading') return <LoadingOutlined aria-hidden />
  return status === 'playing' ? <PauseOutlined aria-hidden /> : <CaretRightFilled aria-hidden />
}
