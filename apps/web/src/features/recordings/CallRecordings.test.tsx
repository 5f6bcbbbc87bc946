import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Recording } from '@callboard/contract/recordings'
import { CallRecordings } from '#web/features/recordings/CallRecordings.tsx'
import { answerCalls } from '../../../test/answers.ts'
import { buildRecording } from '../../../test/build-recording.ts'
import { show } from '../../../test/show.tsx'

const transcript = [
  { speaker: 'left', start: 0, end: 2, text: 'Good morning.' },
  { speaker: 'right', start: 3, end: 5, text: 'My card is •••.' },
]
const recording = buildRecording({
  duration: null,
  parties: { left: 'agent', right: 'caller', knownBy: 'source' },
  transcript,
})
const { id } = recording

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
