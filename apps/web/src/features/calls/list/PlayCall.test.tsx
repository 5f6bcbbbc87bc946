import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { rowFieldsOf } from '#web/features/calls/list/columns.tsx'
import { hasRecording, PlayCall } from '#web/features/calls/list/PlayCall.tsx'
import { buildSession } from '../../../../test/build-session.ts'
import { show } from '../../../../test/show.tsx'

const id = '0198f000-0000-7000-8000-000000000001'
const recorded = (redactionStatus: 'none' | 'pending' | 'clean' | 'redacted' | 'failed') => ({
  id,
  recordings: [{ id, status: 'ready', duration: 9, channels: 2, redactionStatus }],
  audibleRecordingId: null,
})

it('a recording is played from the list by who may hear it now', () => {
  show(<PlayCall call={{ ...recorded('redacted'), audibleRecordingId: id }} timeZone="UTC" />)
  expect(screen.getByRole('button', { name: /^Play the recording/ })).toBeDefined()
})

it.each([
  ['pending', 'original', 'being examined'],
  ['redacted', 'both', 'waits for its transcript'],
  ['clean', 'both', 'waits for its transcript'],
  ['failed', 'original', 'could not be examined'],
  ['none', 'original', 'has not been examined'],
  ['clean', 'elsewhere', 'its sound is not in the portal'],
  ['none', 'fetching', 'is being fetched'],
  ['none', 'notFetched', 'could not be fetched'],
  ['none', 'deleted', 'was deleted'],
] as const)(
  'a recording that is %s, with the sound %s, %s, as the list says',
  (state, recordingSound, words) => {
    show(<PlayCall call={{ ...recorded(state), recordingSound }} timeZone="UTC" />)
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByRole('img', { name: new RegExp(words) })).toBeDefined()
  },
)

it('who may hear originals is told where to find the only one', () => {
  const call = { ...recorded('pending'), recordingSound: 'original' as const }
  show(<PlayCall call={call} timeZone="UTC" />, { user: buildSession({ isAdmin: true }) })
  expect(screen.getByRole('img', { name: /open the call to listen/ })).toBeDefined()
})

it('rows ask for what tells of their sound, and calls of which there was one have a sign', () => {
  const shown = [recorded('pending'), { id, recordings: [] }, { id, recordingSound: 'deleted' as const }]
  expect(shown.map(hasRecording)).toEqual([true, false, true])
  expect(rowFieldsOf([])).toEqual(expect.arrayContaining(['audibleRecordingId', 'recordingSound']))
})
