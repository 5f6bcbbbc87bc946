import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { rowFieldsOf } from '#web/features/calls/list/columns.tsx'
import { hasRecording, PlayCall } from '#web/features/calls/list/PlayCall.tsx'

const id = '0198f000-0000-7000-8000-000000000001'
const recorded = (redactionStatus: 'none' | 'pending' | 'clean' | 'redacted' | 'failed') => ({
  id,
  recordings: [{ id, status: 'ready', duration: 9, channels: 2, redactionStatus }],
})

it('a recording is played from the list only by who may hear it now; others are told why not', () => {
  const { rerender } = render(
    <PlayCall call={{ ...recorded('redacted'), audibleRecordingId: id }} timeZone="UTC" />,
  )
  expect(screen.getByRole('button', { name: /^Play the recording/ })).toBeDefined()
  for (const [state, words] of [
    ['pending', 'being examined'],
    ['redacted', 'waits for its transcript'],
    ['clean', 'waits for its transcript'],
    ['failed', 'could not be examined'],
    ['none', 'has not been examined'],
  ] as const) {
    rerender(<PlayCall call={{ ...recorded(state), audibleRecordingId: null }} timeZone="UTC" />)
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByRole('img', { name: new RegExp(words) })).toBeDefined()
  }
  expect([hasRecording(recorded('pending')), hasRecording({ id, recordings: [] })]).toEqual([true, false])
  expect(rowFieldsOf([])).toContain('audibleRecordingId')
})
