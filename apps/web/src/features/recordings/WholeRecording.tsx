import type { Recording } from '@callboard/contract/recordings'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { DownloadButton } from '#web/features/recordings/DownloadButton.tsx'
import { usePlayer } from '#web/features/recordings/player.ts'
import { PlayerPanel } from '#web/features/recordings/PlayerPanel.tsx'
import { commentsQuery } from '#web/features/recordings/queries.ts'
import { RecordingComments } from '#web/features/recordings/RecordingComments.tsx'
import { RecordingState } from '#web/features/recordings/RecordingState.tsx'
import { RecordingUses } from '#web/features/recordings/RecordingUses.tsx'
import { SpanList } from '#web/features/recordings/SpanList.tsx'
import { Transcript } from '#web/features/recordings/Transcript.tsx'
import { marksOf } from '#web/features/recordings/wave-marks.ts'
import classes from '#web/features/recordings/WholeRecording.module.css'
import { Panel } from '#web/ui/Panel.tsx'

interface WholeRecordingProps {
  recording: Recording
  title: string
  /** The page of its call. */
  callHref: string
  /** The address that opens this version at a moment. */
  hrefAt: (time: number) => string
  at: number | undefined
  /** Who called whom. */
  head: ReactNode
}

/** A recording with all that is known of it. */
export function WholeRecording(props: WholeRecordingProps) {
  const { recording, title, callHref, hrefAt, at, head } = props
  const player = usePlayer({ recording, title, href: callHref, at })
  const comments = useQuery(commentsQuery(recording.id)).data?.items
  const marks = useMemo(() => marksOf({ recording, comments }), [recording, comments])
  const hasSound = recording.isAudible && recording.duration !== null
  return (
    <div className={classes.whole}>
      <Panel label="Recording">
        <div className={classes.main}>
          <div className={classes.head}>{head}</div>
          <RecordingState recording={recording} />
          {hasSound && (
            <PlayerPanel recording={recording} player={player} marks={marks}>
              <DownloadButton recording={recording} />
            </PlayerPanel>
          )}
        </div>
      </Panel>
      <div className={classes.parts}>
        <div className={classes.column}>
          {recording.isAudible && (
            <Panel title="Transcript">
              {recording.transcript.length > 0 ? (
                <Transcript turns={recording.transcript} player={player} />
              ) : (
                <p className={classes.none}>There is no transcript.</p>
              )}
            </Panel>
          )}
        </div>
        <div className={classes.column}>
          {hasSound && (
            <Panel title="Not heard in the redacted version">
              <SpanList spans={recording.spans} player={player} />
            </Panel>
          )}
          <Panel title="Comments">
            <RecordingComments recordingId={recording.id} player={player} hrefAt={hrefAt} />
          </Panel>
        </div>
      </div>
      {recording.mayHearOriginal && (
        <Panel title="Who listened">
          <RecordingUses recordingId={recording.id} player={player} />
        </Panel>
      )}
    </div>
  )
}
