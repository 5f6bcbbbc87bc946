import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Recording } from '@callboard/contract/recordings'
import { CallRecordings } from '#web/features/recordings/CallRecordings.tsx'
import { answerCalls } from '../../../test/answers.ts'
import { show } from '../../../test/show.tsx'

const transcript = [
  { speaker: 'left', start: 0, end: 2, text: 'Good morning.' },
  { speaker: 'right', start: 3, end: 5, text: 'My card is •••.' },
]
const id = '0193f0a0-0000-7000-8000-000000000018'
const recording: Recording = {
  id,
  callId: id,
  duration: null,
  channels: 2,
  parties: { left: 'agent', right: 'caller', knownBy: 'source' },
  contentType: 'audio/wav',
  peaks: [],
  peaksPerSecond: 20,
  redacted: true,
  redactionStatus: 'redacted',
  error: null,
  isSpeechChecked: true,
  isAudible: true,
  spans: [],
  keyTones: [],
  transcript,
  transcriptBy: null,
  speech: { state: 'none', error: null, notBefore: null, mayStart: false },
  mayHearOriginal: false,
  isReasonRequired: false,
  isOriginalGone: false,
  createdAt: '2026-11-22T14:00:00.000Z',
  revision: 1,
}

function showRecording(changes: Partial<Recording>): void {
  const { callId, duration, channels, redactionStatus, isAudible, createdAt } = { ...recording, ...changes }
  const outline = { id, callId, duration, channels, redactionStatus, isAudible, createdAt }
  answerCalls({
    [`GET /api/calls/${id}/recordings`]: { body: { items: [outline], fetches: [] } },
    [`GET /api/callrecording/${id}`]: { body: { ...recording, ...changes } },
  })
  const call = { id, recordings: [] }
  show(<CallRecordings call={call} title="A call" href="/call" frame={(content) => content} />)
}

it('says the beginning of a transcript before it is opened, by whom it was said', async () => {
  showRecording({})
  expect(await screen.findByText('Agent: Good morning. Caller: My card is •••.')).toBeTruthy()
  expect(screen.getByRole('group', { name: '' }).hasAttribute('open')).toBe(false)
})

it('says nothing of one that may not be read', async () => {
  showRecording({ isAudible: false, transcript: [] })
  expect(await screen.findByRole('link', { name: 'Open the recording' })).toBeTruthy()
  expect(screen.queryByText('Transcript')).toBeNull()
})
