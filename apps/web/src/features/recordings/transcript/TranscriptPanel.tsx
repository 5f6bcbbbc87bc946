import type { Recording } from '@callboard/contract/recordings'
import { DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Button, Upload } from 'antd'
import type { ReactNode } from 'react'
import type { Player } from '#web/features/recordings/player/player.ts'
import { downloadTranscript, makeTranscript, uploadTranscript } from '#web/features/recordings/queries.ts'
import { Transcript } from '#web/features/recordings/transcript/Transcript.tsx'
import classes from '#web/features/recordings/transcript/TranscriptPanel.module.css'
import { errorText, explainedError } from '#web/lib/api/api-error.ts'
import { useCurrentUser, useIsViewingAs } from '#web/lib/session/current-user.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { useInvalidate } from '#web/records/invalidate.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Hint } from '#web/ui/layout.tsx'
import { useMessage } from '#web/ui/message.tsx'

interface TranscriptPanelProps {
  recording: Recording
  player: Player
}

/** What is said, who wrote it down, and how one gets a transcript or a better one. */
export function TranscriptPanel({ recording, player }: TranscriptPanelProps) {
  const { transcript } = recording
  const made = whoMade(recording)
  const missing = missingWords(recording)
  return (
    <Panel title="Transcript" actions={<TranscriptActions recording={recording} />}>
      {made !== undefined && (
        <Hint breaks="anywhere" margin="0 0 8px">
          {made}
        </Hint>
      )}
      {missing.length > 0 && (
        <div className={classes.none} role="status">
          {missing.map((words, place) => (
            <p key={place}>{words}</p>
          ))}
        </div>
      )}
      {transcript.length > 0 && <Transcript recording={recording} player={player} />}
    </Panel>
  )
}

function whoMade({ transcriptBy: engine, transcript }: Recording): string | undefined {
  if (engine === null) return undefined
  return transcript.length === 0
    ? `Speech to text wrote nothing down (${engine}).`
    : `Made by speech to text (${engine}). It may have misheard.`
}

/** What is so with a transcript that is not there, or is made anew. */
function missingWords({ speech, transcript, transcriptBy }: Recording): ReactNode[] {
  const { state, error, notBefore } = speech
  if (notBefore !== null) {
    return [
      <>
        Speech to text makes the transcript at <TimeText at={notBefore} />, unless its source sends one
        before.
      </>,
    ]
  }
  if (state === 'waiting') {
    const waits = 'Speech to text is making the transcript.'
    return error === null
      ? [waits]
      : [`${waits} The last attempt failed. It will be retried automatically.`, error]
  }
  if (state === 'incomplete' && transcript.length > 0)
    return ['It wrote down nothing of a part in which something is heard.']
  if (state === 'failed') return ['Speech to text could not make the transcript.', error ?? '']
  return transcript.length === 0 && transcriptBy === null ? ['There is no transcript.'] : []
}

function TranscriptActions({ recording }: { recording: Recording }) {
  const { id, speech, transcript, transcriptBy, isOriginalGone } = recording
  const { isAdmin } = useCurrentUser()
  const isViewingAs = useIsViewingAs()
  const invalidate = useInvalidate()
  const message = useMessage()
  const upload = useMutation({
    mutationFn: (file: File) => uploadTranscript(id, file),
    onSuccess: () => message.success('The recording is redacted by it now.'),
    onError: (error) => message.error(errorText(error)),
    onSettled: () => invalidate('recording'),
  })
  const saving = useMutation({
    mutationFn: () => downloadTranscript(recording),
    onError: (error) => message.error(explainedError(error)),
  })
  const download = transcript.length > 0 && (
    <Button
      icon={<DownloadOutlined aria-hidden />}
      aria-label="Download the transcript"
      loading={saving.isPending}
      onClick={() => saving.mutate()}
    >
      Download
    </Button>
  )
  if (isViewingAs) return download
  return (
    <>
      {download}
      {speech.mayStart && (
        <ActionButton
          action={() => makeTranscript(id)}
          changes={['recording']}
          question={{
            title: 'Have speech to text make the transcript?',
            content:
              'The original is sent to the engine that the settings name, with all that is said in it.',
            okText: 'Send the original',
            okButtonProps: { danger: false },
          }}
        >
          {speech.state === 'failed'
            ? 'Try again'
            : transcriptBy === null
              ? 'Make it by speech to text'
              : 'Make it again'}
        </ActionButton>
      )}
      {isAdmin && !isOriginalGone && (
        <Upload
          accept=".vtt,.json,text/vtt,application/json"
          showUploadList={false}
          beforeUpload={(file) => {
            upload.mutate(file)
            return Upload.LIST_IGNORE
          }}
        >
          <Button icon={<UploadOutlined aria-hidden />} loading={upload.isPending}>
            Upload
          </Button>
        </Upload>
      )}
    </>
  )
}
