import { formatCount, formatCounted, formatDuration } from '@callboard/contract/format'
import { olderRecordingsCounted } from '@callboard/contract/recording-rules'
import { type OlderSpeech, updateOlderSpeech } from '@callboard/contract/speech-to-text'
import { useQuery } from '@tanstack/react-query'
import { olderSpeechQuery } from '#web/features/settings/queries.ts'
import { send } from '#web/lib/api/api.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { QuietText, Row } from '#web/ui/layout.tsx'

/** Recordings that were there before speech to text: how many have no transcript, and whether they are sent. */
export function OlderSpeechPanel({ isSaved }: { isSaved: boolean }) {
  const query = useQuery(olderSpeechQuery)
  return (
    <QueryState query={query} skeleton={<Skeleton rows={1} />}>
      {(state) => <Older state={state} isSaved={isSaved} />}
    </QueryState>
  )
}

function Older({ state, isSaved }: { state: OlderSpeech; isSaved: boolean }) {
  const { isSending, unsent, seconds, failed, stoppedBy } = state
  const set = (isToSend: boolean) => async () =>
    await send(updateOlderSpeech, { body: { isSending: isToSend } })
  const changes = ['setting', 'recording', 'change'] as const
  if (unsent + failed === 0 && !isSending) return null
  return (
    <Row gap="8px 12px" align="center" wrap role="group" aria-label="Older recordings">
      {isSending ? (
        <ActionButton action={set(false)} changes={changes} done="Sending stopped.">
          Stop sending
        </ActionButton>
      ) : (
        <ActionButton
          action={set(true)}
          changes={changes}
          disabled={!isSaved}
          question={{
            title: 'Send older recordings to speech to text?',
            content: `${countOf(unsent + failed)}: their originals, including everything said in them, are sent to the saved engine: ${formatDuration(Math.round(seconds))} of audio${unsent > olderRecordingsCounted ? ' and more' : ''}, for which the engine may charge you. The newest calls go first, and you can stop at any time.`,
            okText: 'Send the originals',
            okButtonProps: { danger: false },
          }}
        >
          Send older recordings
        </ActionButton>
      )}
      <QuietText role="status">
        {isSending
          ? `${countOf(unsent)} still to be sent, newest calls first.`
          : `${countOf(unsent)} without a transcript, from before speech to text was turned on or while it was off.`}
        {failed > 0 && ` ${countOf(failed)} could not be transcribed.`}
        {stoppedBy !== null && ` Sending stopped automatically. ${stoppedBy}`}
      </QuietText>
    </Row>
  )
}

function countOf(count: number): string {
  return count > olderRecordingsCounted
    ? `More than ${formatCount(olderRecordingsCounted)} recordings`
    : formatCounted(count, 'recording')
}
