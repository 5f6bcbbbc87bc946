import { CaretRightFilled, LoadingOutlined, PauseOutlined } from '@ant-design/icons'
import type { PartialCall } from '@callboard/contract/calls'
import { createRecordingTicket } from '@callboard/contract/recordings'
import { Button } from 'antd'
import { titleOfCall } from '#web/features/calls/call-title.ts'
import { send } from '#web/lib/api.ts'
import { buildCallListUrl } from '#web/lib/call-list-url.ts'
import { isCurrent, playTrack, togglePlayback, trackKey, usePlayback } from '#web/lib/playback.ts'

export function hasRecording({ recordings }: PartialCall): boolean {
  return recordings?.some(isHeard) === true
}

/** Others are heard by few, on the page of the recording. */
function isHeard({ redactionStatus }: NonNullable<PartialCall['recordings']>[number]): boolean {
  return redactionStatus === 'clean' || redactionStatus === 'redacted'
}

interface PlayCallProps {
  call: PartialCall
  timeZone: string
}

/** Plays the redacted version of a call's recording in the small player. */
export function PlayCall({ call, timeZone }: PlayCallProps) {
  const id = call.recordings?.find(isHeard)?.id ?? ''
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
