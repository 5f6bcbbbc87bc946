import type { Recording } from '@callboard/contract/recordings'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ReasonForm } from '#web/features/recordings/ReasonForm.tsx'
import { paths } from '#web/lib/urls/paths.ts'

interface RecordingStateProps {
  recording: Recording
}

/** What is so with a recording, and what one can do, where it is more than to listen. */
export function RecordingState({ recording }: RecordingStateProps) {
  const { id, redacted, isAudible, isSpeechChecked, redactionStatus, isOriginalGone } = recording
  const original = <Link to={paths.callRecording(id)}>Listen to the original</Link>
  const redactedVersion = <Link to={paths.callRecordingRedacted(id)}>Listen to the redacted version</Link>
  if (!isAudible && !redacted && recording.isReasonRequired) return <ReasonForm recording={recording} />
  if (!isAudible) {
    const state = whyNotAudible(recording)
    const offersOriginal = redacted && recording.mayHearOriginal && !isOriginalGone
    return (
      <Alert
        type={redactionStatus === 'failed' ? 'error' : 'info'}
        showIcon
        title={state.title}
        description={
          <>
            <div>{state.words}</div>
            {offersOriginal && original}
            {isOriginalGone && !redacted && redactedVersion}
          </>
        }
      />
    )
  }
  const notes = [
    isOriginalGone && 'The original was destroyed after it had been redacted: only this version is left.',
    !redacted &&
      redactionStatus === 'pending' &&
      (recording.error === null
        ? 'The redacted version is being written.'
        : `The redacted version cannot be written yet: ${recording.error} ${goesOn}`),
    !redacted &&
      redactionStatus === 'failed' &&
      `There is no redacted version: ${recording.error ?? 'it could not be examined.'}`,
    !redacted &&
      redactionStatus === 'none' &&
      'Nobody has examined it: only those who may hear originals can listen.',
    redactionStatus !== 'failed' && !isSpeechChecked && speechWords(recording),
  ].filter((note) => note !== false)
  if (notes.length === 0) return null
  return <Alert type={isOriginalGone ? 'info' : 'warning'} showIcon title={<Notes notes={notes} />} />
}

const goesOn = 'It continues automatically as soon as that is over.'

function speechWords({ speech }: Recording): string {
  const why =
    speech.state === 'incomplete'
      ? 'Speech to text wrote down nothing of some of what is heard'
      : 'There is no transcript'
  return `${why}, so numbers that were spoken could not be found: they may be heard.`
}

function Notes({ notes }: { notes: readonly string[] }): ReactNode {
  return notes.map((note) => <div key={note}>{note}</div>)
}

function whyNotAudible(recording: Recording): { title: string; words: string } {
  const { redacted, redactionStatus, isOriginalGone, isSpeechChecked, error } = recording
  if (!redacted && isOriginalGone) {
    return {
      title: 'The original is gone',
      words: 'It was destroyed after it had been redacted. Only the redacted version is left.',
    }
  }
  if (redactionStatus === 'pending' && recording.speech.state === 'waiting') {
    return {
      title: 'Its transcript is being made',
      words:
        'Until what was spoken has been looked through, only those who may hear originals can listen. This page updates automatically.',
    }
  }
  switch (redactionStatus) {
    case 'pending':
      if (error !== null) return { title: 'This recording waits to be examined', words: `${error} ${goesOn}` }
      return {
        title: 'This recording is being examined',
        words: 'What must not be heard is looked for. This page updates automatically when it is ready.',
      }
    case 'none':
      return {
        title: 'Nobody has examined this recording yet',
        words: 'Until then only those who may hear originals can listen to it.',
      }
    case 'failed':
      return {
        title: 'This recording could not be examined',
        words: error ?? 'What must not be heard in it is not known, so only the original can be heard.',
      }
    case 'clean':
    case 'redacted':
      return isSpeechChecked
        ? { title: 'You may not listen to this recording', words: 'An administrator can give you the right.' }
        : {
            title: 'What was spoken has not been checked',
            words: `This customer’s recordings are heard only after their transcript was looked through, and ${
              recording.speech.state === 'incomplete'
                ? 'that of this one is not complete'
                : 'this one has none yet'
            }.`,
          }
  }
}
