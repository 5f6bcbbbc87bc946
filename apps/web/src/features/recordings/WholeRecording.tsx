import type { Recording } from '@callboard/contract/recordings'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { DownloadButton } from '#web/features/recordings/DownloadButton.tsx'
import { type Player, usePlayer } from '#web/features/recordings/player/player.ts'
import { PlayerPanel } from '#web/features/recordings/player/PlayerPanel.tsx'
import { commentsQuery } from '#web/features/recordings/queries.ts'
import { RecordingComments } from '#web/features/recordings/RecordingComments.tsx'
import { RecordingState } from '#web/features/recordings/RecordingState.tsx'
import { RecordingUses } from '#web/features/recordings/RecordingUses.tsx'
import { fittingRange, withHandSpan } from '#web/features/recordings/spans/span-draft.ts'
import { SpanEditor } from '#web/features/recordings/spans/SpanEditor.tsx'
import { SpanList } from '#web/features/recordings/spans/SpanList.tsx'
import { TranscriptPanel } from '#web/features/recordings/transcript/TranscriptPanel.tsx'
import { useSpanDraft } from '#web/features/recordings/spans/use-span-draft.ts'
import { marksOf } from '#web/features/recordings/player/wave-marks.ts'
import classes from '#web/features/recordings/WholeRecording.module.css'
import { useIsViewingAs } from '#web/lib/session/current-user.ts'
import type { TimeRange } from '#web/lib/playback/playback.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'

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
  reload: () => Promise<Recording | undefined>
}

/** A recording with all that is known of it. */
export function WholeRecording(props: WholeRecordingProps) {
  const { recording, title, callHref, hrefAt, at, head } = props
  const player = usePlayer({ recording, title, href: callHref, at })
  const comments = useQuery(commentsQuery(recording.id)).data?.items
  const editing = useEditing(recording, player)
  const { draft } = editing.edited
  const marks = useMemo(
    () => marksOf({ recording, draft: editing.isOpen ? draft : undefined, comments }),
    [recording, draft, editing.isOpen, comments],
  )
  const hasSound = recording.isAudible && recording.duration !== null
  return (
    <Stack gap={12}>
      <Panel label="Recording">
        <Stack gap={12}>
          <Row gap="0 16px" align="flex-start" justify="space-between" wrap>
            {head}
          </Row>
          <RecordingState recording={recording} />
          {hasSound && (
            <PlayerPanel
              recording={recording}
              player={player}
              marks={marks}
              editing={editing.isOpen ? editing.wave : undefined}
            >
              <DownloadButton recording={recording} />
            </PlayerPanel>
          )}
        </Stack>
      </Panel>
      <div className={classes.parts}>
        <div className={classes.column}>
          {recording.isAudible && <TranscriptPanel recording={recording} player={player} />}
        </div>
        <div className={classes.column}>
          {hasSound && <Spans {...props} player={player} editing={editing} />}
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
    </Stack>
  )
}

function useEditing(recording: Recording, player: Player) {
  const edited = useSpanDraft(recording)
  const [isOpen, setOpen] = useState(false)
  const { change } = edited
  const put = (key: string, range: TimeRange) =>
    change((now) => withHandSpan(now, { key, ...fittingRange(range, player.duration) }))
  return {
    edited,
    isOpen,
    setOpen,
    wave: { onDraw: (range: TimeRange) => put(crypto.randomUUID(), range), onMove: put },
  }
}

interface SpansProps extends WholeRecordingProps {
  player: Player
  editing: ReturnType<typeof useEditing>
}

/** What is not heard; edited on the original. */
function Spans({ recording, reload, player, editing }: SpansProps) {
  const { isOpen, setOpen, edited } = editing
  // The focus was in the editor.
  const [wasOpen, setWasOpen] = useState(false)
  const isViewingAs = useIsViewingAs()
  const mayEdit = !recording.redacted && recording.mayHearOriginal && !isViewingAs
  return (
    <Panel
      title="Not heard in the redacted version"
      actions={
        mayEdit &&
        !isOpen && (
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the editor that had the focus is gone
          <Button autoFocus={wasOpen} onClick={() => setOpen(true)}>
            Edit
          </Button>
        )
      }
    >
      {isOpen && mayEdit ? (
        <SpanEditor
          recording={recording}
          player={player}
          edited={edited}
          reload={reload}
          onEnd={() => {
            setWasOpen(true)
            setOpen(false)
          }}
        />
      ) : (
        <SpanList spans={recording.spans} player={player} />
      )}
    </Panel>
  )
}
