import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Recording } from '@callboard/contract/recordings'
import { RecordingState } from '#web/features/recordings/RecordingState.tsx'
import { answerCalls } from '../../../test/answers.ts'
import { buildRecording } from '../../../test/build-recording.ts'
import { show } from '../../../test/show.tsx'

const recording = buildRecording()
const { id } = recording

function showState(changes: Partial<Recording>): void {
  show(<RecordingState recording={{ ...recording, ...changes }} />)
}

it('asks why before anything of an original is shown, and tells the portal', async () => {
  const calls = answerCalls({
    [`POST /api/callrecording/${id}/ticket`]: { body: { url: '/x', expiresAt: recording.createdAt } },
  })
  showState({ redacted: false, isAudible: false, mayHearOriginal: true, isReasonRequired: true })
  await userEvent.type(screen.getByLabelText('Why do you want to hear the original?'), ' Complaint {Enter}')
  expect(calls.map(({ body }) => body)).toEqual([{ redacted: false, isDownload: false, reason: 'Complaint' }])
})

it.each([
  ['pending', {}, 'This recording is being examined'],
  [
    'pending',
    { error: 'The storage is away.' },
    'The storage is away. It continues automatically as soon as that is over.',
  ],
  ['pending', { speech: { ...recording.speech, state: 'waiting' } }, 'Its transcript is being made'],
  ['none', {}, 'Nobody has examined this recording yet'],
  ['failed', { error: 'The file is cut.' }, 'The file is cut.'],
  ['clean', { isSpeechChecked: false }, 'What was spoken has not been checked'],
  [
    'clean',
    { isSpeechChecked: false, speech: { ...recording.speech, state: 'incomplete' } },
    /that of this one is not complete\.$/,
  ],
  ['redacted', { redacted: false, isOriginalGone: true }, 'The original is gone'],
] as const)('says what is so where nothing is heard: %s', (redactionStatus, changes, words) => {
  showState({ isAudible: false, redactionStatus, ...changes })
  expect(screen.getByText(words)).toBeTruthy()
})

it('says that the original was destroyed where its redacted version is heard', () => {
  showState({ isOriginalGone: true, isSpeechChecked: true })
  expect(screen.getByText(/only this version is left/)).toBeTruthy()
})

it('offers the original to those who may hear it, and says that speech was not looked through', () => {
  showState({ isAudible: false, redactionStatus: 'failed', mayHearOriginal: true })
  expect(screen.getByRole('link', { name: 'Listen to the original' })).toBeTruthy()
  showState({ isSpeechChecked: false })
  expect(
    screen.getByText(/^There is no transcript.*numbers that were spoken could not be found/),
  ).toBeTruthy()
  showState({ isSpeechChecked: false, speech: { ...recording.speech, state: 'incomplete' } })
  expect(screen.getByText(/^Speech to text wrote down nothing of some .* they may be heard/)).toBeTruthy()
})
